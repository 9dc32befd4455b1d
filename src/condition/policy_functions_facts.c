#include "base/limits.h"
#include "base/number.h"
#include "condition/functions_more.h"
#include "condition/workspace.h"
#include "inventory/quota.h"

static const aml_value *none(aml_eval *eval) {
  return aml_value_null(eval->arena, AML_NO_SPAN);
}

static const aml_value *none_of(const aml_asked *asked) {
  return aml_value_null(asked->arena, AML_NO_SPAN);
}

/* The i-th argument's text; NULL with *result set where it is unknown, null or no string. */
static bool read_arg(aml_eval *eval, const aml_expr *call, size_t i, aml_sv *text, const aml_value **result) {
  const aml_value *arg = aml_eval_arg(eval, call, i);
  if (arg->kind == AML_STRING) {
    *text = arg->as.string;
    return true;
  }
  /* Whatever the argument may be, the answer may be null. */
  *result = arg->kind == AML_UNKNOWN ? aml_eval_unknown_as(eval, AML_KINDS_ANY, arg->as.unknown->reason)
                                     : none(eval);
  return false;
}

static const aml_value *ask_about(
    const aml_check *check, const aml_eval *eval, aml_question *question, aml_sv a, aml_sv b) {
  const aml_asked asked = {.facts = check->context->facts,
      .as_of = check->context->as_of,
      .arena = eval->arena,
      .steps = AML_STEPS_FOR_A_FACT,
      .a = a,
      .b = b};
  return aml_answers_get(check->answers, question, &asked);
}

/* Asks about the first argument. */
static const aml_value *ask(
    const aml_check *check, aml_eval *eval, const aml_expr *call, aml_question *question) {
  aml_sv text;
  const aml_value *result = NULL;
  return read_arg(eval, call, 0, &text, &result) ? ask_about(check, eval, question, text, (aml_sv){0})
                                                 : result;
}

/* Asks about the first two arguments. */
static const aml_value *ask_of_two(
    const aml_check *check, aml_eval *eval, const aml_expr *call, aml_question *question) {
  aml_sv a;
  aml_sv b;
  const aml_value *result = NULL;
  bool are_read = read_arg(eval, call, 0, &a, &result) && read_arg(eval, call, 1, &b, &result);
  return are_read ? ask_about(check, eval, question, a, b) : result;
}

static void add_text(aml_object_builder *object, const char *name, aml_sv text) {
  const aml_value *value = text.len == 0 ? aml_value_null(object->arena, AML_NO_SPAN)
                                         : aml_value_string(object->arena, text, AML_NO_SPAN);
  aml_object_add(object, aml_sv_of(name), AML_NO_SPAN, value);
}

/* How a cell becomes a member of an object. */
typedef enum member_kind {
  TEXT,  /* null where it is empty */
  COUNT, /* a whole number, for which 0 stands for "not known": null */
  WHOLE, /* a whole number, 0 where it is empty */
  NUMBER /* 0 where it is empty */
} member_kind;

typedef struct member {
  const char *name;
  aml_sv column;
  member_kind kind;
} member;

static void add_cell(aml_object_builder *object, const char *name, aml_sv cell, member_kind kind) {
  double number = 0;
  bool is_number = kind != TEXT && aml_double_parse(cell, &number);
  if (kind == TEXT || (kind == COUNT && (!is_number || number <= 0))) {
    add_text(object, name, kind == TEXT ? cell : (aml_sv){0});
  } else if (kind == NUMBER) {
    aml_object_add(object, aml_sv_of(name), AML_NO_SPAN, aml_value_float(object->arena, number, AML_NO_SPAN));
  } else {
    aml_object_add(
        object, aml_sv_of(name), AML_NO_SPAN, aml_value_int(object->arena, (int64_t)number, AML_NO_SPAN));
  }
}

static void add_cells(aml_object_builder *object, aml_record record, const member *members, size_t count) {
  for (size_t i = 0; i < count; i++) {
    add_cell(object, members[i].name, aml_record_cell(&record, members[i].column), members[i].kind);
  }
}

static const aml_value *make_object(
    aml_arena *arena, const aml_record *record, const member *members, size_t count) {
  aml_object_builder object;
  aml_object_begin_sized(&object, arena, count);
  add_cells(&object, *record, members, count);
  return aml_object_end(&object, AML_NO_SPAN, 0);
}
#define MAKE_OBJECT(arena, record, members)                                                                  \
  make_object(arena, record, members, sizeof(members) / sizeof *(members))

static void add_day(aml_object_builder *object, const char *name, aml_day day) {
  char text[AML_DAY_TEXT_SIZE];
  if (day == AML_DAY_NONE) {
    add_text(object, name, (aml_sv){0});
    return;
  }
  aml_day_text(day, text);
  add_text(object, name, aml_sv_dup(object->arena, aml_sv_of(text)));
}

static const aml_value *answer_size(const aml_asked *asked) {
  static const member members[] = {
      {"name", AML_SV_CONST("name"), TEXT},
      {"series", AML_SV_CONST("series"), TEXT},
      {"vcpus", AML_SV_CONST("vcpus"), COUNT},
      {"memoryGiB", AML_SV_CONST("memory_gib"), NUMBER},
      {"gpuCount", AML_SV_CONST("gpu_count"), TEXT},
      {"gpuModel", AML_SV_CONST("gpu_model"), TEXT},
      {"quotaFamily", AML_SV_CONST("quota_family"), TEXT},
      {"architecture", AML_SV_CONST("architecture"), TEXT},
      {"constrainedFrom", AML_SV_CONST("constrained_from"), TEXT},
      {"source", AML_SV_CONST("source"), TEXT},
      {"asOf", AML_SV_CONST("as_of"), TEXT},
  };
  aml_record record;
  return aml_facts_record(asked->facts, AML_FACTS_SIZES, asked->a, &record)
             ? MAKE_OBJECT(asked->arena, &record, members)
             : none_of(asked);
}

const aml_value *aml_call_size(aml_check *check, aml_eval *eval, const aml_expr *call) {
  return ask(check, eval, call, answer_size);
}

static const char *support_name(aml_aml_support support) {
  switch (support) {
  case AML_SUPPORT_CLUSTERS_AND_INSTANCES:
    return "clusters and instances";
  case AML_SUPPORT_OTHER:
    return "other";
  case AML_SUPPORT_UNLISTED:
    break;
  }
  return "unlisted";
}

static const aml_value *answer_series(const aml_asked *asked) {
  static const member members[] = {
      {"key", AML_SV_CONST("key"), TEXT},
      {"category", AML_SV_CONST("category"), TEXT},
      {"processor", AML_SV_CONST("processor"), TEXT},
      {"accelerator", AML_SV_CONST("accelerator"), TEXT},
      {"retiresText", AML_SV_CONST("retires"), TEXT},
      {"retiresInRegion", AML_SV_CONST("retires_in_region"), TEXT},
      {"retiresInCloud", AML_SV_CONST("retires_in_cloud"), TEXT},
      {"capacityRestricted", AML_SV_CONST("restricted_since"), TEXT},
      {"closedToNew", AML_SV_CONST("closed_since"), TEXT},
      {"successors", AML_SV_CONST("successors"), TEXT},
      {"azureml", AML_SV_CONST("aml_documented"), TEXT},
      {"source", AML_SV_CONST("source"), TEXT},
      {"asOf", AML_SV_CONST("as_of"), TEXT},
      {"note", AML_SV_CONST("note"), TEXT},
  };
  aml_series_fact fact;
  if (!aml_facts_series_of(asked->facts, asked->a, &fact) &&
      !aml_facts_series(asked->facts, asked->a, &fact)) {
    return none_of(asked);
  }
  aml_object_builder object;
  aml_object_begin(&object, asked->arena);
  add_cells(&object, fact.record, members, sizeof members / sizeof *members);
  add_day(&object, "announced", fact.announced);
  add_day(&object, "retires", fact.retires);
  add_text(&object, "support", aml_sv_of(support_name(aml_facts_support(&fact))));
  return aml_object_end(&object, AML_NO_SPAN, 0);
}

const aml_value *aml_call_series(aml_check *check, aml_eval *eval, const aml_expr *call) {
  return ask(check, eval, call, answer_series);
}

static const aml_value *text_or_null(const aml_asked *asked, aml_sv text) {
  return text.len == 0 ? none_of(asked) : aml_value_string(asked->arena, text, AML_NO_SPAN);
}

static const aml_value *answer_successors(const aml_asked *asked) {
  aml_series_fact fact;
  bool is_size = aml_facts_series_of(asked->facts, asked->a, &fact);
  return text_or_null(
      asked, aml_facts_successors(asked->facts, asked->arena, is_size ? fact.key : asked->a, asked->as_of));
}

const aml_value *aml_call_successors(aml_check *check, aml_eval *eval, const aml_expr *call) {
  return ask(check, eval, call, answer_successors);
}

static const aml_value *answer_successor_size(const aml_asked *asked) {
  return text_or_null(asked, aml_facts_successor_size(asked->facts, asked->a, asked->as_of));
}

const aml_value *aml_call_successor_size(aml_check *check, aml_eval *eval, const aml_expr *call) {
  return ask(check, eval, call, answer_successor_size);
}

static const aml_value *answer_has_series(const aml_asked *asked) {
  aml_series_fact fact;
  return aml_value_bool(asked->arena, aml_facts_series_of(asked->facts, asked->a, &fact), AML_NO_SPAN);
}

static const aml_value *answer_retires(const aml_asked *asked) {
  aml_series_fact fact;
  char text[AML_DAY_TEXT_SIZE];
  aml_day day = aml_facts_series_of(asked->facts, asked->a, &fact)
                    ? aml_facts_retires_in(asked->facts, &fact, asked->b)
                    : AML_DAY_NONE;
  if (day == AML_DAY_NONE) {
    return none_of(asked);
  }
  aml_day_text(day, text);
  return aml_value_string(asked->arena, aml_sv_dup(asked->arena, aml_sv_of(text)), AML_NO_SPAN);
}

/* The day on which a size's series ends in a region; where the region is not known, the general date. The
 * region is not even looked at for a size without a series. */
const aml_value *aml_call_retires(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv name;
  const aml_value *result = NULL;
  if (!read_arg(eval, call, 0, &name, &result)) {
    return result;
  }
  if (!ask_about(check, eval, answer_has_series, name, (aml_sv){0})->as.boolean) {
    return none(eval);
  }
  aml_sv region = aml_value_text(aml_eval_arg(eval, call, 1));
  return ask_about(check, eval, answer_retires, name, region);
}

static const aml_value *answer_limit(const aml_asked *asked) {
  static const member members[] = {
      {"unit", AML_SV_CONST("unit"), TEXT},
      {"statement", AML_SV_CONST("statement"), TEXT},
      {"source", AML_SV_CONST("source"), TEXT},
      {"asOf", AML_SV_CONST("as_of"), TEXT},
  };
  aml_record record;
  double number;
  if (!aml_facts_record(asked->facts, AML_FACTS_LIMITS, asked->a, &record)) {
    return none_of(asked);
  }
  aml_object_builder object;
  aml_object_begin(&object, asked->arena);
  aml_sv value = aml_record_cell(&record, AML_SV("value"));
  add_cell(&object, "value", value, aml_double_parse(value, &number) ? NUMBER : TEXT);
  add_cells(&object, record, members, sizeof members / sizeof *members);
  return aml_object_end(&object, AML_NO_SPAN, 0);
}

const aml_value *aml_call_limit(aml_check *check, aml_eval *eval, const aml_expr *call) {
  return ask(check, eval, call, answer_limit);
}

static const aml_value *answer_source(const aml_asked *asked) {
  static const member members[] = {
      {"id", AML_SV_CONST("id"), TEXT},
      {"asOf", AML_SV_CONST("as_of"), TEXT},
      {"text", AML_SV_CONST("source"), TEXT},
  };
  aml_record record;
  return aml_facts_record(asked->facts, AML_FACTS_SOURCES, asked->a, &record)
             ? MAKE_OBJECT(asked->arena, &record, members)
             : none_of(asked);
}

const aml_value *aml_call_source(aml_check *check, aml_eval *eval, const aml_expr *call) {
  return ask(check, eval, call, answer_source);
}

/* A number where the column holds some, a truth value where it holds these; else the text. */
static const aml_value *value_of_cell(const aml_asked *asked, aml_sv column, aml_sv cell) {
  aml_arena *arena = asked->arena;
  double number;
  switch (aml_column_kind_of(column)) {
  case AML_COLUMN_WHOLE:
    return cell.len == 0 ? none_of(asked) : aml_value_int(arena, aml_facts_int(cell), AML_NO_SPAN);
  case AML_COLUMN_NUMBER:
    return aml_double_parse(cell, &number) ? aml_value_float(arena, number, AML_NO_SPAN) : none_of(asked);
  case AML_COLUMN_FLAG:
    return aml_value_bool(arena, aml_sv_eq(cell, AML_SV("true")), AML_NO_SPAN);
  case AML_COLUMN_TEXT:
  case AML_COLUMN_SHARE:
  case AML_COLUMN_DATE:
  case AML_COLUMN_VERSION:
  case AML_COLUMN_PATTERN:
    break;
  }
  return text_or_null(asked, cell);
}

static const aml_value *answer_record(const aml_asked *asked) {
  aml_facts_table table;
  aml_record record;
  if (!aml_facts_table_parse(asked->a, &table) || !aml_facts_record(asked->facts, table, asked->b, &record)) {
    return none_of(asked);
  }
  aml_object_builder object;
  aml_sv column;
  aml_sv cell;
  aml_object_begin(&object, asked->arena);
  while (aml_record_next(&record, &column, &cell)) {
    aml_object_add(&object, column, AML_NO_SPAN, value_of_cell(asked, column, cell));
  }
  return aml_object_end(&object, AML_NO_SPAN, 0);
}

const aml_value *aml_call_record(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv name;
  aml_sv key;
  const aml_value *result = NULL;
  aml_facts_table table;
  if (!read_arg(eval, call, 0, &name, &result) || !read_arg(eval, call, 1, &key, &result)) {
    return result;
  }
  if (!aml_facts_table_parse(name, &table)) {
    return aml_eval_unknown(
        eval, AML_KINDS_ANY, "the table of facts '%.*s' does not exist", AML_SV_ARG(name));
  }
  return ask_about(check, eval, answer_record, name, key);
}

static const aml_value *answer_suggest_size(const aml_asked *asked) {
  return text_or_null(asked, aml_facts_suggest_size(asked->facts, asked->a));
}

const aml_value *aml_call_suggest_size(aml_check *check, aml_eval *eval, const aml_expr *call) {
  return ask(check, eval, call, answer_suggest_size);
}

static const aml_value *answer_suggest_region(const aml_asked *asked) {
  return text_or_null(asked, aml_facts_suggest_region(asked->facts, asked->a));
}

const aml_value *aml_call_suggest_region(aml_check *check, aml_eval *eval, const aml_expr *call) {
  return ask(check, eval, call, answer_suggest_region);
}

static const aml_value *answer_respell_size(const aml_asked *asked) {
  return text_or_null(asked, aml_facts_respell_size(asked->facts, asked->a));
}

const aml_value *aml_call_respell_size(aml_check *check, aml_eval *eval, const aml_expr *call) {
  return ask(check, eval, call, answer_respell_size);
}

static const aml_value *answer_respell_region(const aml_asked *asked) {
  return text_or_null(asked, aml_facts_respell_region(asked->facts, asked->a));
}

const aml_value *aml_call_respell_region(aml_check *check, aml_eval *eval, const aml_expr *call) {
  return ask(check, eval, call, answer_respell_region);
}

static const aml_value *answer_region(const aml_asked *asked) {
  static const member members[] = {
      {"name", AML_SV_CONST("name"), TEXT},
      {"displayName", AML_SV_CONST("display_name"), TEXT},
      {"geography", AML_SV_CONST("geography"), TEXT},
      {"paired", AML_SV_CONST("paired"), TEXT},
      {"cloud", AML_SV_CONST("cloud"), TEXT},
      {"availability", AML_SV_CONST("availability"), TEXT},
      {"zones", AML_SV_CONST("zones"), WHOLE},
      {"source", AML_SV_CONST("source"), TEXT},
      {"asOf", AML_SV_CONST("as_of"), TEXT},
  };
  aml_record record;
  return aml_facts_region_record(asked->facts, asked->a, &record)
             ? MAKE_OBJECT(asked->arena, &record, members)
             : none_of(asked);
}

const aml_value *aml_call_region(aml_check *check, aml_eval *eval, const aml_expr *call) {
  return ask(check, eval, call, answer_region);
}

static const aml_value *answer_latency(const aml_asked *asked) {
  static const member members[] = {
      {"milliseconds", AML_SV_CONST("milliseconds"), WHOLE},
      {"statistic", AML_SV_CONST("statistic"), TEXT},
      {"source", AML_SV_CONST("source"), TEXT},
      {"windowEnd", AML_SV_CONST("as_of"), TEXT},
  };
  aml_record record;
  return aml_facts_latency(asked->facts, asked->a, asked->b, &record)
             ? MAKE_OBJECT(asked->arena, &record, members)
             : none_of(asked);
}

const aml_value *aml_call_latency(aml_check *check, aml_eval *eval, const aml_expr *call) {
  return ask_of_two(check, eval, call, answer_latency);
}

static bool stands_in(const aml_resource *resource, const aml_value *value) {
  return value->span.source == resource->span.source && !aml_span_is_none(value->span) &&
         value->span.begin >= resource->span.begin && value->span.end <= resource->span.end;
}

/* Whether both values come from one evaluation of one template: this resource's own, or its and its
 * workspace's. */
static bool are_of_one_frame(aml_check *check, const aml_value *a, const aml_value *b) {
  bool is_certain = true;
  const aml_resource *root = check->root;
  const aml_resource *workspace = check->context->graph == NULL ? NULL
                                                                : aml_workspace_of(check->context->graph,
                                                                      check->arena, root, &is_certain);
  bool is_workspaces = workspace != NULL && is_certain && workspace->frame == root->frame;
  return root->frame != 0 && (is_workspaces || (stands_in(root, a) && stands_in(root, b)));
}

/* One expression in one evaluation: the regions are the same, whatever they are. */
static bool are_same_expression(aml_check *check, const aml_value *a, const aml_value *b) {
  return are_of_one_frame(check, a, b) && a->origin != NULL && b->origin != NULL &&
         a->origin->step == AML_STEP_EXPRESSION && b->origin->step == AML_STEP_EXPRESSION &&
         aml_expr_equal(a->origin->expression->as.expression.tree, b->origin->expression->as.expression.tree);
}

const aml_value *aml_call_same_region(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv a;
  aml_sv b;
  const aml_value *result = NULL;
  if (!read_arg(eval, call, 0, &a, &result) || !read_arg(eval, call, 1, &b, &result)) {
    const aml_value *x = aml_eval_arg(eval, call, 0);
    const aml_value *y = aml_eval_arg(eval, call, 1);
    aml_verdicts_saw_other(check->verdicts);
    bool is_same = x->kind == AML_UNKNOWN && y->kind == AML_UNKNOWN && are_same_expression(check, x, y);
    return is_same ? aml_value_bool(eval->arena, true, AML_NO_SPAN) : result;
  }
  bool is_same = aml_sv_ieq(aml_region_normalise(eval->arena, a), aml_region_normalise(eval->arena, b));
  return aml_value_bool(eval->arena, is_same, AML_NO_SPAN);
}

const aml_value *aml_call_seconds(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)check;
  aml_sv text;
  const aml_value *result = NULL;
  aml_duration duration;
  if (!read_arg(eval, call, 0, &text, &result)) {
    return result;
  }
  return aml_duration_parse(text, &duration)
             ? aml_value_int(eval->arena, aml_duration_seconds(&duration), AML_NO_SPAN)
             : none(eval);
}

const aml_value *aml_call_property(aml_check *check, aml_eval *eval, const aml_expr *call) {
  static const member members[] = {
      {"first", AML_SV_CONST("first"), TEXT},
      {"firstStable", AML_SV_CONST("first_stable"), TEXT},
      {"last", AML_SV_CONST("last"), TEXT},
      {"source", AML_SV_CONST("source"), TEXT},
      {"asOf", AML_SV_CONST("as_of"), TEXT},
  };
  aml_sv path;
  const aml_value *result = NULL;
  aml_property_fact fact;
  if (!read_arg(eval, call, 0, &path, &result)) {
    return result;
  }
  aml_arena_spend(eval->arena, AML_STEPS_FOR_A_FACT);
  if (!aml_resource_property(check->root, check->context->facts, eval->arena, path, &fact)) {
    return none(eval);
  }
  return MAKE_OBJECT(eval->arena, &fact.record, members);
}

const aml_value *aml_call_ineffective(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)call;
  aml_verdicts_saw(check->verdicts, AML_THING_INEFFECTIVE, (aml_sv){0});
  if (check->root->ineffective != NULL) {
    return check->root->ineffective;
  }
  aml_object_builder empty;
  aml_object_begin(&empty, eval->arena);
  return aml_object_end(&empty, AML_NO_SPAN, 0);
}

const aml_value *aml_call_has_quotas(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)call;
  const aml_quotas *quotas = check->context->quotas;
  return aml_value_bool(eval->arena, quotas != NULL && quotas->count > 0, AML_NO_SPAN);
}

/* Where the region is not known, that holds which the exports agree on. */
const aml_value *aml_call_quota(aml_check *check, aml_eval *eval, const aml_expr *call) {
  const aml_quotas *quotas = check->context->quotas;
  aml_sv family;
  const aml_value *result = NULL;
  int64_t limit;
  if (quotas == NULL || quotas->count == 0) {
    return none(eval);
  }
  aml_verdicts_saw_other(check->verdicts);
  if (!read_arg(eval, call, 0, &family, &result)) {
    return result;
  }
  aml_sv region = aml_value_text(aml_eval_arg(eval, call, 1));
  if (!aml_quotas_find(quotas, eval->arena, &check->subject->scope, region, family, &limit)) {
    return aml_eval_unknown(eval, AML_KINDS_ANY, "the exports contain different quotas of '%.*s'; %s",
        AML_SV_ARG(family),
        region.len == 0 ? "state the region of the workspace in amlint.yml"
                        : "name only the latest export of each subscription");
  }
  return limit < 0 ? none(eval) : aml_value_int(eval->arena, limit, AML_NO_SPAN);
}
