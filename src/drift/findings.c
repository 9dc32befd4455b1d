/* What is to be said of pairs, and of what has no partner. */
#include "drift/drift.h"
#include "expr/value_text.h"
#include "rule/spot.h"

enum { SHOWN_MAX = 60 };

typedef struct telling {
  const aml_drift *drift;
  const aml_sources *sources;
  const aml_rule *differs, *undeclared, *missing; /* AML801 to AML803; NULL: there is none */
  aml_findings *findings;
} telling;

static void relate(telling *t, aml_finding *finding, const aml_related *places, size_t count) {
  aml_related *related = AML_NEW_ARRAY(t->findings->arena, aml_related, count);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (!aml_span_is_none(places[i].span)) {
      related[kept++] = places[i];
    }
  }
  finding->related = related;
  finding->related_count = kept;
}

static aml_sv dated(const telling *t, const aml_actual *actual, const char *what) {
  char day[AML_DAY_TEXT_SIZE] = "";
  bool is_dated = actual->file->exported != AML_DAY_NONE;
  if (is_dated) {
    aml_day_text(actual->file->exported, day);
  }
  return aml_sv_format(
      t->findings->arena, "%s%s%s.", what, is_dated ? ", exported on " : "", is_dated ? day : "");
}

static void tell_difference(
    telling *t, const aml_resource *declared, const aml_actual *actual, const aml_drift_setting *difference) {
  const aml_rule *rule = t->differs;
  aml_arena *arena = t->findings->arena;
  aml_spot spot = aml_spot_of_value(arena, declared, difference->declared);
  spot.property = difference->path;
  aml_finding *finding = aml_spot_add_finding(t->findings, rule, declared, &spot);
  finding->severity = difference->is_security ? AML_SEVERITY_ERROR : rule->severity;
  aml_sv key = aml_drift_key(arena, declared, difference->path);
  if (difference->differs == AML_MAYBE) {
    aml_finding_undecide(finding, arena,
        aml_sv_format(arena, "whether '%.*s' runs as declared is not known: %.*s", AML_SV_ARG(key),
            AML_SV_ARG(difference->reason)));
  } else {
    aml_sv runs = aml_drift_show(arena, difference, difference->actual, SHOWN_MAX);
    aml_sv says = aml_drift_show(arena, difference, difference->declared, SHOWN_MAX);
    finding->status = AML_ACTIVE;
    finding->message =
        difference->actual == NULL
            ? aml_message_of(arena, "%s '%.*s' runs without '%.*s', which is declared as '%.*s'.",
                  aml_drift_noun(declared), AML_SV_ARG(declared->shown_name), AML_SV_ARG(key),
                  AML_SV_ARG(says))
            : aml_message_of(arena, "%s '%.*s' runs with '%.*s' set to '%.*s', but '%.*s' is declared.",
                  aml_drift_noun(declared), AML_SV_ARG(declared->shown_name), AML_SV_ARG(key),
                  AML_SV_ARG(runs), AML_SV_ARG(says));
  }
  const char *how = aml_drift_joined_by(declared, actual);
  const aml_span span = difference->actual != NULL ? difference->actual->span : actual->resource->name_span;
  const aml_related place = {span, dated(t, actual, how)};
  relate(t, finding, &place, 1);
}

static void tell_pair(telling *t, const aml_resource *declared, const aml_actual *actual) {
  const aml_drift_settings all = aml_drift_settings_of(t->drift, t->findings->arena, declared, actual);
  for (size_t i = 0; t->differs != NULL && i < all.count; i++) {
    if (all.items[i].differs != AML_FALSE) {
      tell_difference(t, declared, actual, &all.items[i]);
    }
  }
}

/* A finding of the rule that holds, on the whole resource. */
static aml_finding *add_finding(telling *t, const aml_rule *rule, const aml_resource *resource) {
  const aml_spot spot = aml_spot_of_resource(resource);
  aml_finding *finding = aml_spot_add_finding(t->findings, rule, resource, &spot);
  finding->severity = rule->severity;
  finding->status = AML_ACTIVE;
  return finding;
}

/* A compute that runs, and that no declaration is sure to be of. */
static void tell_undeclared(telling *t, const aml_actual *actual) {
  const aml_resource *resource = actual->resource;
  aml_drift_state state;
  aml_sv why;
  if (t->undeclared == NULL || !aml_drift_judge_undeclared(t->drift, t->sources, actual, &state, &why)) {
    return;
  }
  aml_arena *arena = t->findings->arena;
  aml_finding *finding = add_finding(t, t->undeclared, resource);
  finding->message = aml_message_of(
      arena, "Cluster '%.*s' runs, but no file declares it.", AML_SV_ARG(resource->shown_name));
  if (state == AML_DRIFT_MAY_BE_UNDECLARED) {
    aml_finding_undecide(finding, arena, why);
  }
  if (actual->candidate != NULL) {
    const aml_related place = {actual->candidate->name_span, AML_SV("This may be its declaration.")};
    relate(t, finding, &place, 1);
  }
}

/* A cluster that is declared, of a workspace of which all that runs is known. */
static void tell_missing(telling *t, const aml_resource *declared) {
  bool is_known =
      declared->name->kind == AML_STRING && !declared->is_existing && aml_drift_is_cluster(declared);
  if (t->missing == NULL || !is_known || !aml_drift_is_complete_for(t->drift, declared)) {
    return;
  }
  aml_arena *arena = t->findings->arena;
  aml_finding *finding = add_finding(t, t->missing, declared);
  finding->message = aml_message_of(arena,
      "Cluster '%.*s' is declared, but the evidence of its workspace does not contain it.",
      AML_SV_ARG(declared->shown_name));
  aml_sv why;
  if (aml_drift_judge_missing(t->drift, declared, &why) == AML_DRIFT_NOT_TOLD) {
    aml_finding_undecide(finding, arena, why);
  }
}

void aml_drift_find(const aml_drift *drift, const aml_graph *declared, const aml_sources *sources,
    const aml_ruleset *rules, aml_findings *findings) {
  telling t = {.drift = drift,
      .sources = sources,
      .differs = aml_ruleset_find(rules, AML_SV("AML801")),
      .undeclared = aml_ruleset_find(rules, AML_SV("AML802")),
      .missing = aml_ruleset_find(rules, AML_SV("AML803")),
      .findings = findings};
  for (size_t i = 0; i < aml_graph_count(declared); i++) {
    const aml_resource *resource = aml_graph_at(declared, i);
    const aml_actual *actual = drift->of_declared[i];
    if (actual != NULL) {
      tell_pair(&t, resource, actual);
    } else {
      tell_missing(&t, resource);
    }
  }
  for (size_t i = 0; i < drift->actual.count; i++) {
    if (drift->actual.items[i]->declared == NULL) {
      tell_undeclared(&t, drift->actual.items[i]);
    }
  }
}
