#include "facts/query.h"

#include "base/json.h"
#include "base/number.h"
#include "base/strbuf.h"

enum { LINES_MAX = 32 };

typedef struct answer_line {
  const char *key;
  aml_sv text;
  bool is_number;
} answer_line;

/* What is to be told, before it is known in which form. Lines without text are left out. */
typedef struct answer {
  const aml_facts *facts;
  aml_arena *arena;
  answer_line lines[LINES_MAX];
  size_t count;
  aml_sv sources; /* ids separated by blanks */
} answer;

static void tell(answer *a, const char *key, aml_sv text) {
  if (text.len > 0 && a->count < LINES_MAX) {
    a->lines[a->count++] = (answer_line){.key = key, .text = text};
  }
}

static void tell_number(answer *a, const char *key, double number) {
  char text[AML_NUMBER_TEXT_SIZE];
  size_t len = aml_double_text(number, text);
  if (number > 0 && a->count < LINES_MAX) {
    a->lines[a->count++] =
        (answer_line){.key = key, .text = aml_sv_dup(a->arena, (aml_sv){text, len}), .is_number = true};
  }
}

static void tell_origin(answer *a, aml_sv as_of, bool is_verified, aml_sv note, aml_sv sources) {
  tell(a, "as_of", as_of);
  tell(a, "verified", is_verified ? AML_SV("yes") : AML_SV("no"));
  tell(a, "note", note);
  if (a->sources.len > 0 && sources.len > 0) {
    sources = aml_sv_format(a->arena, "%.*s %.*s", AML_SV_ARG(a->sources), AML_SV_ARG(sources));
  }
  a->sources = sources;
}

static aml_sv describe_status(answer *a, const aml_series_fact *series, aml_day as_of) {
  if (series->retires == AML_DAY_NONE) {
    return AML_SV("no retirement announced");
  }
  char day[AML_DAY_TEXT_SIZE];
  aml_day_text(series->retires, day);
  if (series->retires <= as_of) {
    return aml_sv_format(a->arena, "retired on %s, %d days ago", day, (int)(as_of - series->retires));
  }
  return aml_sv_format(a->arena, "retires on %s, in %d days", day, (int)(series->retires - as_of));
}

static void tell_series(answer *a, const aml_series_fact *series, aml_day as_of) {
  tell(a, "series", series->key);
  tell(a, "status", describe_status(a, series, as_of));
  if (series->announced != AML_DAY_NONE) {
    char day[AML_DAY_TEXT_SIZE];
    aml_day_text(series->announced, day);
    tell(a, "announced", aml_sv_dup(a->arena, aml_sv_of(day)));
  }
  tell(a, "retires", series->retires_text);
  tell(a, "retires_in_region", series->retires_in_region);
  tell(a, "retires_in_cloud", series->retires_in_cloud);
  tell(a, "capacity_restricted_since", series->capacity_restricted);
  tell(a, "closed_to_new_subscriptions_since", series->closed_to_new);
  tell(a, "successors", aml_facts_successors(a->facts, a->arena, series->key, as_of));
  tell(a, "azure_ml", series->aml_documented.len > 0 ? series->aml_documented : AML_SV("not listed"));
  tell(a, "category", series->category);
  tell(a, "accelerator", series->accelerator);
}

static bool answer_size(answer *a, const aml_query *query) {
  aml_size_fact size;
  aml_series_fact series;
  bool is_known = aml_facts_size(a->facts, query->name, &size);
  bool has_series = aml_facts_series_of(a->facts, query->name, &series);
  if (is_known) {
    tell(a, "name", size.name);
    tell_number(a, "vcpus", size.vcpus);
    tell_number(a, "usable_vcpus", size.usable_vcpus == size.vcpus ? 0 : size.usable_vcpus);
    tell_number(a, "memory_gib", size.memory_gib);
    tell(a, "gpus", aml_sv_eq(size.gpu_count, AML_SV("0")) ? AML_SV("none") : size.gpu_count);
    tell(a, "gpu_model", size.gpu_model);
    tell(a, "quota_family", size.quota_family);
    tell(a, "architecture", size.architecture);
    tell(a, "constrained_from", size.constrained_from);
  } else if (has_series) {
    tell(a, "name", query->name);
    tell(a, "known", AML_SV("no, but the name fits a known series"));
  }
  if (has_series) {
    tell_series(a, &series, query->as_of);
    tell(a, "successor_size", aml_facts_successor_size(a->facts, query->name, query->as_of));
    if (!is_known) {
      tell_origin(a, series.as_of, series.is_verified, series.note, series.source);
    }
  }
  if (is_known) {
    tell_origin(a, size.as_of, size.is_verified, size.note, size.source);
    if (has_series) {
      a->sources = aml_sv_format(a->arena, "%.*s %.*s", AML_SV_ARG(a->sources), AML_SV_ARG(series.source));
    }
  }
  return is_known || has_series;
}

static bool answer_series(answer *a, const aml_query *query) {
  aml_series_fact series;
  if (!aml_facts_series(a->facts, query->name, &series) &&
      !aml_facts_series_of(a->facts, query->name, &series)) {
    return false;
  }
  tell_series(a, &series, query->as_of);
  tell_origin(a, series.as_of, series.is_verified, series.note, series.source);
  return true;
}

static bool answer_region(answer *a, const aml_query *query) {
  aml_region_fact region;
  if (!aml_facts_region(a->facts, query->name, &region)) {
    return false;
  }
  tell(a, "name", region.name);
  tell(a, "display_name", region.display_name);
  tell(a, "geography", region.geography);
  tell(a, "geography_group", region.geography_group);
  tell(a, "paired", region.paired);
  tell(a, "cloud", region.cloud);
  tell(a, "availability", region.availability);
  tell_number(a, "zones", region.zones);
  tell_origin(a, region.as_of, region.is_verified, region.note, region.source);
  return true;
}

static bool answer_latency(answer *a, const aml_query *query) {
  aml_latency_fact latency;
  if (!aml_facts_latency(a->facts, query->name, query->other, &latency)) {
    return false;
  }
  tell(a, "from", aml_region_normalise(a->arena, query->name));
  tell(a, "to", aml_region_normalise(a->arena, query->other));
  tell_number(a, "milliseconds", latency.milliseconds);
  tell(a, "statistic", aml_sv_format(a->arena, "%.*s of the round trip", AML_SV_ARG(latency.statistic)));
  tell(a, "as_of", latency.window_end);
  a->sources = latency.source;
  return true;
}

static bool answer_limit(answer *a, const aml_query *query) {
  aml_limit_fact limit;
  if (!aml_facts_limit(a->facts, query->name, &limit)) {
    return false;
  }
  tell(a, "limit", limit.key);
  tell(a, "value", limit.value);
  tell(a, "unit", limit.unit);
  tell(a, "statement", limit.statement);
  tell_origin(a, limit.as_of, limit.is_verified, (aml_sv){0}, limit.source);
  return true;
}

static const struct {
  aml_sv name;
  bool (*answer)(answer *a, const aml_query *query);
} kinds[] = {
    [AML_QUERY_SIZE] = {AML_SV_CONST("size"), answer_size},
    [AML_QUERY_SERIES] = {AML_SV_CONST("series"), answer_series},
    [AML_QUERY_REGION] = {AML_SV_CONST("region"), answer_region},
    [AML_QUERY_LATENCY] = {AML_SV_CONST("latency"), answer_latency},
    [AML_QUERY_LIMIT] = {AML_SV_CONST("limit"), answer_limit},
};

aml_sv aml_query_kind_name(size_t i) {
  return i < sizeof kinds / sizeof kinds[0] ? kinds[i].name : (aml_sv){NULL, 0};
}

bool aml_query_kind_parse(aml_sv name, aml_query_kind *out) {
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (aml_sv_ieq(name, kinds[i].name)) {
      *out = (aml_query_kind)i;
      return true;
    }
  }
  return false;
}

/* Each line between three texts: before the key, before the value, behind it. */
static aml_sv write_lines(
    answer *a, const char *before, const char *between, const char *behind, aml_strbuf *text) {
  for (size_t i = 0; i < a->count; i++) {
    aml_strbuf_addf(
        text, "%s%s%s%.*s%s\n", before, a->lines[i].key, between, AML_SV_ARG(a->lines[i].text), behind);
  }
  aml_source_fact source;
  for (aml_sv rest = a->sources; rest.len > 0;) {
    if (aml_facts_source(a->facts, aml_sv_split(&rest, ' '), &source)) {
      aml_strbuf_addf(text, "%ssource%s%.*s%s\n", before, between, AML_SV_ARG(source.text), behind);
    }
  }
  return aml_strbuf_view(text);
}

static aml_sv write_text(answer *a) {
  aml_strbuf text;
  aml_strbuf_init(&text, a->arena, SIZE_MAX);
  return write_lines(a, "", ": ", "", &text);
}

static aml_sv write_markdown(answer *a) {
  aml_strbuf text;
  aml_strbuf_init(&text, a->arena, SIZE_MAX);
  aml_strbuf_add(&text, AML_SV("| | |\n| --- | --- |\n"));
  return write_lines(a, "| ", " | ", " |", &text);
}

static bool append(void *ctx, const char *bytes, size_t n) {
  aml_strbuf_add(ctx, (aml_sv){bytes, n});
  return true;
}

static void write_sources(answer *a, aml_json *json) {
  aml_json_key(json, AML_SV("sources"));
  aml_json_begin_array(json);
  aml_source_fact source;
  for (aml_sv rest = a->sources; rest.len > 0;) {
    if (aml_facts_source(a->facts, aml_sv_split(&rest, ' '), &source)) {
      aml_json_begin_object(json);
      aml_json_member_string(json, "id", source.id);
      aml_json_member_string(json, "source", source.text);
      if (source.as_of.len > 0) {
        aml_json_member_string(json, "as_of", source.as_of);
      }
      aml_json_end_object(json);
    }
  }
  aml_json_end_array(json);
}

static aml_sv write_json(answer *a) {
  aml_strbuf text;
  aml_strbuf_init(&text, a->arena, SIZE_MAX);
  aml_json json;
  aml_json_init(&json, append, &text, AML_JSON_PRETTY);
  aml_json_begin_object(&json);
  for (size_t i = 0; i < a->count; i++) {
    double number = 0;
    if (a->lines[i].is_number && aml_double_parse(a->lines[i].text, &number)) {
      aml_json_key(&json, aml_sv_of(a->lines[i].key));
      aml_json_double(&json, number);
    } else {
      aml_json_member_string(&json, a->lines[i].key, a->lines[i].text);
    }
  }
  write_sources(a, &json);
  aml_json_end_object(&json);
  bool is_written = aml_json_finish(&json);
  return is_written ? aml_strbuf_view(&text) : (aml_sv){0};
}

/* The sentence for a question without an answer. */
static aml_sv say_unknown(answer *a, const aml_query *query) {
  if (query->kind == AML_QUERY_LATENCY) {
    return aml_sv_format(a->arena, "No latency is known between '%.*s' and '%.*s'.", AML_SV_ARG(query->name),
        AML_SV_ARG(query->other));
  }
  aml_sv near = {0};
  if (query->kind == AML_QUERY_SIZE) {
    near = aml_facts_suggest_size(a->facts, query->name);
  } else if (query->kind == AML_QUERY_REGION) {
    near = aml_facts_suggest_region(a->facts, query->name);
  }
  aml_sv kind = kinds[query->kind].name;
  if (near.len == 0) {
    return aml_sv_format(a->arena, "No %.*s '%.*s' is known.", AML_SV_ARG(kind), AML_SV_ARG(query->name));
  }
  return aml_sv_format(a->arena, "No %.*s '%.*s' is known; did you mean '%.*s'?", AML_SV_ARG(kind),
      AML_SV_ARG(query->name), AML_SV_ARG(near));
}

bool aml_facts_query(
    const aml_facts *facts, aml_arena *arena, const aml_query *query, aml_query_format format, aml_sv *out) {
  answer *a = AML_NEW(arena, answer);
  a->facts = facts;
  a->arena = arena;
  if (!kinds[query->kind].answer(a, query)) {
    *out = say_unknown(a, query);
    return false;
  }
  *out = format == AML_QUERY_JSON       ? write_json(a)
         : format == AML_QUERY_MARKDOWN ? write_markdown(a)
                                        : write_text(a);
  return true;
}
