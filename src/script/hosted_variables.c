/* What is set around scripts in workflows and pipelines: variables, and inputs that a caller gives.
 *
 * Sources: the contexts `env` and `inputs` of GitHub Actions; of Azure Pipelines the pages "Define variables"
 * (letter case of macros does not matter; in a script's environment names are in upper case, with '_' for
 * '.') and "Runtime parameters" (read 2026-11).
 */
#include "base/secret.h"
#include "expr/value_text.h"
#include "script/hosts.h"
#include "script/script_reader.h"
#include "tree/secret_values.h"

enum { REFERENCES_MAX = 8 }; /* from variable to variable */

static aml_sv text_of(const aml_value *object, const char *key) {
  return aml_value_text(aml_object_find_exact(object, aml_sv_of(key)));
}

/* Of a variable of a pipeline, whose names may have dots: "##vso[task.setvariable
 * variable=a.b;isoutput=true]". */
static aml_sv name_before_end(aml_sv text) {
  size_t length = 0;
  while (length < text.len && (aml_ascii_alnum(text.data[length]) ||
                                  aml_sv_find_char(AML_SV("_.-"), text.data[length], 0) != AML_NPOS)) {
    length++;
  }
  return aml_sv_slice(text, 0, length);
}

/* "NAME=value" into the file $GITHUB_ENV, "##vso[task.setvariable variable=NAME]": a step sets variables for
 * later ones. In a file that has either, every name before a '=' may be one. */
const aml_hosted_late *aml_hosted_late_of(aml_arena *arena, aml_sv text) {
  static const char mark[] = "variable=";
  if (aml_sv_find(text, AML_SV("GITHUB_ENV"), 0) == AML_NPOS &&
      aml_sv_find(text, AML_SV("task.setvariable"), 0) == AML_NPOS) {
    return NULL;
  }
  aml_hosted_late *late = AML_NEW(arena, aml_hosted_late);
  aml_map_init(&late->names, arena, AML_MAP_IGNORE_CASE);
  for (size_t at = aml_sv_find_char(text, '=', 0); at != AML_NPOS; at = aml_sv_find_char(text, '=', at + 1)) {
    size_t begin = at;
    while (begin > 0 && (aml_ascii_alnum(text.data[begin - 1]) || text.data[begin - 1] == '_')) {
      begin--;
    }
    bool is_marked = aml_sv_ends(aml_sv_slice(text, 0, at + 1), aml_sv_of(mark));
    aml_sv behind = aml_sv_slice(text, at + 1, text.len);
    aml_sv name = is_marked ? name_before_end(behind) : aml_sv_slice(text, begin, at);
    if (name.len > 0) {
      (void)aml_map_put(&late->names, name, late);
    }
  }
  late->doubt = aml_value_unknown_text(arena,
      AML_SV("a step may set the variable for later ones; write the value itself to have it checked"),
      (aml_sv){0}, (aml_sv){0}, AML_NO_SPAN);
  return late;
}

/* ---- Inputs ---- */

/* What an input holds: whoever starts or calls the file says so, and a default is only told. */
static const aml_value *unknown_input(
    aml_arena *arena, aml_sv name, const aml_value *otherwise, aml_span span) {
  enum { SHOWN = 60 };
  if (otherwise == NULL) {
    return aml_value_unknown_text(arena,
        aml_sv_format(arena, "input '%.*s' is given from outside; write the value itself to have it checked",
            AML_SV_ARG(name)),
        (aml_sv){0}, (aml_sv){0}, span);
  }
  const aml_value *hidden = aml_value_hide_named(arena, name, otherwise);
  aml_sv shown = aml_value_has(hidden, AML_VALUE_SECURE) ? AML_SV(AML_SECRET_MASK)
                                                         : aml_value_show(arena, otherwise, SHOWN);
  return aml_value_unknown_text(arena,
      aml_sv_format(arena,
          "input '%.*s' is given from outside, and '%.*s' is only its default; write the value itself to "
          "have it checked",
          AML_SV_ARG(name), AML_SV_ARG(shown)),
      (aml_sv){0}, (aml_sv){0}, span);
}

/* {name: {default: ...}} of GitHub, [{name: ..., default: ...}] and {name: default} of Azure. */
static void add_inputs(aml_object_builder *out, const aml_value *inputs) {
  aml_arena *arena = out->arena;
  for (size_t i = 0; aml_value_is(inputs, AML_OBJECT) && i < inputs->as.object.count; i++) {
    const aml_member *one = &inputs->as.object.members[i];
    bool is_short = one->value->kind != AML_OBJECT && one->value->kind != AML_NULL;
    const aml_value *otherwise = is_short ? one->value : aml_object_find_exact(one->value, AML_SV("default"));
    aml_object_add(
        out, one->name, one->name_span, unknown_input(arena, one->name, otherwise, one->name_span));
  }
  for (size_t i = 0; aml_value_is(inputs, AML_ARRAY) && i < inputs->as.array.count; i++) {
    const aml_value *one = inputs->as.array.items[i];
    const aml_value *name = aml_object_find_exact(one, AML_SV("name"));
    if (aml_value_is(name, AML_STRING)) {
      aml_object_add(out, name->as.string, name->span,
          unknown_input(arena, name->as.string, aml_object_find_exact(one, AML_SV("default")), name->span));
    }
  }
}

const aml_hosted_scope *aml_hosted_inputs_of(aml_arena *arena, const aml_value *root) {
  static const char *const places[] = {
      "inputs", "on.workflow_call.inputs", "on.workflow_dispatch.inputs", "parameters"};
  aml_object_builder found;
  aml_object_begin(&found, arena);
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    add_inputs(&found, aml_value_path(root, aml_sv_of(places[i])));
  }
  if (found.members.count == 0) {
    return NULL;
  }
  aml_hosted_scope *scope = AML_NEW(arena, aml_hosted_scope);
  *scope = (aml_hosted_scope){.variables = aml_object_end(&found, AML_NO_SPAN, 0), .kind = AML_HOSTED_INPUTS};
  return scope;
}

/* ---- Looking up ---- */

/* Whether a script in a pipeline finds the variable in its environment by that name. */
static bool is_in_environment(aml_sv variable, aml_sv name) {
  bool is_same = variable.len == name.len;
  for (size_t i = 0; i < variable.len && is_same; i++) {
    char c = variable.data[i];
    char upper = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    is_same = name.data[i] == (c == '.' || c == ' ' ? '_' : upper);
  }
  return is_same;
}

static bool is_meant(const aml_hosted_scope *scope, aml_sv variable, aml_sv name, bool is_outer) {
  bool is_pipeline = scope->kind == AML_HOSTED_PIPELINE;
  return !is_pipeline ? aml_sv_eq(variable, name)
         : is_outer   ? aml_sv_ieq(variable, name)
                      : is_in_environment(variable, name);
}

/* Of {name: value}, or of the long form [{name: ..., value: ...}]; the last one counts. */
static const aml_value *find_in(const aml_hosted_scope *scope, aml_sv name, bool is_outer, aml_sv *variable) {
  const aml_value *in = scope->variables;
  for (size_t i = in->kind == AML_ARRAY ? in->as.array.count : 0; i > 0; i--) {
    const aml_value *item = in->as.array.items[i - 1];
    *variable = text_of(item, "name");
    if (variable->len > 0 && is_meant(scope, *variable, name, is_outer)) {
      return aml_object_find_exact(item, AML_SV("value"));
    }
  }
  if (in->kind == AML_OBJECT && (is_outer || scope->kind != AML_HOSTED_PIPELINE)) {
    const aml_member *member =
        scope->kind == AML_HOSTED_PIPELINE ? aml_object_member(in, name) : aml_object_member_exact(in, name);
    *variable = name;
    return member == NULL ? NULL : member->value;
  }
  for (size_t i = in->kind == AML_OBJECT ? in->as.object.count : 0; i > 0; i--) {
    *variable = in->as.object.members[i - 1].name;
    if (is_meant(scope, *variable, name, is_outer)) {
      return in->as.object.members[i - 1].value;
    }
  }
  return NULL;
}

/* The name in "inputs.name" or "parameters['name']"; empty for other names. */
static aml_sv input_of(aml_sv name) {
  static const char *const contexts[] = {"inputs", "parameters"};
  for (size_t i = 0; i < sizeof contexts / sizeof contexts[0]; i++) {
    aml_sv context = aml_sv_of(contexts[i]);
    aml_sv rest = aml_sv_slice(name, context.len, name.len);
    if (aml_sv_starts(name, context) && aml_sv_starts(rest, AML_SV("."))) {
      return aml_sv_slice(rest, 1, rest.len);
    }
    if (aml_sv_starts(name, context) && aml_sv_starts(rest, AML_SV("['"))) {
      return aml_sv_slice(rest, 2, rest.len - 2);
    }
  }
  return (aml_sv){0};
}

/* What a text that is nothing but "${{ env.name }}" or "$(name)" refers to; empty for others. */
static aml_sv reference_in(const aml_value *value) {
  enum { BRACES = 3, PARENTHESIS = 2 };
  aml_sv text = aml_sv_trim(aml_value_text(value));
  aml_sv inner = {0};
  if (aml_sv_starts(text, AML_SV("${{")) && aml_sv_find(text, AML_SV("}}"), 0) == text.len - 2) {
    inner = aml_shell_outer_name(aml_sv_slice(text, BRACES, text.len - 2));
  } else if (aml_sv_starts(text, AML_SV("$(")) && aml_sv_find_char(text, ')', 0) == text.len - 1) {
    inner = aml_sv_slice(text, PARENTHESIS, text.len - 1);
  }
  return inner;
}

/* Recursion is bounded by REFERENCES_MAX. */
static const aml_value *look_up(
    const aml_hosted_scope *scope, aml_sv name, bool is_outer, unsigned references) {
  aml_sv input = is_outer ? input_of(name) : (aml_sv){0};
  const aml_value *found = NULL;
  aml_sv variable = {0};
  for (; scope != NULL; scope = scope->outer) {
    bool is_asked = (scope->kind == AML_HOSTED_INPUTS) == (input.len > 0);
    found = is_asked ? find_in(scope, input.len > 0 ? input : name, is_outer, &variable) : NULL;
    if (found != NULL) {
      break;
    }
  }
  if (found == NULL) {
    return NULL;
  }
  const aml_hosted_late *late = scope->late;
  if (late != NULL &&
      (aml_map_find(&late->names, name) != NULL || aml_map_find(&late->names, variable) != NULL)) {
    return late->doubt;
  }
  aml_sv reference = references < REFERENCES_MAX ? reference_in(found) : (aml_sv){0};
  const aml_hosted_scope *from = scope->kind == AML_HOSTED_PIPELINE ? scope : scope->outer;
  const aml_value *meant = reference.len > 0 ? look_up(from, reference, true, references + 1) : NULL;
  return meant != NULL ? meant : found;
}

const aml_value *aml_hosted_variable(const aml_hosted_scope *scope, aml_sv name, bool is_outer) {
  return look_up(scope, name, is_outer, 0);
}
