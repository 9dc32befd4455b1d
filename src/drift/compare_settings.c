/* Property by property: what is declared against what runs. */
#include <assert.h>

#include "base/date.h"
#include "base/number.h"
#include "base/suggest.h"
#include "condition/operator.h"
#include "drift/drift.h"
#include "tree/reason.h"

typedef enum meaning {
  EXACT,    /* texts as they are */
  NUMBER,   /* by value: 2, 2.0 and "2" */
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
  bool is_always; /* whatever runs has one: an export without it does not tell it */
} property;

#define PP "properties.properties."

/* What deployments set, and what says who gets in. State that only the service writes is no property of a
 * declaration, and is not listed. */
static const property of_compute[] = {
    {PP "vmSize", NULL, WORD, false, true},
    {PP "vmPriority", NULL, WORD, false, true},
    {PP "scaleSettings.minNodeCount", NULL, NUMBER, false, true},
    {PP "scaleSettings.maxNodeCount", NULL, NUMBER, false, true},
    {PP "scaleSettings.nodeIdleTimeBeforeScaleDown", NULL, DURATION, false, true},
    {PP "idleTimeBeforeShutdown", NULL, DURATION, false, false},
    {PP "remoteLoginPortPublicAccess", NULL, WORD, true, true},
    {PP "sshSettings.sshPublicAccess", NULL, WORD, true, true},
    {PP "enableNodePublicIp", NULL, WORD, true, true},
    {PP "isolatedNetwork", NULL, WORD, true, true},
    {PP "subnet.id", NULL, ID, true, false},
    {PP "osType", NULL, WORD, false, true},
    {"properties.disableLocalAuth", NULL, WORD, true, true},
    {"properties.computeLocation", "location", WORD, false, true},
    {"properties.description", NULL, EXACT, false, false},
    {"location", "properties.computeLocation", WORD, false, true},
    {"identity.type", NULL, WORDS, true, false},
    {"identity.userAssignedIdentities", NULL, NAMES, true, false},
    {"tags", NULL, TAGS, false, false},
};

static const property of_workspace[] = {
    {"properties.publicNetworkAccess", NULL, WORD, true, true},
    {"properties.managedNetwork.isolationMode", NULL, WORD, true, true},
    {"properties.storageAccount", NULL, ID, false, false},
    {"properties.keyVault", NULL, ID, false, false},
    {"properties.applicationInsights", NULL, ID, false, false},
    {"properties.containerRegistry", NULL, ID, false, false},
    {"properties.v1LegacyMode", NULL, WORD, true, true},
    {"properties.hbiWorkspace", NULL, WORD, true, true},
    {"properties.encryption.status", NULL, WORD, true, false},
    {"identity.type", NULL, WORDS, true, false},
    {"identity.userAssignedIdentities", NULL, NAMES, true, false},
    {"location", NULL, WORD, false, true},
    {"tags", NULL, TAGS, false, false},
};

typedef struct comparison {
  aml_arena *arena;
  aml_drift_settings *out;
  const property *property;
  const aml_resource *declared;
  const aml_drift_leaves *leaves; /* NULL: none */
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

static bool as_number(const aml_value *value, double *out) {
  int64_t number = 0;
  bool is_text = value->kind == AML_STRING && aml_int_parse(value->as.string, &number);
  *out = value->kind == AML_FLOAT ? value->as.number
         : value->kind == AML_INT ? (double)value->as.integer
                                  : (double)number;
  return is_text || value->kind == AML_INT || value->kind == AML_FLOAT;
}

static bool in_seconds(const aml_value *value, double *out) {
  aml_duration duration;
  if (as_number(value, out)) {
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

/* Azure keeps texts; a file may say a number or a truth value, whose letter case the tool chooses. */
static aml_truth same_tag(const comparison *c, const aml_value *a, const aml_value *b) {
  bool is_word = a->kind == AML_BOOL || a->kind == AML_INT;
  return is_word ? truth_of(aml_sv_ieq(as_word(c->arena, a), as_word(c->arena, b))) : aml_value_equal(a, b);
}

/* Both are known and present. */
static aml_truth is_same(const comparison *c, const aml_value *a, const aml_value *b) {
  double x;
  double y;
  switch (c->property->meaning) {
  case WORD:
    return truth_of(aml_same_word(as_word(c->arena, a), as_word(c->arena, b)));
  case NUMBER:
    return as_number(a, &x) && as_number(b, &y) ? truth_of(x == y) : AML_MAYBE;
  case DURATION:
    return in_seconds(a, &x) && in_seconds(b, &y) ? truth_of(x == y) : AML_MAYBE;
  case ID:
    return truth_of(aml_sv_ieq(aml_value_text(a), aml_value_text(b)));
  case WORDS:
    return truth_of(same_words(aml_value_text(a), aml_value_text(b)));
  case NAMES:
    return same_names(a, b);
  case TAGS:
    return same_tag(c, a, b);
  case EXACT:
    break;
  }
  return aml_value_equal(a, b);
}

/* "scaleSettings.minNodeCount" names every path that ends so. */
static bool ends_with_parts(aml_sv path, aml_sv parts) {
  size_t begin = path.len - parts.len;
  return parts.len <= path.len && aml_sv_iends(path, parts) && (begin == 0 || path.data[begin - 1] == '.');
}

/* "cost-*" names every tag that begins so. */
static bool names_tag(aml_sv pattern, aml_sv tag) {
  bool is_open = aml_sv_iends(pattern, AML_SV("*"));
  return is_open ? aml_sv_istarts(tag, aml_sv_slice(pattern, 0, pattern.len - 1)) : aml_sv_ieq(pattern, tag);
}

/* Whether the tool that keeps the declaration leaves the setting alone. */
static bool is_ignored(const comparison *c) {
  const aml_texts *ignored = &c->declared->ignored;
  for (size_t i = 0; i < ignored->count; i++) {
    aml_sv path = ignored->items[i];
    bool is_below =
        aml_sv_istarts(c->path, path) && (c->path.len == path.len || c->path.data[path.len] == '.');
    if (is_below || aml_sv_eq(path, AML_SV("*"))) {
      return true;
    }
  }
  return false;
}

static bool is_left(const comparison *c) {
  if (c->declared == NULL || c->leaves == NULL) {
    return c->declared != NULL && is_ignored(c);
  }
  if (is_ignored(c)) {
    return true;
  }
  const aml_texts *settings = c->leaves->settings;
  for (size_t i = 0; i < settings->count; i++) {
    if (ends_with_parts(c->path, settings->items[i]) ||
        aml_sv_ieq(aml_drift_key(c->arena, c->declared, c->path), settings->items[i])) {
      return true;
    }
  }
  const aml_texts *tags = c->leaves->tags;
  aml_sv tag = aml_sv_slice(c->path, sizeof "tags." - 1, c->path.len);
  for (size_t i = 0; c->property->meaning == TAGS && i < tags->count; i++) {
    if (names_tag(tags->items[i], tag)) {
      return true;
    }
  }
  return false;
}

static void add(comparison *c, const aml_value *declared, const aml_value *actual, aml_truth differs) {
  aml_drift_setting found = {.path = c->path,
      .declared = declared,
      .actual = actual,
      .differs = differs,
      .is_security = c->property->is_security,
      .is_names = c->property->meaning == NAMES};
  if (differs != AML_FALSE && is_left(c)) {
    found.differs = AML_FALSE;
    found.is_left = true;
  } else if (differs == AML_MAYBE) {
    const aml_value *unknown = declared->kind == AML_UNKNOWN ? declared : actual;
    found.reason = aml_value_is(unknown, AML_UNKNOWN) ? unknown->as.unknown->reason
                   : actual == NULL
                       ? AML_SV("the export does not contain it; export it with 'az resource show'")
                       : AML_SV(AML_REASON_PART);
  }
  AML_VEC_PUSH(c->arena, c->out, found);
}

/* Whether what is declared, and says something, is what runs. `also` is where else the same may stand in what
 * runs; NULL for nowhere. */
static aml_truth runs_as_declared(
    const comparison *c, const aml_value *declared, const aml_value *actual, const aml_value *also) {
  aml_truth absence = c->property->is_always ? AML_MAYBE : AML_FALSE;
  if (declared->kind == AML_UNKNOWN) {
    return AML_MAYBE;
  }
  aml_truth same = is_absent(actual)             ? absence
                   : actual->kind == AML_UNKNOWN ? AML_MAYBE
                                                 : is_same(c, declared, actual);
  if (same != AML_TRUE && !is_absent(also)) {
    aml_truth other = also->kind == AML_UNKNOWN ? AML_MAYBE : is_same(c, declared, also);
    same = other == AML_TRUE || same == AML_FALSE ? other : AML_MAYBE;
  }
  return same;
}

/* An identity of type None is none. */
static bool says_something(const comparison *c, const aml_value *value) {
  bool is_none = c->property->meaning == WORDS && aml_sv_ieq(aml_value_text(value), AML_SV("None"));
  return !is_absent(value) && !is_none;
}

static void compare_value(
    comparison *c, const aml_value *declared, const aml_value *actual, const aml_value *also) {
  bool is_declared = says_something(c, declared) && !is_left_open(declared);
  bool is_told = says_something(c, actual) && actual->kind != AML_UNKNOWN;
  if (is_declared && c->has_actual) {
    aml_truth same = runs_as_declared(c, declared, actual, also);
    bool is_elsewhere = same == AML_TRUE && !is_told;
    actual = is_elsewhere ? also : says_something(c, actual) ? actual : NULL;
    add(c, declared, actual, aml_truth_not(same));
  } else if (is_declared || is_told) {
    add(c, is_declared ? declared : NULL, is_told ? actual : NULL, AML_FALSE);
  }
}

/* The tag, or what hides whether there is one; NULL: absent. */
static const aml_value *find_tag(const comparison *c, const aml_value *tags, aml_sv name) {
  const aml_value *found = aml_value_is(tags, AML_UNKNOWN) ? tags : aml_object_find(tags, name);
  bool is_hidden = found == NULL && aml_value_is(tags, AML_OBJECT) && aml_value_has(tags, AML_VALUE_OPEN);
  return is_hidden ? aml_value_unknown(c->arena, AML_SV(AML_REASON_PART), AML_KINDS_ANY, tags->span) : found;
}

/* What runs may have more tags: policies and the service add some. */
static void compare_tags(comparison *c, const aml_value *declared, const aml_value *actual) {
  if (declared == NULL || declared->kind != AML_OBJECT) {
    return;
  }
  for (size_t i = 0; i < declared->as.object.count; i++) {
    const aml_member *tag = &declared->as.object.members[i];
    const aml_value *other = find_tag(c, actual, tag->name);
    comparison one = *c;
    one.path = aml_sv_format(c->arena, "tags.%.*s", AML_SV_ARG(tag->name));
    compare_value(&one, tag->value, other, NULL);
  }
}

/* A region that the declaration says once stands in both places of the body: then `location` says it. */
static bool is_said_elsewhere(const comparison *c, const aml_value *declared) {
  aml_sv region = AML_SV("properties.computeLocation");
  const aml_value *location =
      declared == NULL ? NULL : aml_object_find(c->declared->body, AML_SV("location"));
  return location != NULL && aml_sv_eq(c->path, region) && location->span.begin == declared->span.begin &&
         location->span.source == declared->span.source;
}

static void compare_property(comparison *c, const aml_resource *actual) {
  const aml_value *a = c->declared == NULL ? NULL : look(c->arena, c->declared->body, c->path);
  if (is_said_elsewhere(c, a)) {
    return;
  }
  const aml_value *b = actual == NULL ? NULL : look(c->arena, actual->body, c->path);
  if (c->property->meaning == TAGS) {
    compare_tags(c, a, b);
    return;
  }
  bool is_elsewhere = c->property->also != NULL && actual != NULL;
  compare_value(c, a, b, is_elsewhere ? look(c->arena, actual->body, aml_sv_of(c->property->also)) : NULL);
}

void aml_drift_compare(aml_arena *arena, const aml_resource *declared, const aml_resource *actual,
    const aml_drift_leaves *leaves, aml_drift_settings *out) {
  bool is_compute = aml_sv_iends((declared != NULL ? declared : actual)->type, AML_SV("/computes"));
  const property *table = is_compute ? of_compute : of_workspace;
  size_t count =
      is_compute ? sizeof of_compute / sizeof *of_compute : sizeof of_workspace / sizeof *of_workspace;
  for (size_t i = 0; i < count; i++) {
    comparison c = {.arena = arena,
        .out = out,
        .property = &table[i],
        .declared = declared,
        .leaves = leaves,
        .path = aml_sv_of(table[i].path),
        .has_actual = actual != NULL};
    compare_property(&c, actual);
  }
}

static aml_drift_settings compare_pair(
    const aml_drift *drift, aml_arena *arena, const aml_resource *declared, const aml_actual *actual) {
  assert(declared != NULL || actual != NULL);
  aml_drift_settings all = {0};
  bool has_leaves = declared != NULL && drift->leaves != NULL;
  aml_drift_compare(arena, declared, actual == NULL ? NULL : actual->resource,
      has_leaves ? &drift->leaves[declared->order] : NULL, &all);
  return all;
}

void aml_drift_compare_pairs(aml_drift *drift, const aml_graph *declared) {
  size_t count = aml_graph_count(declared);
  aml_drift_settings *settings = AML_NEW_ARRAY(drift->arena, aml_drift_settings, count);
  for (size_t i = 0; i < count; i++) {
    if (drift->of_declared[i] != NULL) {
      settings[i] = compare_pair(drift, drift->arena, aml_graph_at(declared, i), drift->of_declared[i]);
    }
  }
  drift->settings = settings;
}

aml_drift_settings aml_drift_settings_of(
    const aml_drift *drift, aml_arena *arena, const aml_resource *declared, const aml_actual *actual) {
  bool is_pair = declared != NULL && actual != NULL && drift->settings != NULL;
  return is_pair ? drift->settings[declared->order] : compare_pair(drift, arena, declared, actual);
}
