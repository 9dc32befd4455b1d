/* The values that `az deployment ... create --parameters` gives a template.
 *
 * Source: Microsoft's reference of `az deployment group create` (read 2026-11): files, "@file", JSON text and
 * name=value, of which the last one counts; a value is what the declared type of its parameter makes of it.
 */
#include <string.h>

#include "base/number.h"
#include "script/named.h"
#include "script/uses.h"
#include "script/variables.h"

typedef struct giving {
  const aml_front_host *host;
  const aml_file *script;
  const aml_value *template_;
  aml_arena *arena;
  aml_object_builder options; /* {name: {value: ...}} */
  aml_object_builder in_files;
  aml_file *only; /* the parameter file */
  size_t files;
  bool is_open;
} giving;

static const aml_value *moved(const giving *g, const aml_value *made, const aml_value *written) {
  return aml_value_moved(
      g->arena, made, written->span, written->origin, written->flags | (unsigned)AML_VALUE_BLOCK);
}

static const aml_value *unknown_at(const giving *g, const char *reason, const aml_value *written) {
  return aml_value_unknown(g->arena, aml_sv_of(reason), AML_KINDS_ANY, written->span);
}

/* The text behind the '=', read as the declared type wants it. */
static const aml_value *typed(const giving *g, aml_sv name, aml_sv text, const aml_value *written) {
  const aml_value *parameters = aml_object_find(g->template_, AML_SV("parameters"));
  const aml_value *declared = parameters == NULL ? NULL : aml_object_find(parameters, name);
  const aml_value *type = declared == NULL ? NULL : aml_object_find(declared, AML_SV("type"));
  aml_sv word = type == NULL ? (aml_sv){0} : aml_value_text(type);
  int64_t number;
  size_t error_at;
  const aml_value *made = NULL;
  if (aml_sv_starts(text, AML_SV("@"))) {
    return unknown_at(
        g, "the command takes it from a file; write the value itself to have it checked", written);
  }
  if (aml_sv_ieq(word, AML_SV("int")) && aml_int_parse(text, &number)) {
    made = aml_value_int(g->arena, number, written->span);
  } else if (aml_sv_ieq(word, AML_SV("bool"))) {
    made = aml_value_bool(g->arena, aml_sv_ieq(text, AML_SV("true")), written->span);
  } else if (aml_sv_iends(word, AML_SV("object")) || aml_sv_ieq(word, AML_SV("array"))) {
    made = aml_json_text_read(g->arena, text, written->span, &error_at);
  }
  return moved(g, made != NULL ? made : aml_value_string(g->arena, text, written->span), written);
}

/* "name=value", of which the name is known. */
static void give_pair(giving *g, const aml_value *written, aml_sv text, size_t equals) {
  aml_sv name = aml_sv_slice(text, 0, equals);
  aml_span span = written->span;
  const aml_value *value = written->kind == AML_STRING
                               ? typed(g, name, aml_sv_slice(text, equals + 1, text.len), written)
                               : aml_shell_value_after(g->arena, written, equals + 1);
  if (written->origin == NULL && span.end - span.begin == text.len) { /* no quotes, nothing escaped */
    span.end = span.begin + (uint32_t)equals;
  }
  aml_object_builder entry;
  aml_object_begin(&entry, g->arena);
  aml_object_add(&entry, AML_SV("value"), span, value);
  aml_object_set(&g->options, name, span, aml_object_end(&entry, value->span, 0));
}

/* Of a file, or of a text in the command: {name: {value: ...}}, perhaps below "parameters". */
static void give_all(const aml_value *root, aml_object_builder *to) {
  const aml_value *inner = aml_object_find(root, AML_SV("parameters"));
  aml_object_set_all(to, aml_value_is(inner, AML_OBJECT) ? inner : root);
}

static void give_file(giving *g, const aml_value *written, aml_sv path) {
  const aml_value *name = moved(g, aml_value_string(g->arena, path, written->span), written);
  aml_file *file = aml_use_find(g->host, g->arena, g->script, name);
  if (file == NULL || !file->front->gives_parameters) {
    g->is_open = true;
    return;
  }
  g->only = g->files == 0 ? file : NULL;
  g->files++;
  give_all(aml_file_root(file), g->options.members.count > 0 ? &g->options : &g->in_files);
}

/* Whether a text begins like name=value rather than like a path or an address. */
static bool is_pair(aml_sv text, size_t *equals) {
  *equals = aml_sv_find_char(text, '=', 0);
  bool is_name = *equals != AML_NPOS && *equals > 0;
  for (size_t i = 0; is_name && i < *equals; i++) {
    is_name = aml_ascii_alnum(text.data[i]) || text.data[i] == '_' || text.data[i] == '-';
  }
  return is_name;
}

static void give_word(giving *g, const aml_value *written) {
  bool is_known = written->kind == AML_STRING;
  aml_sv text = is_known ? written->as.string : written->as.unknown->prefix;
  size_t equals, error_at;
  if (is_pair(text, &equals)) {
    give_pair(g, written, text, equals);
  } else if (!is_known) {
    g->is_open = true;
  } else if (aml_sv_starts(aml_sv_trim(text), AML_SV("{"))) {
    const aml_value *read = aml_json_text_read(g->arena, text, written->span, &error_at);
    if (aml_value_is(read, AML_OBJECT)) {
      give_all(read, &g->options);
    } else {
      g->is_open = true;
    }
  } else {
    give_file(g, written, aml_sv_starts(text, AML_SV("@")) ? aml_sv_slice(text, 1, text.len) : text);
  }
}

aml_file *aml_use_of_template(const aml_front_host *host, const aml_file *script, const aml_az_call *call,
    const aml_file *template_file, aml_use *use) {
  giving g = {
      .host = host, .script = script, .template_ = aml_file_root(template_file), .arena = host->arena};
  aml_object_begin(&g.options, g.arena);
  aml_object_begin(&g.in_files, g.arena);
  for (size_t i = 0; i < call->count; i++) {
    const aml_az_given *given = &call->given[i];
    bool is_parameters = strcmp(given->option->name, "--parameters") == 0;
    for (size_t v = 0; is_parameters && v < given->count; v++) {
      give_word(&g, given->values[v].value);
    }
  }
  g.is_open = g.is_open || call->open != NULL;
  unsigned flags = g.is_open ? AML_VALUE_OPEN : 0;
  use->settings = aml_object_end(&g.options, call->span, flags);
  if (g.only != NULL) {
    use->parameters = aml_file_root(g.only);
  } else if (g.files > 0) {
    const aml_value *values = aml_object_end(&g.in_files, call->span, 0);
    aml_object_builder root;
    aml_object_begin(&root, g.arena);
    aml_object_add(&root, AML_SV("parameters"), call->span, values);
    use->parameters = aml_object_end(&root, call->span, 0);
  }
  return g.only;
}
