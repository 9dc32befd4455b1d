#include "cli/origins.h"

#include "base/strbuf.h"
#include "cli/rule_texts.h"
#include "source/lines.h"

aml_sv aml_place_text(const aml_inputs *inputs, aml_span span) {
  aml_source *source = aml_sources_get(inputs->sources, span.source);
  aml_source_index_lines(source, inputs->arena);
  aml_position at = aml_source_locate(source, span.begin);
  return aml_sv_format(inputs->arena, "%.*s:%u", AML_SV_ARG(source->path), at.line);
}

aml_sv aml_origin_text(const aml_inputs *inputs, const aml_value *value) {
  if (!aml_span_is_none(value->span)) {
    return aml_place_text(inputs, value->span);
  }
  return value->origin == NULL ? AML_SV("command line") : AML_SV("default");
}

static const aml_value *make_default(aml_arena *arena, const char *word) {
  const aml_origin *origin =
      aml_origin_new(arena, AML_STEP_SERVICE_DEFAULT, AML_SV("amlint"), AML_NO_SPAN, NULL);
  const aml_value *text = aml_value_string(arena, aml_sv_of(word), AML_NO_SPAN);
  return aml_value_moved(arena, text, AML_NO_SPAN, origin, 0);
}

/* The items of `under`, which may be NULL, and the texts. */
static const aml_value *add_texts(aml_arena *arena, const aml_value *under, const aml_texts *texts) {
  size_t former = under == NULL ? 0 : under->as.array.count;
  const aml_value **items = AML_NEW_ARRAY(arena, const aml_value *, former + texts->count);
  for (size_t i = 0; i < former; i++) {
    items[i] = under->as.array.items[i];
  }
  for (size_t i = 0; i < texts->count; i++) {
    items[former + i] = aml_value_string(arena, texts->items[i], AML_NO_SPAN);
  }
  return aml_value_array(arena, items, former + texts->count, AML_NO_SPAN);
}

typedef struct overlay {
  aml_app *app;
  const aml_value *under;
  aml_object_builder settings;
} overlay;

static const aml_value *find_under(const overlay *o, const char *key) {
  return o->under == NULL ? NULL : aml_object_find_exact(o->under, aml_sv_of(key));
}

static void set(overlay *o, const char *key, const aml_value *value) {
  aml_object_set(&o->settings, aml_sv_of(key), AML_NO_SPAN, value);
}

static void replace_text(overlay *o, const char *key, aml_option_id option, const char *usual) {
  aml_arena *arena = o->app->arena;
  const char *given = aml_option_value(&o->app->arguments, option);
  if (given != NULL) {
    set(o, key, aml_value_string(arena, aml_sv_of(given), AML_NO_SPAN));
  } else if (usual != NULL && find_under(o, key) == NULL) {
    set(o, key, make_default(arena, usual));
  }
}

static void extend_texts(overlay *o, const char *key, aml_option_id option) {
  const aml_words *given = &o->app->arguments.values[option];
  aml_texts texts = {0};
  for (size_t i = 0; i < given->count; i++) {
    AML_VEC_PUSH(o->app->arena, &texts, aml_sv_of(given->items[i]));
  }
  if (texts.count > 0) {
    set(o, key, add_texts(o->app->arena, find_under(o, key), &texts));
  }
}

/* What the command line selects is all that is asked for: the configuration's `select` and `ignore` rest. */
static void choose_rules(overlay *o, const aml_engine_options *options) {
  aml_arena *arena = o->app->arena;
  if (options->select.count > 0) {
    set(o, "select", add_texts(arena, NULL, &options->select));
  }
  if (options->ignore.count > 0 || (options->select.count > 0 && find_under(o, "ignore") != NULL)) {
    const aml_value *under = options->select.count > 0 ? NULL : find_under(o, "ignore");
    set(o, "ignore", add_texts(arena, under, &options->ignore));
  }
}

static void set_severities(overlay *o, const aml_engine_options *options) {
  const aml_value *under = find_under(o, "severity");
  aml_object_builder lines;
  aml_object_begin(&lines, o->app->arena);
  aml_object_set_all(&lines, under);
  for (size_t i = 0; i < options->severities.count; i++) {
    const aml_config_severity *line = &options->severities.items[i];
    aml_sv level = aml_sv_of(aml_rule_level(line->severity));
    aml_object_set(&lines, line->rule, AML_NO_SPAN, aml_value_string(o->app->arena, level, AML_NO_SPAN));
  }
  if (options->severities.count > 0) {
    set(o, "severity", aml_object_end(&lines, AML_NO_SPAN, 0));
  }
}

const aml_value *aml_settings_in_force(
    aml_app *app, const aml_request *request, const aml_criteria *criteria, const aml_config *config) {
  overlay o = {.app = app, .under = config->settings};
  aml_object_begin(&o.settings, app->arena);
  aml_object_set_all(&o.settings, o.under);
  replace_text(&o, "profile", AML_OPT_PROFILE, "default");
  replace_text(&o, "failOn", AML_OPT_FAIL_ON, "warning");
  replace_text(&o, "baseline", AML_OPT_BASELINE, NULL);
  replace_text(&o, "facts", AML_OPT_FACTS, NULL);
  choose_rules(&o, &request->options);
  set_severities(&o, &request->options);
  extend_texts(&o, "rules", AML_OPT_RULES);
  extend_texts(&o, "policies", AML_OPT_POLICY);
  extend_texts(&o, "exceptions", AML_OPT_EXCEPTIONS);
  extend_texts(&o, "exclude", AML_OPT_EXCLUDE);
  if (criteria->context != NULL) { /* the file of --context */
    set(&o, "context", criteria->context);
  }
  return aml_object_end(&o.settings, AML_NO_SPAN, 0);
}

aml_sv aml_pointer_join(aml_arena *arena, aml_sv pointer, aml_sv name) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  aml_strbuf_add(&text, pointer);
  aml_strbuf_add_char(&text, '/');
  for (size_t i = 0; i < name.len; i++) { /* RFC 6901, section 3 */
    if (name.data[i] == '~' || name.data[i] == '/') {
      aml_strbuf_add(&text, name.data[i] == '~' ? AML_SV("~0") : AML_SV("~1"));
    } else {
      aml_strbuf_add_char(&text, name.data[i]);
    }
  }
  return aml_strbuf_view(&text);
}

void aml_key_origins_add(aml_key_origins *out, aml_arena *arena, const aml_inputs *inputs, aml_sv pointer,
    const aml_value *value) {
  bool is_list = value->kind == AML_ARRAY;
  size_t count = is_list ? value->as.array.count : value->kind == AML_OBJECT ? value->as.object.count : 0;
  for (size_t i = 0; i < count; i++) { /* as deep as the reader lets a file be */
    aml_sv name = is_list ? aml_sv_format(arena, "%zu", i) : value->as.object.members[i].name;
    const aml_value *part = is_list ? value->as.array.items[i] : value->as.object.members[i].value;
    aml_key_origins_add(out, arena, inputs, aml_pointer_join(arena, pointer, name), part);
  }
  if (count == 0) {
    aml_key_origin one = {pointer, value, aml_origin_text(inputs, value)};
    AML_VEC_PUSH(arena, out, one);
  }
}
