/* Runs the rules of a resource's type on it and writes findings. */
#include "base/codec.h"
#include "base/limits.h"
#include "base/secret.h"
#include "condition/relations.h"
#include "rule/by_type.h"
#include "rule/make_fix.h"
#include "rule/rule_body.h"
#include "rule/spot.h"
#include "tree/guest_value.h"

typedef struct run {
  const aml_check_context *context;
  aml_findings *findings;
  aml_check *check;
  const aml_rule *rule;
  size_t made; /* findings so far */
  aml_evidence *evidence;
  aml_answers *answers;
  aml_field_values *field_values;
  aml_verdicts *verdicts; /* told of what the rule reads; NULL: nobody wants to know */
} run;

static const aml_telling *telling_of(const run *r) {
  const aml_rule_body *body = r->rule->body;
  return body->telling != NULL ? body->telling : aml_later_get(body->later, r->findings->arena);
}

/* The severity of this case: the first stage that holds. What somebody set for the rule is applied later. */
static aml_severity pick_severity(run *r) {
  const aml_telling *telling = telling_of(r);
  for (size_t i = 0; i < telling->stage_count; i++) {
    const aml_stage *stage = &telling->stages[i];
    if (stage->when == NULL || aml_check_condition(r->check, stage->when) == AML_TRUE) {
      return stage->severity;
    }
  }
  return r->rule->effective;
}

/* What `at` names: the first that exists; its property even where none does. */
static bool find_declared(run *r, aml_spot *spot) {
  aml_arena *arena = r->findings->arena;
  const aml_telling *telling = telling_of(r);
  bool has_property = false;
  for (size_t i = 0; i < telling->at_count; i++) {
    const aml_field *at = &telling->at[i];
    aml_hit local;
    aml_hits hits = {&local, 0, 1};
    bool is_open = false;
    aml_evidence evidence = {.resource = r->check->root};
    aml_check_field(r->check, at, AML_WALK_REPORT_ABSENT, &hits, &is_open, &evidence.path, &evidence.prefix);
    if (hits.count == 0) {
      continue;
    }
    evidence.hit = hits.items[0];
    if (evidence.path == NULL && at->kind == AML_FIELD_DYNAMIC) {
      continue; /* what it is called is not known */
    }
    if (evidence.path == NULL) {
      *spot = aml_spot_of_resource(r->check->root);
      spot->property = at->text;
      spot->value = evidence.hit.value;
      return true;
    }
    aml_spot found = aml_spot_of(arena, &evidence);
    if (!has_property || found.value != NULL) {
      *spot = found;
      has_property = true;
    }
    if (found.value != NULL) {
      break;
    }
  }
  return has_property;
}

/* Without `at`: the item of `each`, else the last property that the verdict rests on. */
static void find_from_evidence(run *r, aml_spot *spot) {
  const aml_check *check = r->check;
  for (size_t i = check->evidence_count; i > 0; i--) {
    const aml_evidence *evidence = &check->evidence[i - 1];
    if (evidence->path != NULL && evidence->resource == check->root) {
      aml_spot found = aml_spot_of(r->findings->arena, evidence);
      if (spot->property.len == 0 || (spot->value == NULL && found.value != NULL)) {
        *spot = found;
      }
    }
  }
}

/* An object is gone through as {key, value} items that stand nowhere themselves. */
static const aml_value *item_value(const aml_value *item) {
  bool is_pair =
      item->kind == AML_OBJECT && item->as.object.count == 2 && aml_object_find(item, AML_SV("key")) != NULL;
  const aml_value *value = is_pair ? aml_object_find(item, AML_SV("value")) : NULL;
  return value != NULL ? value : item;
}

static bool is_written_in(const aml_value *value, const aml_resource *resource) {
  return !aml_span_is_none(value->span) && value->span.source == resource->span.source &&
         value->span.begin >= resource->span.begin && value->span.end <= resource->span.end;
}

static aml_spot find_place(run *r) {
  aml_spot spot = aml_spot_of_resource(r->check->root);
  const aml_frame *item = r->check->root_frame;
  if (item != NULL && telling_of(r)->at_count == 0 && !item->changes_subject) {
    return aml_spot_of_value(r->findings->arena, r->check->root, item_value(item->value));
  }
  if (!find_declared(r, &spot)) {
    find_from_evidence(r, &spot);
  }
  if (item != NULL && telling_of(r)->at_count == 0 && is_written_in(item->value, r->check->root)) {
    spot = (aml_spot){.span = item->value->span, .property = spot.property, .value = item->value};
  }
  return spot;
}

/* What a rule for secrets found is marked as one before any text is made of it. */
static void keep_secret(aml_arena *arena, const aml_value **value) {
  if (*value != NULL) {
    *value = aml_value_moved(
        arena, *value, (*value)->span, (*value)->origin, (*value)->flags | (unsigned)AML_VALUE_SECURE);
  }
}

static aml_spot find_spot(run *r) {
  aml_spot spot = find_place(r);
  if (r->rule->finds_secret) {
    bool is_whole = spot.outer == spot.value;
    keep_secret(r->findings->arena, &spot.value);
    keep_secret(r->findings->arena, &spot.outer);
    spot.outer = is_whole ? spot.value : spot.outer;
  }
  return spot;
}

/* A body stands where its name stands; other values where they are written. */
static aml_span span_of(const aml_value *value) {
  const aml_value *name = value->kind == AML_OBJECT ? aml_object_find(value, AML_SV("name")) : NULL;
  return name != NULL && !aml_span_is_none(name->span) ? name->span : value->span;
}

static void add_pointer(run *r, const aml_pointer *pointer, const aml_value *value, aml_related_list *out) {
  bool is_of_rule = !pointer->is_field && value != NULL && value->kind == AML_UNKNOWN &&
                    value->span.source == pointer->value.value->span.source;
  if (value == NULL || is_of_rule) { /* what is not known stands nowhere but in the rule itself */
    return;
  }
  if (value->kind == AML_ARRAY) {
    for (size_t i = 0; i < value->as.array.count; i++) {
      add_pointer(r, pointer, value->as.array.items[i], out);
    }
    return;
  }
  if (value->origin != NULL && value->origin->step == AML_STEP_SERVICE_DEFAULT) {
    aml_origin_explain(
        r->findings->arena, r->check->root, value, out); /* nothing stands there that could be pointed at */
    return;
  }
  aml_frame item = {.outer = r->check->frame, .value = value};
  aml_related related = {span_of(value), {0}};
  if (!aml_span_is_none(related.span)) {
    r->check->frame = &item;
    related.text = aml_text_fill(r->check, r->findings->arena, &pointer->text).text;
    r->check->frame = item.outer;
    AML_VEC_PUSH(r->findings->arena, out, related);
  }
}

static void add_related(run *r, const aml_spot *spot, aml_finding *finding) {
  aml_related_list list = {0};
  aml_spot_explain(r->findings->arena, r->check->root, spot, &list);
  const aml_telling *telling = telling_of(r);
  for (size_t i = 0; i < telling->pointer_count; i++) {
    const aml_pointer *pointer = &telling->pointers[i];
    add_pointer(r, pointer,
        pointer->is_field ? aml_check_field_value(r->check, &pointer->field)
                          : aml_check_operand(r->check, &pointer->value),
        &list);
  }
  finding->related = list.items;
  finding->related_count = list.count;
}

/* A secret in a text is shown where it is, rather than where the text begins. */
static void point_at_secret(run *r, const aml_spot *spot, aml_finding *finding) {
  aml_secret_range secret;
  bool is_written =
      spot->value != NULL && spot->outer == spot->value && aml_value_is(spot->value, AML_STRING);
  if (!is_written || !aml_secret_find_certain(spot->value->as.string, &secret)) {
    return;
  }
  const aml_guest_range part = {secret.begin, secret.end};
  aml_span span = aml_value_part(r->findings->arena, r->context->sources, spot->value, part);
  if (span.begin != spot->span.begin || span.end != spot->span.end) {
    finding->whole = spot->span;
    finding->span = span;
  }
}

static aml_finding *add_finding(run *r, const aml_spot *spot) {
  aml_finding *finding = aml_spot_add_finding(r->findings, r->rule, r->check->root, spot);
  if (r->rule->finds_secret) {
    finding->secret = spot->value;
    point_at_secret(r, spot, finding);
  }
  r->made++;
  return finding;
}

static aml_message make_message(run *r) {
  const aml_alternative *message = telling_of(r)->messages;
  while (message->when != NULL && /* the last one has none */
         aml_check_condition(r->check, message->when) != AML_TRUE) {
    message++;
  }
  return aml_text_fill(r->check, r->findings->arena, &message->text);
}

static void add_broken(run *r) {
  aml_arena *arena = r->findings->arena;
  const aml_telling *telling = telling_of(r);
  aml_spot spot = find_spot(r);
  aml_finding *finding = add_finding(r, &spot);
  finding->status = AML_ACTIVE;
  finding->severity = pick_severity(r);
  finding->message = make_message(r);
  finding->help = aml_text_fill(r->check, arena, &telling->help).text;
  if (!r->check->root->form->is_kept) {
    finding->cli = aml_text_fill_command(r->check, arena, &telling->cli);
  }
  add_related(r, &spot, finding);
  aml_rule_make_fix(r->check, telling, r->findings->arena, finding);
}

/* Whoever asks for the workspace knows only that there is none to be had. */
static aml_sv reason_of(const aml_check *check) {
  bool is_of_workspace = aml_sv_eq(check->reason, AML_SV(AML_REASON_WORKSPACE));
  return is_of_workspace ? aml_relations_why_no_workspace(check) : check->reason;
}

static void add_undecided(run *r) {
  aml_sv reason = reason_of(r->check); /* before the spot is looked for, which evaluates more */
  aml_spot spot = find_spot(r);
  aml_finding *finding = add_finding(r, &spot);
  finding->severity = r->rule->effective;
  finding->is_incomplete = r->check->eval.hit_limit;
  aml_message_writer message;
  aml_rule_begin_message(r->check, r->findings->arena, &message);
  aml_finding_undecide_by(finding, &message, reason);
  add_related(r, &spot, finding);
}

static void judge(run *r) {
  aml_truth truth = aml_check_condition(r->check, r->rule->body->condition);
  if (truth == AML_TRUE && r->check->root->condition == AML_CONDITION_OFF_BY_DEFAULT) {
    r->check->reason = aml_resource_when(r->findings->arena, r->check->root);
    add_undecided(r);
  } else if (truth == AML_TRUE) {
    add_broken(r);
  } else if (truth == AML_MAYBE) {
    add_undecided(r);
  }
}

static bool judge_item(void *ctx, const aml_frame *item, aml_truth exists) {
  run *r = ctx;
  aml_check_enter(r->check, item);
  if (exists == AML_TRUE) {
    judge(r);
  } else {
    add_undecided(r);
  }
  aml_check_enter(r->check, NULL); /* the item goes out of scope, and names evaluated with it */
  return true;
}

/* The rule's parameters here: settings differ by file. Mistakes in them were told before. */
static const aml_value *find_values(run *r) {
  const aml_rule_body *body = r->rule->body;
  const aml_value *given = aml_rule_settings(r->context->settings, r->rule);
  aml_diags unheard;
  if (given == NULL) {
    return body->values;
  }
  aml_diags_init(&unheard, r->findings->arena);
  aml_compiler compiler = {.arena = r->findings->arena, .diags = &unheard, .dialect = AML_DIALECT_RULE};
  return aml_parameters_bind(&compiler, &body->parameters, given);
}

static void check_rule(run *r, const aml_map *targets, const aml_resource *resource) {
  const aml_rule_body *body = r->rule->body;
  aml_check check = {.arena = r->findings->arena,
      .context = r->context,
      .dialect = AML_DIALECT_RULE,
      .parameters = find_values(r),
      .targets = targets,
      .lets = body->lets,
      .let_count = body->let_count,
      .evidence = r->evidence,
      .answers = r->answers,
      .field_values = r->field_values,
      .verdicts = r->verdicts};
  r->check = &check;
  aml_check_begin(&check, resource);
  if (body->each == NULL) {
    judge(r);
  } else if (aml_check_range(&check, body->each, judge_item, r)) {
    aml_check_enter(&check, NULL);
    if (check.reason.len == 0) {
      check.reason = AML_SV(AML_REASON_PART);
    }
    add_undecided(r);
  }
  r->check = NULL;
}

/* Whether the rule may find something else than before the change on what that does not reach. Parameters
 * from a configuration may be regular expressions, of which nobody knows how long they take. */
static bool may_find_another(
    const aml_check_context *context, const aml_rule_group *group, size_t k, aml_reached reached) {
  aml_width width = group->widths == NULL ? AML_WIDTH_ALL : group->widths[k];
  return reached == AML_REACHED || width == AML_WIDTH_ALL || width == AML_WIDTH_SAME ||
         (width == AML_WIDTH_NAMESAKES && reached == AML_NAMESAKE_REACHED) ||
         aml_rule_settings(context->settings, group->rules[k]) != NULL;
}

/* Of findings that were added since there were `first`. */
static void mark_as_before(const aml_findings *findings, size_t first) {
  for (size_t i = first; i < findings->list.count; i++) {
    findings->list.items[i]->is_as_before = true;
  }
}

/* One rule on the resource, of which `r` is filled in but for the rule; whether it looked at the resource
 * goes to *is_concerned where it found nothing. */
static void run_rule(run *r, const aml_ruleset *rules, const aml_resource *resource, bool *is_concerned) {
  aml_findings *findings = r->findings;
  aml_answers_begin_rule(r->answers);
  aml_findings_mark mark = aml_findings_set_mark(findings);
  const aml_judge *judge = r->rule->body->judge;
  r->made = 0;
  if (judge != NULL) {
    r->made = judge->check(judge, r->rule, r->context, resource, r->evidence, findings);
    *is_concerned = r->made > 0 || !findings->keeps_passes ||
                    judge->concerns(judge, findings->arena, r->context, resource);
  } else {
    check_rule(r, rules->targets, resource);
  }
  if (!aml_findings_keep(findings, &mark, aml_answers_texts(r->answers))) {
    aml_answers_hand_over(r->answers);
  }
}

/* The same, unless it is known that the rule finds nothing. */
static void run_rule_once(
    run *r, const aml_ruleset *rules, const aml_resource *resource, bool *is_concerned) {
  aml_verdicts *verdicts = r->verdicts;
  size_t number = r->rule->number;
  if (verdicts == NULL || r->rule->body->judge != NULL) {
    run_rule(r, rules, resource, is_concerned);
  } else if (!aml_verdicts_is_passed(verdicts, number)) {
    r->verdicts = aml_verdicts_watch(verdicts, number) ? verdicts : NULL;
    run_rule(r, rules, resource, is_concerned);
    aml_verdicts_end(verdicts, number, r->made > 0);
    r->verdicts = verdicts;
  } else {
    r->made = 0;
  }
}

static void run_group(
    run *r, const aml_ruleset *rules, const aml_rule_group *group, aml_reached reached, aml_passes *passed) {
  aml_findings *findings = r->findings;
  aml_pass *passes = findings->keeps_passes ? AML_NEW_ARRAY(findings->arena, aml_pass, group->count) : NULL;
  passed->items = passes;
  for (size_t k = 0; k < group->count; k++) {
    if (!may_find_another(r->context, group, k, reached)) {
      continue;
    }
    aml_arena_spend(findings->arena, AML_STEPS_FOR_A_RULE);
    size_t first = findings->list.count;
    bool is_concerned = true;
    r->rule = group->rules[k];
    run_rule_once(r, rules, passed->resource, &is_concerned);
    if (passes != NULL && r->made == 0) {
      passes[passed->count++] = (aml_pass){r->rule, is_concerned};
    }
    if (reached != AML_REACHED && group->widths != NULL && group->widths[k] == AML_WIDTH_SAME) {
      mark_as_before(findings, first);
    }
  }
}

void aml_rules_check_part(const aml_ruleset *rules, const aml_check_context *context, size_t i,
    aml_reached reached, aml_answers *answers, aml_findings *findings) {
  const aml_resource *resource = aml_graph_at(context->graph, i);
  aml_evidence evidence[AML_EVIDENCE_MAX]; /* written before it is read */
  aml_field_values field_values;
  const aml_rule_group *group = resource->is_existing ? NULL : aml_rules_of_type(rules, resource->type);
  if (group == NULL) {
    return;
  }
  aml_field_values_begin(&field_values, resource);
  run r = {.context = context,
      .findings = findings,
      .evidence = evidence,
      .answers = answers,
      .field_values = &field_values,
      .verdicts = aml_answers_begin_resource(answers, rules->put)};
  if (r.verdicts != NULL) {
    aml_verdicts_begin(r.verdicts, context, group, &field_values);
  }
  aml_passes passed = {.resource = resource};
  run_group(&r, rules, group, reached, &passed);
  if (passed.count > 0) {
    AML_VEC_PUSH(findings->arena, &findings->passes, passed);
  }
}

void aml_rules_check(
    const aml_ruleset *rules, const aml_check_context *context, size_t i, aml_findings *findings) {
  aml_answers *answers = aml_answers_new(findings->arena);
  aml_rules_check_part(rules, context, i, AML_REACHED, answers, findings);
  aml_answers_end(answers);
}
