/* What is to be said of pairs, and of what has no partner. */
#include "drift/drift.h"
#include "expr/value_text.h"
#include "rule/spot.h"

enum { SHOWN_MAX = 60 };

typedef struct telling {
  const aml_drift *drift;
  const aml_sources *sources;
  const aml_ruleset *rules;
  aml_findings *findings;
} telling;

static bool is_cluster(const aml_resource *resource) {
  const aml_value *type = aml_value_path(resource->body, AML_SV("properties.computeType"));
  return aml_sv_iends(resource->type, AML_SV("/computes")) &&
         aml_sv_ieq(aml_value_text(type), AML_SV("AmlCompute"));
}

static bool may_be_cluster(const aml_resource *resource) {
  const aml_value *properties = aml_object_find(resource->body, AML_SV("properties"));
  return aml_sv_iends(resource->type, AML_SV("/computes")) && aml_value_is(properties, AML_UNKNOWN);
}

static const char *noun_of(const aml_resource *resource) {
  bool is_compute = aml_sv_iends(resource->type, AML_SV("/computes"));
  return is_cluster(resource) ? "Cluster" : is_compute ? "Compute" : "Workspace";
}

static aml_sv path_of(const telling *t, const aml_resource *resource) {
  return resource->span.source == 0 ? AML_SV("amlint.yml")
                                    : aml_sources_get(t->sources, resource->span.source)->path;
}

/* A value of an export for a message. One that holds an address of somebody is not shown. */
static aml_sv shown(const telling *t, const aml_value *value) {
  if (value == NULL) {
    return AML_SV("absent");
  }
  aml_sv text = aml_value_show(t->findings->arena, value, SHOWN_MAX);
  return aml_sv_find_char(text, '@', 0) != AML_NPOS ? AML_SV("another value") : text;
}

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

/* How the two were joined, where a declaration does not say all of its id. */
static aml_sv joined_by(const aml_resource *declared, const aml_actual *actual) {
  return aml_scope_same_group(&declared->scope, &actual->resource->scope) == AML_TRUE
             ? AML_SV("This is what runs")
             : AML_SV(
                   "This is what runs by the names of workspace and compute, which are all that is declared");
}

static void tell_difference(telling *t, const aml_rule *rule, const aml_resource *declared,
    const aml_actual *actual, const aml_difference *difference) {
  aml_arena *arena = t->findings->arena;
  aml_spot spot = aml_spot_of_value(arena, declared, difference->declared);
  spot.property = difference->path;
  aml_finding *finding = aml_spot_add_finding(t->findings, rule, declared, &spot);
  finding->severity = difference->is_security ? AML_SEVERITY_ERROR : rule->severity;
  aml_sv key = aml_form_key(arena, declared, difference->path);
  if (difference->differs == AML_MAYBE) {
    aml_finding_undecide(finding, arena,
        aml_sv_format(arena, "whether '%.*s' runs as declared is not known: %.*s", AML_SV_ARG(key),
            AML_SV_ARG(difference->reason)));
  } else {
    aml_sv runs = shown(t, difference->actual);
    aml_sv says = aml_value_show(arena, difference->declared, SHOWN_MAX);
    finding->status = AML_ACTIVE;
    finding->message =
        difference->actual == NULL
            ? aml_message_of(arena, "%s '%.*s' runs without '%.*s', which is declared as '%.*s'.",
                  noun_of(declared), AML_SV_ARG(declared->shown_name), AML_SV_ARG(key), AML_SV_ARG(says))
            : aml_message_of(arena, "%s '%.*s' runs with '%.*s' set to '%.*s', but '%.*s' is declared.",
                  noun_of(declared), AML_SV_ARG(declared->shown_name), AML_SV_ARG(key), AML_SV_ARG(runs),
                  AML_SV_ARG(says));
  }
  aml_sv how = joined_by(declared, actual);
  const aml_span span = difference->actual != NULL ? difference->actual->span : actual->resource->name_span;
  const aml_related place = {span, dated(t, actual, aml_sv_cstr(arena, how))};
  relate(t, finding, &place, 1);
}

static void tell_pair(telling *t, const aml_resource *declared, const aml_actual *actual) {
  const aml_rule *rule = aml_ruleset_find(t->rules, AML_SV("AML801"));
  aml_differences all = {0};
  aml_drift_compare(t->findings->arena, declared, actual->resource, &all);
  for (size_t i = 0; rule != NULL && i < all.count; i++) {
    tell_difference(t, rule, declared, actual, &all.items[i]);
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
  const aml_rule *rule = aml_ruleset_find(t->rules, AML_SV("AML802"));
  const aml_resource *resource = actual->resource;
  bool is_sure = is_cluster(resource);
  if (rule == NULL || (!is_sure && !may_be_cluster(resource))) {
    return;
  }
  aml_arena *arena = t->findings->arena;
  aml_finding *finding = add_finding(t, rule, resource);
  finding->message = aml_message_of(
      arena, "Cluster '%.*s' runs, but no file declares it.", AML_SV_ARG(resource->shown_name));
  const aml_resource *candidate = actual->candidate;
  if (candidate != NULL) {
    bool is_named = candidate->name->kind == AML_STRING;
    aml_sv why = is_named ? AML_SV("it does not say in which resource group or subscription it is; name them "
                                   "under 'workspaces:' in amlint.yml")
                          : candidate->name->as.unknown->reason;
    aml_sv path = path_of(t, candidate);
    aml_finding_undecide(finding, arena,
        aml_sv_format(arena, "'%.*s' may declare it: %.*s", AML_SV_ARG(path), AML_SV_ARG(why)));
    const aml_related place = {candidate->name_span, AML_SV("This may be its declaration.")};
    relate(t, finding, &place, 1);
  } else if (!is_sure) {
    aml_finding_undecide(
        finding, arena, AML_SV("the export does not say whether it is a cluster; use 'az ml compute list'"));
  }
}

/* A cluster that is declared, of a workspace of which all that runs is known. */
static void tell_missing(telling *t, const aml_resource *declared) {
  const aml_rule *rule = aml_ruleset_find(t->rules, AML_SV("AML803"));
  bool is_known = declared->name->kind == AML_STRING && !declared->is_existing && is_cluster(declared);
  if (rule == NULL || !is_known || !aml_drift_is_complete_for(t->drift, declared)) {
    return;
  }
  aml_arena *arena = t->findings->arena;
  aml_finding *finding = add_finding(t, rule, declared);
  finding->message =
      aml_message_of(arena, "Cluster '%.*s' is declared, but the evidence of its workspace does not have it.",
          AML_SV_ARG(declared->shown_name));
  if (declared->condition != AML_CONDITION_TRUE) {
    aml_finding_undecide(finding, arena, aml_resource_when(arena, declared));
  }
}

void aml_drift_find(const aml_drift *drift, const aml_graph *declared, const aml_sources *sources,
    const aml_ruleset *rules, aml_findings *findings) {
  telling t = {drift, sources, rules, findings};
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
