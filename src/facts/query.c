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

/* A column of the record under the key. */
static void tell_cell(answer *a, const char *key, aml_record *record, aml_sv column) {
  double number = 0;
  aml_sv cell = aml_record_cell(record, column);
  aml_column_kind kind = aml_column_kind_of(column);
  if (kind != AML_COLUMN_WHOLE && kind != AML_COLUMN_NUMBER) {
    tell(a, key, cell);
  } else if (aml_double_parse(cell, &number)) {
    tell_number(a, key, number);
  }
}

static void add_sources(answer *a, aml_sv sources) {
  bool is_more = a->sources.len > 0 && sources.len > 0;
  a->sources = is_more ? aml_sv_format(a->arena, "%.*s %.*s", AML_SV_ARG(a->sources), AML_SV_ARG(sources))
               : a->sources.len > 0 ? a->sources
                                    : sources;
}

static void tell_origin(answer *a, aml_record record) {
  tell_cell(a, "as_of", &record, AML_SV("as_of"));
  bool is_verified = aml_sv_eq(aml_record_cell(&record, AML_SV("verified")), AML_SV("true"));
  tell(a, "verified", is_verified ? AML_SV("yes") : AML_SV("no"));
  tell_cell(a, "note", &record, AML_SV("note"));
  add_sources(a, aml_record_cell(&record, AML_SV("source")));
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
  aml_record record = series->record;
  tell(a, "series", series->key);
  tell(a, "status", describe_status(a, series, as_of));
  if (series->announced != AML_DAY_NONE) {
    tell_cell(a, "announced", &record, AML_SV("announced"));
  }
  tell_cell(a, "retires", &record, AML_SV("retires"));
  tell_cell(a, "retires_in_region", &record, AML_SV("retires_in_region"));
  tell_cell(a, "retires_in_cloud", &record, AML_SV("retires_in_cloud"));
  tell_cell(a, "capacity_restricted_since", &record, AML_SV("restricted_since"));
  tell_cell(a, "closed_to_new_subscriptions_since", &record, AML_SV("closed_since"));
  tell(a, "successors", aml_facts_successors(a->facts, a->arena, series->key, as_of));
  tell(a, "azure_ml", series->aml_documented.len > 0 ? series->aml_documented : AML_SV("not listed"));
  tell_cell(a, "category", &record, AML_SV("category"));
  tell_cell(a, "accelerator", &record, AML_SV("accelerator"));
}

static void tell_size(answer *a, const aml_size_fact *size) {
  aml_record record = size->record;
  tell(a, "name", size->name);
  tell_cell(a, "vcpus", &record, AML_SV("vcpus"));
  tell_number(a, "usable_vcpus", size->usable_vcpus == size->vcpus ? 0 : size->usable_vcpus);
  tell_cell(a, "memory_gib", &record, AML_SV("memory_gib"));
  tell(a, "gpus", aml_sv_eq(size->gpu_count, AML_SV("0")) ? AML_SV("none") : size->gpu_count);
  tell_cell(a, "gpu_model", &record, AML_SV("gpu_model"));
  tell_cell(a, "quota_family", &record, AML_SV("quota_family"));
  tell_cell(a, "architecture", &record, AML_SV("architecture"));
  tell_cell(a, "constrained_from", &record, AML_SV("constrained_from"));
}

static bool answer_size(answer *a, const aml_query *query) {
  aml_size_fact size;
  aml_series_fact series;
  bool is_known = aml_facts_size(a->facts, query->name, &size);
  bool has_series = aml_facts_series_of(a->facts, query->name, &series);
  if (is_known) {
    tell_size(a, &size);
  } else if (has_series) {
    tell(a, "name", query->name);
    tell(a, "known", AML_SV("no, but the name fits a known series"));
  }
  if (has_series) {
    tell_series(a, &series, query->as_of);
    tell(a, "successor_size", aml_facts_successor_size(a->facts, query->name, query->as_of));
  }
  if (is_known) {
    tell_origin(a, size.record);
  } else if (has_series) {
    tell_origin(a, series.record);
  }
  if (is_known && has_series) {
    add_sources(a, aml_record_cell(&series.record, AML_SV("source")));
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
  tell_origin(a, series.record);
  return true;
}

/* All columns that hold something, under their names; the sources are told as all answers tell them. */
static void tell_record(answer *a, aml_record record) {
  aml_sv column;
  aml_sv cell;
  while (aml_record_next(&record, &column, &cell)) {
    if (aml_sv_eq(column, AML_SV("source"))) {
      add_sources(a, cell);
    } else if (aml_sv_eq(column, AML_SV("verified"))) {
      tell(a, "verified", aml_sv_eq(cell, AML_SV("true")) ? AML_SV("yes") : AML_SV("no"));
    } else {
      aml_record here = aml_record_new(column, cell);
      tell_cell(a, aml_sv_cstr(a->arena, column), &here, column);
    }
  }
}

static bool answer_region(answer *a, const aml_query *query) {
  aml_record record;
  bool is_known = aml_facts_region_record(a->facts, query->name, &record);
  if (is_known) {
    tell_record(a, record);
  }
  return is_known;
}

static bool answer_latency(answer *a, const aml_query *query) {
  aml_record record;
  if (!aml_facts_latency(a->facts, query->name, query->other, &record)) {
    return false;
  }
  tell(a, "from", aml_region_normalise(a->arena, query->name));
  tell(a, "to", aml_region_normalise(a->arena, query->other));
  tell_cell(a, "milliseconds", &record, AML_SV("milliseconds"));
  aml_sv statistic = aml_record_cell(&record, AML_SV("statistic"));
  tell(a, "statistic", aml_sv_format(a->arena, "%.*s of the round trip", AML_SV_ARG(statistic)));
  add_sources(a, aml_record_cell(&record, AML_SV("source")));
  tell_cell(a, "as_of", &record, AML_SV("as_of"));
  return true;
}

static bool answer_limit(answer *a, const aml_query *query) {
  aml_record record;
  if (!aml_facts_record(a->facts, AML_FACTS_LIMITS, query->name, &record)) {
    return false;
  }
  tell_cell(a, "limit", &record, AML_SV("key"));
  tell_cell(a, "value", &record, AML_SV("value"));
  tell_cell(a, "unit", &record, AML_SV("unit"));
  tell_cell(a, "statement", &record, AML_SV("statement"));
  tell_origin(a, record);
  return true;
}

static bool answer_record(answer *a, const aml_query *query) {
  aml_record record;
  bool is_known = aml_facts_record(a->facts, query->table, query->name, &record);
  if (is_known) {
    tell_record(a, record);
  }
  return is_known;
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
    [AML_QUERY_RECORD] = {AML_SV_CONST(""), answer_record},
};

aml_sv aml_query_kind_name(size_t i) {
  return i < AML_QUERY_RECORD ? kinds[i].name : aml_facts_table_name(i - AML_QUERY_RECORD);
}

bool aml_query_kind_parse(aml_sv name, aml_query *out) {
  aml_sv kind;
  for (size_t i = 0; (kind = aml_query_kind_name(i)).len > 0; i++) {
    if (aml_sv_ieq(name, kind)) {
      out->kind = i < AML_QUERY_RECORD ? (aml_query_kind)i : AML_QUERY_RECORD;
      out->table = (aml_facts_table)(i < AML_QUERY_RECORD ? 0 : i - AML_QUERY_RECORD);
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
  aml_record source;
  for (aml_sv rest = a->sources; rest.len > 0;) {
    if (aml_facts_record(a->facts, AML_FACTS_SOURCES, aml_sv_split(&rest, ' '), &source)) {
      aml_sv where = aml_record_cell(&source, AML_SV("source"));
      aml_strbuf_addf(text, "%ssource%s%.*s%s\n", before, between, AML_SV_ARG(where), behind);
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
  aml_record source;
  for (aml_sv rest = a->sources; rest.len > 0;) {
    if (aml_facts_record(a->facts, AML_FACTS_SOURCES, aml_sv_split(&rest, ' '), &source)) {
      aml_sv as_of = aml_record_cell(&source, AML_SV("as_of"));
      aml_json_begin_object(json);
      aml_json_member_string(json, "id", aml_record_cell(&source, AML_SV("id")));
      aml_json_member_string(json, "source", aml_record_cell(&source, AML_SV("source")));
      if (as_of.len > 0) {
        aml_json_member_string(json, "as_of", as_of);
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
  if (query->kind == AML_QUERY_RECORD) {
    return aml_sv_format(a->arena, "No record '%.*s' is in the table '%.*s'.", AML_SV_ARG(query->name),
        AML_SV_ARG(aml_facts_table_name(query->table)));
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
