/* Functions that read files within the root, and calls of functions that nobody here knows. */
#include "source/paths.h"
#include "terraform/module.h"

/* The path that is meant; empty where it is outside of the root or git's own, or not known. */
static aml_sv path_of(const aml_tf_run *run, const aml_value *path) {
  aml_sv text = aml_value_is(path, AML_STRING) ? path->as.string : (aml_sv){NULL, 0};
  aml_sv joined = aml_path_join(run->arena, aml_path_folder(run->unit->file->source->path), text);
  bool is_inside = text.len > 0 && text.data[0] != '/' && text.data[0] != '~' &&
                   !aml_path_is_outside(joined) && !aml_path_is_of_git(joined);
  return is_inside ? joined : (aml_sv){NULL, 0};
}

const aml_file *aml_tf_open(const aml_tf_run *run, const aml_value *path) {
  aml_sv at = path_of(run, path);
  return at.len == 0 ? NULL : aml_host_open(run->host, at);
}

/* The text of a file as it is; NULL data where it is not at hand, or in another encoding than UTF-8. */
static aml_sv read_text(const aml_tf_run *run, const aml_value *path) {
  const aml_file *file = aml_tf_open(run, path);
  bool is_plain = file != NULL && (file->is_given || file->source->encoding == AML_ENCODING_UTF8);
  return is_plain ? aml_file_text_again(file, run->arena) : (aml_sv){NULL, 0};
}

static const aml_value *not_available(const aml_tf_frame *frame, aml_sv name) {
  return aml_tf_unknown(
      frame->run, "what %.*s() reads is not available here; state the value", AML_SV_ARG(name));
}

/* The text with another function of the table applied to it. */
static const aml_value *with_function(
    const aml_hcl_call *call, const aml_hcl_function *function, const aml_value *text) {
  const aml_hcl_call inner = {
      .eval = call->eval, .function = function, .expr = call->expr, .args = &text, .count = 1};
  return aml_eval_spend(call->eval, text->as.string.len / 256)
             ? function->body(&inner)
             : aml_eval_unknown(call->eval, function->returns, AML_REASON_LIMIT);
}

/* file(), filebase64(), filemd5(), filesha256() and the like. */
static const aml_value *call_file(aml_tf_frame *frame, const aml_hcl_call *call, const aml_value *path) {
  aml_sv name = call->expr->name;
  aml_sv rest = aml_sv_slice(name, sizeof "file" - 1, name.len);
  rest = aml_sv_eq(rest, AML_SV("base64")) ? AML_SV("base64encode") : rest;
  const aml_hcl_function *function = rest.len == 0 ? NULL : aml_hcl_function_find(rest);
  aml_sv text = read_text(frame->run, path);
  if (text.data == NULL) {
    return not_available(frame, name);
  }
  const aml_value *value = aml_value_string(frame->run->arena, text, aml_eval_here(call->eval));
  return function == NULL ? value : with_function(call, function, value);
}

/* What is not in the folder is not there; what cannot be opened all the same may be a link. */
static const aml_value *call_exists(aml_tf_frame *frame, const aml_hcl_call *call, const aml_value *path) {
  aml_tf_run *run = frame->run;
  aml_sv at = path_of(run, path);
  if (at.len == 0) {
    return not_available(frame, call->expr->name);
  }
  if (aml_host_open(run->host, at) != NULL) {
    return aml_make_bool(call->eval, true);
  }
  const aml_folder_names *names = aml_host_list_all(run->host, aml_path_folder(at));
  bool may_be = names != NULL && names->is_partial;
  for (size_t i = 0; names != NULL && i < names->names.count && !may_be; i++) {
    may_be = aml_sv_eq(names->names.items[i], aml_path_name(at));
  }
  return may_be ? not_available(frame, call->expr->name) : aml_make_bool(call->eval, false);
}

/* ---- templatefile() ---- */

typedef struct rendering {
  aml_tf_frame *frame;
  const aml_hcl_call *call;
  const aml_value *given; /* an object */
} rendering;

static const aml_value *find_given(void *ctx, aml_eval *eval, aml_hcl_path *path) {
  const rendering *r = ctx;
  (void)eval;
  return aml_object_find_exact(r->given, path->root);
}

/* Where the template is called: its own file is nobody's configuration. */
static void fail_rendering(void *ctx, aml_eval *eval, aml_span span, aml_sv message) {
  const rendering *r = ctx;
  (void)span;
  aml_tf_fail(r->frame, eval, r->call->expr->span, message);
}

static const aml_value *call_inside(void *ctx, const aml_hcl_call *call) {
  const rendering *r = ctx;
  return aml_sv_starts(call->expr->name, AML_SV("templat"))
             ? aml_tf_unknown(r->frame->run, "templates in templates are not computed here; state the value")
             : aml_tf_call(r->frame, call);
}

/* The template in a file, read once; an unknown where it is malformed, NULL where it is not at hand. */
static const aml_value *read_template(aml_tf_run *run, const aml_value *path) {
  aml_sv at = path_of(run, path);
  const aml_value *known = at.len == 0 ? NULL : aml_map_find(&run->templates, at);
  aml_sv text = at.len == 0 || known != NULL ? (aml_sv){NULL, 0} : read_text(run, path);
  if (text.data == NULL) {
    return known;
  }
  aml_diags diags;
  aml_diags_init(&diags, run->arena);
  const aml_file *file = aml_tf_open(run, path);
  const aml_guest guest = {.text = text, .source = file == NULL ? 0 : file->source->id};
  const aml_hcl_input input = {.arena = run->arena, .text = &guest, .diags = &diags};
  const aml_value *template = aml_hcl_read_template(&input);
  aml_value *kept = AML_NEW(run->arena, aml_value); /* the map holds what may change */
  *kept = diags.list.count == 0 ? *template : *aml_tf_unknown(run, "the template is malformed; correct it");
  (void)aml_map_put(&run->templates, at, kept);
  return kept;
}

static const aml_value *call_template(aml_tf_frame *frame, const aml_hcl_call *call, const aml_value *path) {
  aml_tf_run *run = frame->run;
  const aml_value *given = aml_eval_arg(call->eval, call->expr, 1);
  if (given->kind != AML_OBJECT || aml_value_has(given, AML_VALUE_OPEN)) {
    return given->kind == AML_UNKNOWN ? aml_unknown_because(call->eval, given, AML_KINDS_ANY)
                                      : not_available(frame, call->expr->name);
  }
  const aml_value *template = read_template(run, path);
  if (template == NULL || template->kind == AML_UNKNOWN) {
    return template != NULL ? template : not_available(frame, call->expr->name);
  }
  rendering r = {.frame = frame, .call = call, .given = given};
  aml_hcl_context context = {.ctx = &r, .find = find_given, .fail = fail_rendering, .call = call_inside};
  aml_scope scope = aml_hcl_scope(&context);
  const aml_value *text = aml_hcl_eval(call->eval, &scope, NULL, template);
  return aml_value_moved(run->arena, text, aml_eval_here(call->eval), NULL, text->flags);
}

/* ---- calls ---- */

typedef const aml_value *read_function(aml_tf_frame *frame, const aml_hcl_call *call, const aml_value *path);

static const struct {
  aml_sv name;
  size_t arguments;
  read_function *read; /* NULL: what it gives is not known */
} functions[] = {{AML_SV_CONST("file"), 1, call_file}, {AML_SV_CONST("filebase64"), 1, call_file},
    {AML_SV_CONST("filebase64sha256"), 1, call_file}, {AML_SV_CONST("filebase64sha512"), 1, call_file},
    {AML_SV_CONST("fileexists"), 1, call_exists}, {AML_SV_CONST("filemd5"), 1, call_file},
    {AML_SV_CONST("fileset"), 2, NULL}, {AML_SV_CONST("filesha1"), 1, call_file},
    {AML_SV_CONST("filesha256"), 1, call_file}, {AML_SV_CONST("filesha512"), 1, call_file},
    {AML_SV_CONST("templatefile"), 2, call_template}, {AML_SV_CONST("templatestring"), 2, NULL}};

const aml_value *aml_tf_call(void *ctx, const aml_hcl_call *call) {
  aml_tf_frame *frame = ctx;
  aml_sv name = call->expr->name;
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    if (!aml_sv_eq(name, functions[i].name)) {
      continue;
    }
    if (functions[i].read == NULL || call->expr->arg_count != functions[i].arguments) {
      return not_available(frame, name);
    }
    const aml_value *path = aml_eval_arg(call->eval, call->expr, 0);
    return path->kind == AML_UNKNOWN ? aml_unknown_because(call->eval, path, AML_KINDS_ANY)
                                     : functions[i].read(frame, call, path);
  }
  return aml_sv_starts(name, AML_SV("provider::"))
             ? aml_tf_unknown(frame->run, "functions of providers are not computed here; state the value")
             : aml_tf_unknown(
                   frame->run, "the function '%.*s' is not known here; state the value", AML_SV_ARG(name));
}
