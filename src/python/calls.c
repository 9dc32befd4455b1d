/* Calls of the SDKs' classes, and where they come from. */
#include "base/strbuf.h"
#include "python/management_bodies.h"

static void add_spread(aml_py_run *run, aml_py_made *made, const aml_py_expr *of, const aml_value *value) {
  bool is_too_much =
      value->kind == AML_OBJECT && !aml_py_may_copy(run, value->as.object.count * sizeof(aml_py_setting));
  if (value->kind != AML_OBJECT || is_too_much) {
    made->open = value->kind == AML_UNKNOWN ? value
                                            : aml_py_unknown(run->arena, value->span,
                                                  "further arguments are not known; write them out")
                                                  ->data;
    return;
  }
  const aml_span span = aml_py_span_of(run, of);
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    const aml_py_setting setting = {
        member->name, span, aml_py_used(run, aml_py_value_of(run->arena, member->value), member->name, span)};
    aml_py_setting_add(run->arena, made, &setting);
  }
  if (aml_value_has(value, AML_VALUE_OPEN)) {
    made->open = value;
  }
}

/* An argument by its name or its position; *position is how many came without a name. Version 2 takes a copy
 * of the tags: azure-ai-ml, entities/_resource.py, "self.tags = dict(tags)". */
static void add_argument(aml_py_run *run, aml_py_made *made, const aml_py_part *part, size_t *position) {
  const aml_py_value *value = aml_py_evaluate(run, part->value);
  if (part->stars > 0) {
    add_spread(run, made, part->value, aml_py_data(run->arena, value));
    return;
  }
  const aml_py_class *class = made->class;
  aml_sv name = part->name;
  aml_span span = aml_py_span_of(run, part->value);
  if (name.len > 0) {
    span = aml_py_span(run, part->name_begin, part->name_begin + name.len);
  } else if (class->has_positions && *position < class->count) {
    name = aml_sv_of(class->arguments[*position].name);
    (*position)++;
  }
  bool is_copied = class->sdk == AML_PY_SDK_2 && aml_sv_eq(name, AML_SV("tags"));
  const aml_py_setting setting = {name, span, is_copied ? aml_py_copy(run, value, value->data->span) : value};
  if (name.len > 0) {
    aml_py_setting_add(run->arena, made, &setting);
  }
}

static aml_py_made *make(aml_py_run *run, const aml_py_class *class, aml_sv path, const aml_py_expr *call) {
  aml_py_made *made = AML_NEW(run->arena, aml_py_made);
  made->class = class;
  made->called = aml_sv_slice(path, aml_sv_rfind_char(path, '.') + 1, path.len);
  made->span = aml_py_span_of(run, call);
  made->name_span = aml_py_span_of(run, call->left);
  made->block = run->block;
  size_t position = 0;
  for (uint32_t i = 0; i < call->count; i++) {
    add_argument(run, made, &call->items[i], &position);
  }
  return made;
}

/* Names what another call has configured: ComputeTarget.create(workspace, name, configuration). */
static void name_made(aml_py_run *run, const aml_py_made *create) {
  const aml_py_setting *of = aml_py_setting_find(create, AML_SV("provisioning_configuration"));
  const aml_py_setting *name = aml_py_setting_find(create, AML_SV("name"));
  for (const aml_py_value *value = of == NULL ? NULL : of->value; value != NULL; value = value->instead) {
    if (value->what == AML_PY_MADE && name != NULL) {
      AML_VEC_PUSH(run->arena, &value->made->names, name->value);
    }
  }
}

/* Version 2 takes no argument without its name; version 1 looks a cluster up so: AmlCompute(workspace, name).
 */
static bool defines(const aml_py_class *class, const aml_py_expr *call) {
  if (class->has_positions) {
    return true;
  }
  for (uint32_t i = 0; i < call->count; i++) {
    if (call->items[i].name.len == 0 && call->items[i].stars == 0) {
      return false;
    }
  }
  return true;
}

/* What a call is whose value is not known. */
static const aml_py_value *unknown_call(aml_py_run *run, const aml_py_expr *call) {
  enum { SHOWN = 40 };
  aml_sv of = aml_sv_shorten(run->arena, aml_py_written(run, call->left), SHOWN);
  return aml_py_unknown(run->arena, aml_py_span_of(run, call),
      "what '%.*s' returns is not known; write the value itself", AML_SV_ARG(of));
}

const aml_py_value *aml_py_call(aml_py_run *run, const aml_py_value *of, const aml_py_expr *call) {
  const aml_py_class *class = of->what == AML_PY_IMPORTED ? aml_py_class_find(of->path) : NULL;
  if (class == NULL || !defines(class, call)) {
    return NULL;
  }
  aml_py_made *made = make(run, class, of->path, call);
  if (class->role == AML_PY_CREATES) {
    name_made(run, made);
    return unknown_call(run, call);
  }
  if (class->role == AML_PY_MODEL) {
    aml_py_complete_model(run, made);
  }
  if (class->role != AML_PY_PART) {
    AML_VEC_PUSH(run->arena, &run->made, made);
  }
  aml_py_value *value = AML_NEW(run->arena, aml_py_value);
  value->what = AML_PY_MADE;
  value->made = made;
  value->data =
      aml_py_unknown(run->arena, made->span, "an object is not a value; write the value itself")->data;
  return value;
}

/* ---- Imports ---- */

static bool is_name(const aml_py_run *run, uint32_t i, uint32_t past) {
  return i < past && run->tokens.items[i].kind == AML_PY_NAME;
}

/* A dotted name, with the dots of a relative one before it; *at moves behind it. */
static aml_sv read_path(const aml_py_run *run, uint32_t *at, uint32_t past) {
  aml_strbuf path;
  aml_strbuf_init(&path, run->arena, SIZE_MAX);
  while (aml_py_is(&run->tokens, *at, ".") || aml_py_is(&run->tokens, *at, "...")) {
    aml_strbuf_add(&path, aml_py_text(&run->tokens, *at));
    (*at)++;
  }
  bool is_part = is_name(run, *at, past) && !aml_py_is(&run->tokens, *at, "import");
  while (is_part) {
    aml_strbuf_add(&path, aml_py_text(&run->tokens, *at));
    (*at)++;
    is_part = aml_py_is(&run->tokens, *at, ".") && is_name(run, *at + 1, past);
    if (is_part) {
      aml_strbuf_add_char(&path, '.');
      (*at)++;
    }
  }
  return aml_strbuf_view(&path);
}

static void note_sdk(aml_py_run *run, aml_sv path, bool is_star) {
  aml_py_sdk sdk;
  if (aml_py_sdk_of(path, &sdk)) {
    run->has_sdk[sdk] = true;
    run->has_star[sdk] = run->has_star[sdk] || is_star;
  }
}

/* The name behind "as", if there is one. */
static aml_sv read_alias(const aml_py_run *run, uint32_t *at, uint32_t past, aml_sv otherwise) {
  if (!aml_py_is(&run->tokens, *at, "as") || !is_name(run, *at + 1, past)) {
    return otherwise;
  }
  *at += 2;
  return aml_py_text(&run->tokens, *at - 1);
}

static void import_modules(aml_py_run *run, uint32_t at, uint32_t past) {
  while (at < past) {
    const aml_span span = aml_py_span(run, run->tokens.items[at].begin, run->tokens.items[at].end);
    aml_sv path = read_path(run, &at, past);
    aml_sv first = aml_sv_slice(path, 0, aml_sv_find_char(path, '.', 0));
    aml_sv name = read_alias(run, &at, past, (aml_sv){NULL, 0});
    if (path.len > 0) {
      note_sdk(run, path, false);
      aml_py_name_bind(run->scope, name.len > 0 ? name : first,
          aml_py_imported(run->arena, name.len > 0 ? path : first, span));
    }
    at = aml_py_find_sign(&run->tokens, at, past, ",") + 1;
  }
}

bool aml_py_star_binds(aml_py_run *run, aml_sv module, aml_sv name, const aml_py_value **value) {
  enum { LOOKS_MAX = 1 << 20 };
  *value = NULL;
  return run->star == NULL || ++run->looks > LOOKS_MAX ||
         run->star(run->ctx, run->arena, module, name, value);
}

/* "from module import *" may bind any name anew; those of the SDKs are classes and functions. */
static void import_all(aml_py_run *run, aml_sv module, aml_span span) {
  aml_py_sdk sdk;
  note_sdk(run, module, true);
  if (aml_py_sdk_of(module, &sdk)) {
    return;
  }
  AML_VEC_PUSH(run->arena, &run->stars, module);
  const aml_py_noted noted = aml_py_names_take(run->scope, AML_PY_BY_IMPORT);
  for (size_t i = 0; i < noted.count; i++) {
    aml_py_binding *binding = noted.items[i];
    const aml_py_value *value = NULL;
    bool is_known = aml_py_says_something(binding->value) && binding->value->what == AML_PY_DATA;
    if (is_known && aml_py_star_binds(run, module, binding->name, &value)) {
      aml_py_name_bind(run->scope, binding->name,
          value != NULL ? value
                        : aml_py_unknown(run->arena, span,
                              "'from %.*s import *' may give '%.*s' another value; import names one by one",
                              AML_SV_ARG(module), AML_SV_ARG(binding->name)));
    }
    if (is_known) {
      aml_py_name_note(run->scope, binding, AML_PY_BY_IMPORT);
    }
  }
}

static void import_names(aml_py_run *run, aml_sv module, uint32_t at, uint32_t past) {
  for (; at < past; at++) {
    if (aml_py_is(&run->tokens, at, "*")) {
      import_all(run, module, aml_py_span(run, run->tokens.items[at].begin, run->tokens.items[at].end));
    }
    if (!is_name(run, at, past)) {
      continue;
    }
    const aml_span span = aml_py_span(run, run->tokens.items[at].begin, run->tokens.items[at].end);
    aml_sv name = aml_py_text(&run->tokens, at++);
    aml_sv alias = read_alias(run, &at, past, name);
    const aml_py_value *value =
        run->look_up == NULL ? NULL : run->look_up(run->ctx, run->arena, module, name);
    aml_sv path = aml_sv_format(run->arena, "%.*s.%.*s", AML_SV_ARG(module), AML_SV_ARG(name));
    note_sdk(run, module, false);
    aml_py_name_bind(run->scope, alias, value != NULL ? value : aml_py_imported(run->arena, path, span));
  }
}

void aml_py_import(aml_py_run *run, const aml_py_line *line) {
  uint32_t at = line->first + 1;
  if (aml_py_is(&run->tokens, line->first, "import")) {
    import_modules(run, at, line->past);
    return;
  }
  aml_sv module = read_path(run, &at, line->past);
  if (aml_py_is(&run->tokens, at, "import")) {
    import_names(run, module, at + 1, line->past);
  }
}
