/* What a file takes from another one by import: variables, functions and types (language reference of Bicep:
 * imports). Each imported file is a frame for the run. */
#include "arm/template_expansion.h"

/* ---- import ---- */

static aml_arm_frame *open_import(aml_arm_run *run, aml_sv path) {
  const aml_arm_files *files = run->input->files;
  const aml_value *root = files == NULL ? NULL : files->open(files->ctx, path);
  if (!aml_value_is(root, AML_OBJECT)) {
    return NULL;
  }
  aml_arm_frame *frame = aml_arm_frame_new(run, NULL, root);
  frame->path = path;
  frame->is_lowered = aml_value_has(root, AML_VALUE_LOWERED);
  aml_arm_variables_declare(frame);
  aml_arm_functions_declare(frame);
  return frame;
}

aml_arm_frame *aml_arm_import_frame(const aml_arm_frame *from, aml_sv reference) {
  static char missing;
  aml_arm_run *run = from->run;
  aml_sv path = aml_arm_resolve_path(run, from->path, reference);
  if (path.len == 0) {
    return NULL;
  }
  if (run->imports.arena == NULL) {
    aml_map_init(&run->imports, run->scratch, AML_MAP_EXACT);
  }
  void *known = aml_map_find(&run->imports, path);
  if (known == NULL) {
    known = open_import(run, path);
    (void)aml_map_put(&run->imports, path, known == NULL ? &missing : known);
  }
  return known == &missing ? NULL : known;
}

/* $import('file', 'variable') */
static const aml_value *call_import(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  aml_sv path = call->args[0]->name;
  aml_arm_frame *frame = aml_arm_import_frame(names, path);
  return frame == NULL ? aml_arm_fail_missing(names, eval, call, path)
                       : aml_arm_variable_value(frame, eval, call, call->args[1]->name);
}

aml_arm_frame *aml_arm_extended_frame(const aml_arm_frame *frame) {
  const aml_value *path = aml_object_find(frame->template_, AML_SV("extends"));
  aml_arm_frame *base = path == NULL ? NULL : aml_arm_import_frame(frame, aml_value_text(path));
  bool has_values = base != NULL && base->is_lowered &&
                    aml_value_is(aml_object_find(base->template_, AML_SV("parameters")), AML_OBJECT);
  return has_values ? base : NULL;
}

/* $base('file', 'name'): the nearest value of that name among the files that extend each other from there. */
static const aml_value *call_base(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  aml_sv name = call->args[1]->name;
  const aml_arm_frame *last = NULL;
  aml_arm_frame *frame = aml_arm_extended_frame(names);
  for (size_t i = 0; frame != NULL && i < AML_LIMIT_NESTED_DEPLOYMENTS; i++) {
    if (aml_map_find(&frame->variables, name) != NULL) {
      return aml_arm_variable_value(frame, eval, call, name);
    }
    last = frame;
    frame = aml_arm_extended_frame(frame);
  }
  return last == NULL
             ? aml_arm_fail_missing(names, eval, call, call->args[0]->name)
             : aml_eval_fail(eval, call, "'%.*s' is declared neither here nor in the extended file%.*s",
                   AML_SV_ARG(name), AML_SV_ARG(aml_arm_suggest(names->run, name, &names->variables)));
}

/* The function of that name, whatever name space the template has it in. */
static const aml_arm_function *find_function(const aml_arm_frame *frame, aml_sv name) {
  for (size_t i = 0; i < frame->functions.count; i++) {
    aml_sv key = frame->functions.entries[i].key;
    size_t dot = aml_sv_find_char(key, '.', 0);
    if (aml_sv_eq(aml_sv_slice(key, dot == AML_NPOS ? 0 : dot + 1, key.len), name)) {
      return frame->functions.entries[i].value;
    }
  }
  return NULL;
}

/* $importCall('file', 'function', arguments ...) */
static const aml_value *call_imported(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  enum { BEFORE_ARGUMENTS = 2 };
  aml_sv path = call->args[0]->name;
  aml_sv name = call->args[1]->name;
  aml_arm_frame *frame = aml_arm_import_frame(names, path);
  if (frame == NULL) {
    return aml_arm_fail_missing(names, eval, call, path);
  }
  const aml_arm_function *function = find_function(frame, name);
  return function == NULL ? aml_eval_fail(eval, call, "The file '%.*s' has no function '%.*s'.",
                                AML_SV_ARG(path), AML_SV_ARG(name))
                          : aml_arm_function_call(frame, eval, call, function, BEFORE_ARGUMENTS);
}

const aml_value *aml_arm_call_import(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  static const aml_arm_named_call functions[] = {
      {AML_SV_CONST("$import"), call_import},
      {AML_SV_CONST("$importCall"), call_imported},
      {AML_SV_CONST("$base"), call_base},
  };
  return aml_arm_call_named(functions, sizeof functions / sizeof functions[0], names, eval, call);
}
