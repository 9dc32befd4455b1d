/* Property by property: what is declared against what runs. */
#include "base/date.h"
#include "base/suggest.h"
#include "condition/operator.h"
#include "drift/drift.h"
#include "tree/reason.h"

typedef enum meaning {
  EXACT,    /* texts as they are, numbers by value */
  WORD,     /* without regard to case, blanks, '_' and '-': sizes, regions, tiers, booleans as texts */
  DURATION, /* by length: PT120S, PT2M, 120 and 120.0 */
  ID,       /* without regard to case */
  WORDS,    /* a set of words: "SystemAssigned, UserAssigned" */
  NAMES,    /* the names of the members, as ids */
  TAGS,     /* each member: names without regard to case, values as they are */
} meaning;

/* Where a property stands elsewhere too: a region said once stands for both. */
typedef struct property {
  const char *path;
  const char *also; /* or here, in what runs; NULL: nowhere else */
  meaning meaning;
  bool is_security;
} property;

#define PP "properties.properties."

/* What deployments set, and what says who gets in. State that only the service writes is no property of a
 * declaration, and is not listed. */
static const property of_compute[] = {
    {PP "vmSize", NULL, WORD, false},
    {PP "vmPriority", NULL, WORD, false},
    {PP "scaleSettings.minNodeCount", NULL, EXACT, false},
    {PP "scaleSettings.maxNodeCount", NULL, EXACT, false},
    {PP "scaleSettings.nodeIdleTimeBeforeScaleDown", NULL, DURATION, false},
    {PP "idleTimeBeforeShutdown", NULL, DURATION, false},
    {PP "remoteLoginPortPublicAccess", NULL, WORD, true},
    {PP "sshSettings.sshPublicAccess", NULL, WORD, true},
    {PP "enableNodePublicIp", NULL, WORD, true},
    {PP "isolatedNetwork", NULL, WORD, true},
    {PP "subnet.id", NULL, ID, true},
    {PP "osType", NULL, WORD, false},
    {"properties.disableLocalAuth", NULL, WORD, true},
    {"properties.computeLocation", NULL, WORD, false},
    {"properties.description", NULL, EXACT, false},
    {"location", "properties.computeLocation", WORD, false},
    {"identity.type", NULL, WORDS, true},
    {"identity.userAssignedIdentities", NULL, NAMES, true},
    {"tags", NULL, TAGS, false},
};

static const property of_workspace[] = {
    {"properties.publicNetworkAccess", NULL, WORD, true},
    {"properties.managedNetwork.isolationMode", NULL, WORD, true},
    {"properties.storageAccount", NULL, ID, false},
    {"properties.keyVault", NULL, ID, false},
    {"properties.applicationInsights", NULL, ID, false},
    {"properties.containerRegistry", NULL, ID, false},
    {"properties.v1LegacyMode", NULL, WORD, true},
    {"properties.hbiWorkspace", NULL, WORD, true},
    {"properties.encryption.status", NULL, WORD, true},
    {"identity.type", NULL, WORDS, true},
    {"identity.userAssignedIdentities", NULL, NAMES, true},
    {"location", NULL, WORD, false},
    {"tags", NULL, TAGS, false},
};

typedef struct comparison {
  aml_arena *arena;
  aml_drift_settings *out;
  const property *property;
  aml_sv path;
  bool has_actual; /* else there is nothing to differ from */
} comparison;

/* The value at a path, or the unknown one above it that hides whether there is one; NULL: absent. */
static const aml_value *look(aml_arena *arena, const aml_value *body, aml_sv path) {
  const aml_value *at = body;
  for (aml_sv rest = path; rest.len > 0 && at != NULL && at->kind == AML_OBJECT;) {
    const aml_value *next = aml_object_find(at, aml_sv_split(&rest, '.'));
    if (next == NULL && aml_value_has(at, AML_VALUE_OPEN)) {
      return aml_value_unknown(arena, AML_SV(AML_REASON_PART), AML_KINDS_ANY, at->span);
    }
    at = next;
  }
  return at;
}

/* Whether it says as little as nothing: null, "", [] and {}. */
static bool is_absent(const aml_value *value) {
  return value == NULL || value->kind == AML_NULL ||
         (value->kind == AML_STRING && value->as.string.len == 0) ||
         (value->kind == AML_ARRAY && value->as.array.count == 0 && !aml_value_has(value, AML_VALUE_OPEN)) ||
         (value->kind == AML_OBJECT && value->as.object.count == 0 && !aml_value_has(value, AML_VALUE_OPEN));
}

/* What leaves the choice to a tool or to the service: a port that is NotSpecified becomes Enabled or Disabled
 * when the cluster is made (remoteLoginPortPublicAccess in the API's specification). */
static bool is_left_open(const aml_value *value) {
  bool is_unspecified = aml_sv_ieq(aml_value_text(value), AML_SV("NotSpecified"));
  return is_unspecified || (value->origin != NULL && value->origin->step == AML_STEP_SERVICE_DEFAULT);
}

static aml_sv as_word(aml_arena *arena, const aml_value *value) {
  if (value->kind == AML_BOOL) {
    return value->as.boolean ? AML_SV("true") : AML_SV("false");
  }
  return value->kind == AML_INT ? aml_sv_format(arena, "%lld", (long long)value->as.integer)
                                : aml_value_text(value);
}

static aml_truth truth_of(bool is_true) {
  return is_true ? AML_TRUE : AML_FALSE;
}

static bool in_seconds(const aml_value *value, double *out) {
  aml_duration duration;
  if (value->kind == AML_INT || value->kind == AML_FLOAT) {
    *out = value->kind == AML_INT ? (double)value->as.integer : value->as.number;
    return true;
  }
  if (value->kind == AML_STRING && aml_duration_parse(value->as.string, &duration)) {
    *out = (double)aml_duration_seconds(&duration);
    return true;
  }
  return false;
}

/* Whether each word of one list is in the other. */
static bool are_words_of(aml_sv words, aml_sv all) {
  while (words.len > 0) {
    aml_sv word = aml_sv_trim(aml_sv_split(&words, ','));
    bool is_there = false;
    for (aml_sv rest = all; rest.len > 0 && !is_there;) {
      is_there = aml_same_word(word, aml_sv_trim(aml_sv_split(&rest, ',')));
    }
    if (!is_there) {
      return false;
    }
  }
  return true;
}

static bool same_words(aml_sv a, aml_sv b) {
  return are_words_of(a, b) && are_words_of(b, a);
}

static aml_truth same_names(const aml_value *a, const aml_value *b) {
  if (a->kind != AML_OBJECT || b->kind != AML_OBJECT || aml_value_has(a, AML_VALUE_OPEN) ||
      aml_value_has(b, AML_VALUE_OPEN)) {
    return AML_MAYBE;
  }
  for (size_t i = 0; i < a->as.object.count; i++) {
    if (aml_object_find(b, a->as.object.members[i].name) == NULL) {
      return AML_FALSE;
    }
  }
  return truth_of(a->as.object.count == b->as.object.count);
}

/* Both are known and present. */
static aml_truth is_same(const comparison *c, const aml_value *a, const aml_value *b) {
  double x;
  double y;
  switch (c->property->meaning) {
  case WORD:
    return truth_of(aml_same_word(as_word(c->arena, a), as_word(c->arena, b)));
  case DURATION:
    return in_seconds(a, &x) && in_seconds(b, &y) ? truth_of(x == y) : AML_MAYBE;
  case ID:
    return truth_of(aml_sv_ieq(aml_value_text(a), aml_value_text(b)));
  case WORDS:
    return truth_of(same_words(aml_value_text(a), aml_value_text(b)));
  case NAMES:
    return same_names(a, b);
  case EXACT:
  case TAGS:
    break;
  }
  return aml_value_equal(a, b);
}

static void add(comparison *c, const aml_value *declared, const aml_value *actual, aml_truth differs) {
  aml_sv reason = {NULL, 0};
  if (differs == AML_MAYBE) {
    const aml_value *unknown = declared->kind == AML_UNKNOWN ? declared : actual;
    reason = aml_value_is(unknown, AML_UNKNOWN) ? unknown->as.unknown->reason : AML_SV(AML_REASON_PART);
  }
  const aml_drift_setting found = {
      c->path, declared, actual, differs, reason, c->property->is_security, c->property->meaning == NAMES};
  AML_VEC_PUSH(c->arena, c->out, found);
}

/* Whether what is declared, and says something, is what runs. `also` is where else the same may stand in what
 * runs; NULL for nowhere. */
static aml_truth runs_as_declared(
    const comparison *c, const aml_value *declared, const aml_value *actual, const aml_value *also) {
  if (declared->kind == AML_UNKNOWN || aml_value_is(actual, AML_UNKNOWN)) {
    return AML_MAYBE;
  }
  aml_truth same = is_absent(actual) ? AML_FALSE : is_same(c, declared, actual);
  if (same == AML_FALSE && also != NULL) {
    same = aml_value_is(also, AML_UNKNOWN) ? AML_MAYBE : is_same(c, declared, also);
  }
  return same;
}

static void compare_value(
    comparison *c, const aml_value *declared, const aml_value *actual, const aml_value *also) {
  bool is_declared = !is_absent(declared) && !is_left_open(declared);
  bool is_told = !is_absent(actual) && actual->kind != AML_UNKNOWN;
  if (is_declared && c->has_actual) {
    add(c, declared, is_absent(actual) ? NULL : actual,
        aml_truth_not(runs_as_declared(c, declared, actual, also)));
  } else if (is_declared || is_told) {
    add(c, is_declared ? declared : NULL, is_told ? actual : NULL, AML_FALSE);
  }
}

/* What runs may have more tags: policies and the service add some. */
static void compare_tags(comparison *c, const aml_value *declared, const aml_value *actual) {
  for (size_t i = 0; aml_value_is(declared, AML_OBJECT) && i < declared->as.object.count; i++) {
    const aml_member *tag = &declared->as.object.members[i];
    const aml_value *other = aml_value_is(actual, AML_UNKNOWN) ? actual : aml_object_find(actual, tag->name);
    comparison one = *c;
    one.path = aml_sv_format(c->arena, "tags.%.*s", AML_SV_ARG(tag->name));
    compare_value(&one, tag->value, other, NULL);
  }
}

void aml_drift_compare(
    aml_arena *arena, const aml_resource *declared, const aml_resource *actual, aml_drift_settings *out) {
  bool is_compute = aml_sv_iends((declared != NULL ? declared : actual)->type, AML_SV("/computes"));
  const property *table = is_compute ? of_compute : of_workspace;
  size_t count =
      is_compute ? sizeof of_compute / sizeof *of_compute : sizeof of_workspace / sizeof *of_workspace;
  for (size_t i = 0; i < count; i++) {
    comparison c = {arena, out, &table[i], aml_sv_of(table[i].path), actual != NULL};
    const aml_value *a = declared == NULL ? NULL : look(arena, declared->body, c.path);
    const aml_value *b = actual == NULL ? NULL : look(arena, actual->body, c.path);
    if (table[i].meaning == TAGS) {
      compare_tags(&c, a, b);
    } else {
      const aml_value *also = table[i].also == NULL || actual == NULL
                                  ? NULL
                                  : look(arena, actual->body, aml_sv_of(table[i].also));
      compare_value(&c, a, b, also);
    }
  }
}
