/* What a file takes from another one: variables, functions and types by import, texts and values by loading
 * (language references of Bicep: imports, file functions). Each imported file is a frame for the run. */
#include "arm/template_expansion.h"
#include "base/number.h"
#include "base/utf8.h"
#include "tree/read.h"

/* Of a module that is kept elsewhere, that is said once, at the place where it is named. */
static const aml_value *fail_missing(
    aml_arm_frame *names, aml_eval *eval, const aml_expr *call, aml_sv path) {
  if (aml_arm_is_kept_elsewhere(path)) {
    if (eval->silence == 0) {
      aml_arm_report_module(names->run, call->args[0]->span, path);
    }
    return aml_eval_unknown(eval, AML_KINDS_ANY, "the module '%.*s' is not available", AML_SV_ARG(path));
  }
  return aml_eval_fail(eval, call,
      "The file '%.*s' does not exist, is of another kind, or is outside the root; what is imported from it "
      "is not known.",
      AML_SV_ARG(path));
}

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
  return frame == NULL ? fail_missing(names, eval, call, path)
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
             ? fail_missing(names, eval, call, call->args[0]->name)
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
    return fail_missing(names, eval, call, path);
  }
  const aml_arm_function *function = find_function(frame, name);
  return function == NULL ? aml_eval_fail(eval, call, "The file '%.*s' has no function '%.*s'.",
                                AML_SV_ARG(path), AML_SV_ARG(name))
                          : aml_arm_function_call(frame, eval, call, function, BEFORE_ARGUMENTS);
}

/* ---- load ---- */

/* How much Bicep loads of a file (Bicep's reference of file functions): characters of a text and of a tree,
 * bytes of what becomes base64. */
enum { LOADED_TEXT = 131072, LOADED_TREE = 1048576, LOADED_BASE64 = 98304, BYTES_FOR_STEP = 256 };

/* The file that the first argument names, if it is no longer than `most`. NULL where it is at hand; else what
 * the call gives. */
static const aml_value *open_loaded(
    aml_arm_frame *names, aml_eval *eval, const aml_expr *call, size_t most, aml_arm_loaded *out) {
  const aml_arm_files *files = names->run->input->files;
  const aml_value *path = call->arg_count > 0 ? aml_eval_arg(eval, call, 0) : NULL;
  if (path == NULL || (path->kind != AML_STRING && path->kind != AML_UNKNOWN)) {
    return aml_eval_fail(eval, call, "Expected the path of a file.");
  }
  if (path->kind == AML_UNKNOWN) {
    return aml_eval_unknown(eval, AML_KINDS_ANY, "%.*s", AML_SV_ARG(path->as.unknown->reason));
  }
  aml_sv target = aml_arm_resolve_path(names->run, names->path, path->as.string);
  bool is_there =
      target.len > 0 && files != NULL && files->load != NULL && files->load(files->ctx, target, out);
  if (!is_there) {
    return fail_missing(names, eval, call, path->as.string);
  }
  if (out->text.data == NULL) {
    return aml_eval_unknown(
        eval, AML_KINDS_ANY, "the file '%.*s' contains no readable text", AML_SV_ARG(path->as.string));
  }
  aml_arena_spend(eval->arena, out->text.len / BYTES_FOR_STEP);
  return out->text.len > most && aml_utf8_length(out->text) > most
             ? aml_eval_fail(eval, call,
                   "The file '%.*s' is longer than the %zu characters that Bicep loads.",
                   AML_SV_ARG(path->as.string), most)
             : NULL;
}

static bool has_plain_encoding(aml_eval *eval, const aml_expr *call, size_t argument) {
  aml_sv name =
      call->arg_count > argument ? aml_value_text(aml_eval_arg(eval, call, argument)) : AML_SV("utf-8");
  return aml_sv_ieq(name, AML_SV("utf-8")) || aml_sv_ieq(name, AML_SV("us-ascii")) ||
         aml_sv_istarts(name, AML_SV("utf-16"));
}

static const aml_value *fail_encoding(aml_eval *eval) {
  return aml_eval_unknown(
      eval, AML_KINDS_ANY, "a file in this encoding is not read; write it in UTF-8 to have it checked");
}

static const aml_value *call_load_base64(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  aml_arm_loaded loaded = {.root = NULL};
  const aml_value *failure = open_loaded(names, eval, call, LOADED_BASE64, &loaded);
  return failure != NULL      ? failure
         : loaded.is_verbatim ? aml_value_string(eval->arena, loaded.text, call->span)
                              : fail_encoding(eval);
}

static const aml_value *call_load_text(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  aml_arm_loaded loaded = {.root = NULL};
  const aml_value *failure = open_loaded(names, eval, call, LOADED_TEXT, &loaded);
  if (failure != NULL) {
    return failure;
  }
  return has_plain_encoding(eval, call, 1) ? aml_value_string(eval->arena, loaded.text, call->span)
                                           : fail_encoding(eval);
}

/* The next name or number of a path such as "$.a['b'][0]"; empty at its end. False where it is none. */
static bool next_step(aml_sv path, size_t *at, aml_sv *step, bool *is_index) {
  bool is_bracket = path.data[*at] == '[';
  *at += path.data[*at] == '.' || is_bracket;
  size_t begin = *at;
  if (is_bracket) {
    size_t close = aml_sv_find_char(path, ']', begin);
    if (close == AML_NPOS || close == begin) {
      return false;
    }
    *at = close + 1;
    *step = aml_sv_slice(path, begin, close);
    int64_t index;
    *is_index = aml_int_parse(*step, &index) && index >= 0;
    bool is_quoted = step->len >= 2 && (*step->data == '\'' || *step->data == '"');
    *step = is_quoted ? aml_sv_slice(*step, 1, step->len - 1) : *step;
    return is_quoted || *is_index;
  }
  while (*at < path.len && path.data[*at] != '.' && path.data[*at] != '[') {
    ++*at;
  }
  *step = aml_sv_slice(path, begin, *at);
  *is_index = false;
  return step->len > 0 && aml_sv_find_char(*step, '*', 0) == AML_NPOS;
}

static const aml_value *item_of(const aml_value *array, aml_sv number) {
  int64_t index;
  bool is_item = aml_value_is(array, AML_ARRAY) && aml_int_parse(number, &index) &&
                 (uint64_t)index < array->as.array.count;
  return is_item ? array->as.array.items[index] : NULL;
}

/* What a path of plain names and numbers leads to. */
static const aml_value *select_part(
    aml_eval *eval, const aml_expr *call, const aml_value *root, aml_sv path) {
  size_t at = aml_sv_starts(path, AML_SV("$"));
  while (at < path.len) {
    aml_sv step = {NULL, 0};
    bool is_index = false;
    if (!next_step(path, &at, &step, &is_index)) {
      return aml_eval_unknown(eval, AML_KINDS_ANY,
          "in paths into a loaded file, only names and numbers are followed; refer to the part by its name");
    }
    root = is_index ? item_of(root, step) : aml_object_find(root, step);
    if (root == NULL) {
      return aml_eval_fail(eval, call, "The path '%.*s' does not exist in the file.", AML_SV_ARG(path));
    }
  }
  return root;
}

static const aml_value *call_load_tree(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  aml_arm_loaded loaded = {.root = NULL};
  const aml_value *failure = open_loaded(names, eval, call, LOADED_TREE, &loaded);
  if (failure != NULL) {
    return failure;
  }
  size_t error_at;
  const aml_value *root =
      loaded.root != NULL ? loaded.root : aml_json_text_read(eval->arena, loaded.text, call->span, &error_at);
  if (root == NULL) {
    return aml_eval_fail(eval, call, "The name of the file says neither JSON nor YAML.");
  }
  const aml_value *path = call->arg_count > 1 ? aml_eval_arg(eval, call, 1) : NULL;
  return aml_value_is(path, AML_STRING) ? select_part(eval, call, root, path->as.string) : root;
}

static const aml_value *call_load_folder(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  (void)names;
  (void)call;
  return aml_eval_unknown(eval, 1U << AML_ARRAY,
      "the files in a folder are not looked up; name them in the file to have it checked");
}

const aml_value *aml_arm_call_import(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  static const aml_arm_named_call functions[] = {
      {AML_SV_CONST("$import"), call_import},
      {AML_SV_CONST("$importCall"), call_imported},
      {AML_SV_CONST("$base"), call_base},
      {AML_SV_CONST("$loadText"), call_load_text},
      {AML_SV_CONST("$loadBytes"), call_load_base64},
      {AML_SV_CONST("$loadTree"), call_load_tree},
      {AML_SV_CONST("$loadFolder"), call_load_folder},
  };
  return aml_arm_call_named(functions, sizeof functions / sizeof functions[0], names, eval, call);
}
