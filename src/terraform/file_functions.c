/* Functions that read files within the root, templates, and calls of functions that nobody here knows. */
#include "source/discover.h"
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

/* An unknown where it is malformed. */
static const aml_value *parse_template(aml_tf_run *run, aml_sv text, aml_source_id source) {
  aml_diags diags;
  aml_diags_init(&diags, run->arena);
  const aml_guest guest = {.text = text, .source = source};
  const aml_hcl_input input = {.arena = run->arena, .text = &guest, .diags = &diags};
  const aml_value *template = aml_hcl_read_template(&input);
  return diags.list.count == 0 ? template : aml_tf_unknown(run, "the template is malformed; correct it");
}

/* The template in a file, read once; an unknown where it is malformed, NULL where it is not at hand. */
static const aml_value *read_template(aml_tf_run *run, const aml_value *path) {
  aml_sv at = path_of(run, path);
  const aml_value *known = at.len == 0 ? NULL : aml_map_find(&run->templates, at);
  aml_sv text = at.len == 0 || known != NULL ? (aml_sv){NULL, 0} : read_text(run, path);
  if (text.data == NULL) {
    return known;
  }
  const aml_file *file = aml_tf_open(run, path);
  aml_value *kept = AML_NEW(run->arena, aml_value); /* the map holds what may change */
  *kept = *parse_template(run, text, file == NULL ? 0 : file->source->id);
  (void)aml_map_put(&run->templates, at, kept);
  return kept;
}

/* The template with the values of the second argument. */
static const aml_value *render(aml_tf_frame *frame, const aml_hcl_call *call, const aml_value *template) {
  aml_tf_run *run = frame->run;
  const aml_value *given = aml_eval_arg(call->eval, call->expr, 1);
  if (given->kind != AML_OBJECT || aml_value_has(given, AML_VALUE_OPEN)) {
    return given->kind == AML_UNKNOWN ? aml_unknown_because(call->eval, given, AML_KINDS_ANY)
                                      : not_available(frame, call->expr->name);
  }
  if (template == NULL || template->kind == AML_UNKNOWN) {
    return template != NULL ? template : not_available(frame, call->expr->name);
  }
  rendering r = {.frame = frame, .call = call, .given = given};
  aml_hcl_context context = {.ctx = &r, .find = find_given, .fail = fail_rendering, .call = call_inside};
  aml_scope scope = aml_hcl_scope(&context);
  const aml_value *text = aml_hcl_eval(call->eval, &scope, NULL, template);
  return aml_value_moved(run->arena, text, aml_eval_here(call->eval), NULL, text->flags);
}

static const aml_value *call_template(aml_tf_frame *frame, const aml_hcl_call *call, const aml_value *path) {
  return render(frame, call, read_template(frame->run, path));
}

/* templatestring(): of a secret template, all of the text is secret. */
static const aml_value *call_text(aml_tf_frame *frame, const aml_hcl_call *call, const aml_value *given) {
  enum { BYTES_FOR_STEP = 2 };
  const aml_value *text = aml_hcl_to_string(call->eval, given);
  if (text == NULL || text->kind != AML_STRING) {
    return not_available(frame, call->expr->name);
  }
  if (!aml_eval_spend(call->eval, text->as.string.len / BYTES_FOR_STEP)) {
    return aml_eval_unknown(call->eval, AML_KIND_BIT(AML_STRING), AML_REASON_LIMIT);
  }
  aml_source_id source = frame->run->unit->file->source->id;
  const aml_value *made = render(frame, call, parse_template(frame->run, text->as.string, source));
  return aml_value_moved(frame->run->arena, made, made->span, made->origin,
      made->flags | (given->flags & (unsigned)AML_VALUE_SECURE));
}

/* ---- fileset() ---- */

/* Patterns of doublestar that mean here what they mean there: those for files of one folder. */
static bool is_plain_pattern(aml_sv pattern) {
  aml_sv folder = aml_path_folder(pattern);
  bool is_odd =
      aml_sv_find_char(pattern, '{', 0) != AML_NPOS || aml_sv_find_char(pattern, '\\', 0) != AML_NPOS ||
      aml_sv_find(pattern, AML_SV("[:"), 0) != AML_NPOS || aml_sv_eq(aml_path_name(pattern), AML_SV("**"));
  for (size_t i = 0; i < folder.len && !is_odd; i++) {
    is_odd = aml_sv_find_char(AML_SV("*?["), folder.data[i], 0) != AML_NPOS;
  }
  return !is_odd && pattern.len > 0 && pattern.data[0] != '/' &&
         aml_sv_find(pattern, AML_SV(".."), 0) == AML_NPOS &&
         aml_sv_find(pattern, AML_SV("//"), 0) == AML_NPOS && !aml_sv_starts(pattern, AML_SV("./"));
}

/* The names of all files in the folder; NULL where not all are known. */
static const aml_texts *list_folder(const aml_tf_run *run, const aml_value *path, aml_sv below) {
  aml_sv text = path->kind == AML_STRING ? path->as.string : (aml_sv){NULL, 0};
  aml_sv base = aml_path_join(run->arena, aml_path_folder(run->unit->file->source->path), text);
  aml_sv folder = below.len == 0 ? base : aml_path_join(run->arena, base, below);
  bool is_inside = text.len > 0 && text.data[0] != '/' && text.data[0] != '~' &&
                   !aml_path_is_outside(folder) && !aml_path_is_of_git(folder);
  const aml_folder_names *names = is_inside ? aml_host_list_all(run->host, folder) : NULL;
  bool is_all = names != NULL && !names->is_partial && names->names.count <= AML_LIMIT_FOLDER_FILES;
  return is_all ? &names->names : NULL;
}

static const aml_value *call_set(aml_tf_frame *frame, const aml_hcl_call *call, const aml_value *path) {
  aml_eval *eval = call->eval;
  const aml_value *pattern = aml_eval_arg(eval, call->expr, 1);
  if (pattern->kind == AML_UNKNOWN) {
    return aml_unknown_because(eval, pattern, AML_KIND_BIT(AML_ARRAY));
  }
  bool is_plain = pattern->kind == AML_STRING && is_plain_pattern(pattern->as.string);
  aml_sv below = is_plain ? aml_path_folder(pattern->as.string) : (aml_sv){NULL, 0};
  const aml_texts *names = is_plain ? list_folder(frame->run, path, below) : NULL;
  if (names == NULL) {
    return not_available(frame, call->expr->name);
  }
  AML_VEC(const aml_value *) found = {0};
  for (size_t i = 0; i < names->count && aml_eval_spend(eval, 1); i++) {
    aml_sv name = below.len == 0 ? names->items[i] : aml_path_join(eval->arena, below, names->items[i]);
    if (aml_glob_match(pattern->as.string, name)) {
      AML_VEC_PUSH(eval->arena, &found, aml_make_string(eval, name));
    }
  }
  return aml_hcl_make_list(eval, found.items, found.count, &aml_hcl_string, AML_HCL_SET);
}

/* ---- calls ---- */

typedef const aml_value *read_function(aml_tf_frame *frame, const aml_hcl_call *call, const aml_value *path);

static const struct {
  aml_sv name;
  size_t arguments;
  read_function *read;
} functions[] = {{AML_SV_CONST("file"), 1, call_file}, {AML_SV_CONST("filebase64"), 1, call_file},
    {AML_SV_CONST("filebase64sha256"), 1, call_file}, {AML_SV_CONST("filebase64sha512"), 1, call_file},
    {AML_SV_CONST("fileexists"), 1, call_exists}, {AML_SV_CONST("filemd5"), 1, call_file},
    {AML_SV_CONST("fileset"), 2, call_set}, {AML_SV_CONST("filesha1"), 1, call_file},
    {AML_SV_CONST("filesha256"), 1, call_file}, {AML_SV_CONST("filesha512"), 1, call_file},
    {AML_SV_CONST("templatefile"), 2, call_template}, {AML_SV_CONST("templatestring"), 2, call_text}};

const aml_value *aml_tf_call(void *ctx, const aml_hcl_call *call) {
  aml_tf_frame *frame = ctx;
  aml_sv name = call->expr->name;
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    if (!aml_sv_eq(name, functions[i].name)) {
      continue;
    }
    if (call->expr->arg_count != functions[i].arguments) {
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
