#include "condition/verdicts.h"

#include "base/placeholder.h"
#include "condition/workspace.h"
#include "tree/same_value.h"

enum {
  THINGS = 96,       /* that any verdict hangs on */
  SLOTS = 256,       /* a power of two */
  VALUES = 16,       /* of one thing */
  NODES = 32,        /* of one value, with its parts */
  LONGEST = 256,     /* text */
  SEEN = 14,         /* things that one verdict hangs on */
  WAYS = 12,         /* of one rule to find nothing */
  VAIN_BY_OTHER = 4, /* how vain it was to watch a rule that looks at other things, */
  VAIN_BY_FOUND = 1, /* and one that finds something; */
  VAIN = 12,         /* from here on nobody does */
  SETTINGS = 8,
};

/* What a thing is on the resource: a number, the same for values that are alike. */
typedef enum likeness {
  LIKENESS_OPEN, /* not looked at yet */
  LIKENESS_NONE, /* not certain, or like no other */
  LIKENESS_ABSENT,
  LIKENESS_FIRST, /* of values[0] */
} likeness;

typedef struct thing {
  aml_thing_kind kind;
  uint32_t hash;
  aml_field field; /* FIELD */
  aml_sv text;     /* of the field, or the keys of what is written; else empty */
  const aml_value *values[VALUES];
  size_t count;
} thing;

typedef struct way way;
struct way { /* a rule finds nothing where all of these things are such */
  const way *next;
  uint8_t setting, count;
  uint8_t pairs[]; /* the index of a thing and its likeness, in turn */
};

typedef struct rule_ways {
  const way *last; /* NULL: none yet */
  uint8_t count, vain;
} rule_ways;

typedef struct setting { /* what is the same for many resources */
  const aml_check_context *context;
  const void *group;
  const aml_resource_form *form;
  aml_sv type;
} setting;

struct aml_verdicts {
  aml_arena *arena;
  const aml_check_context *context;
  aml_field_values *fields;
  setting settings[SETTINGS];
  size_t setting_count, setting; /* SETTINGS: none, and nothing is kept */
  rule_ways *rules;
  thing *things[THINGS];
  size_t thing_count;
  uint8_t slots[SLOTS];       /* index of a thing + 1; 0: free */
  uint8_t likenesses[THINGS]; /* of the resource */
  bool is_watched, saw_other;
  size_t seen_count;
  uint8_t seen[SEEN];
};

aml_verdicts *aml_verdicts_new(aml_arena *arena, size_t rules) {
  aml_verdicts *verdicts = AML_NEW(arena, aml_verdicts);
  verdicts->arena = arena;
  verdicts->rules = AML_NEW_ARRAY(arena, rule_ways, rules);
  return verdicts;
}

void aml_verdicts_begin(
    aml_verdicts *verdicts, const aml_check_context *context, const void *group, aml_field_values *fields) {
  const aml_resource *of = fields->of;
  size_t i = 0;
  for (; i < verdicts->setting_count; i++) {
    const setting *known = &verdicts->settings[i];
    if (known->context == context && known->group == group && known->form == of->form &&
        aml_sv_eq(known->type, of->type)) {
      break;
    }
  }
  if (i == verdicts->setting_count && i < SETTINGS) {
    verdicts->settings[verdicts->setting_count++] = (setting){context, group, of->form, of->type};
  }
  verdicts->setting = i;
  verdicts->context = context;
  verdicts->fields = fields;
  verdicts->is_watched = false;
  memset(verdicts->likenesses, LIKENESS_OPEN, verdicts->thing_count);
}

/* ---- which values are alike ---- */

/* Whether nothing but the value itself tells what it means, and comparing it costs little. */
static bool is_plain(const aml_value *value, size_t *left) {
  if (*left == 0 || value->kind == AML_EXPRESSION || aml_value_has(value, AML_VALUE_OPEN)) {
    return false;
  }
  --*left;
  const aml_unknown *unknown = value->kind == AML_UNKNOWN ? value->as.unknown : NULL;
  bool is_so = unknown != NULL ? unknown->prefix.len + unknown->suffix.len + unknown->reason.len <= LONGEST
                               : aml_value_text(value).len <= LONGEST;
  for (size_t i = 0; value->kind == AML_ARRAY && i < value->as.array.count && is_so; i++) {
    is_so = is_plain(value->as.array.items[i], left);
  }
  for (size_t i = 0; value->kind == AML_OBJECT && i < value->as.object.count && is_so; i++) {
    is_so = is_plain(value->as.object.members[i].value, left);
  }
  return is_so;
}

/* As stated() asks. */
static bool is_default(const aml_value *value) {
  return value->origin != NULL && value->origin->step == AML_STEP_SERVICE_DEFAULT;
}

static bool is_default_alike(void *ctx, const aml_value *a, const aml_value *b) {
  (void)ctx;
  return is_default(a) == is_default(b);
}

/* Where they stand and how they came there aside. `a` is plain, which bounds the walk. */
static bool is_like(const aml_value *a, const aml_value *b) {
  static const aml_same_more more = {.of_value = is_default_alike};
  return aml_same_value(a, b, &more);
}

/* ---- what the resource has ---- */

/* Its body; absent stands for the same reason whatever the resource (aml_call_workspace). */
static bool read_workspace(const aml_verdicts *verdicts, const aml_value **value) {
  const aml_resource *of = verdicts->fields->of;
  const aml_graph *graph = verdicts->context->graph;
  bool is_certain = true;
  const aml_resource *found =
      graph == NULL ? NULL : aml_workspace_of(graph, verdicts->arena, of, &is_certain);
  bool is_known = found != NULL && is_certain;
  *value = is_known ? found->body : NULL;
  return !is_known || aml_resource_sees(of, found);
}

/* A text that a resource has, as a value: *room is one. */
static const aml_value *value_of_text(aml_sv text, aml_value *room) {
  *room = (aml_value){.kind = AML_STRING, .as.string = text};
  return room;
}

/* NULL for what is absent; false where that is not certain. */
static bool read_thing(
    const aml_verdicts *verdicts, const thing *of, aml_value *room, const aml_value **value) {
  const aml_resource *resource = verdicts->fields->of;
  aml_hit hit;
  aml_sv prefix;
  bool is_known = true;
  *value = NULL;
  switch (of->kind) {
  case AML_THING_FIELD:
    is_known = aml_field_values_find(verdicts->fields, &of->field, &hit, &prefix);
    *value = is_known ? hit.value : NULL;
    break;
  case AML_THING_WRITTEN:
    *value = aml_written_value(resource, of->text);
    is_known = !aml_value_is(*value, AML_STRING) || !aml_is_placeholder((*value)->as.string);
    break;
  case AML_THING_TYPE:
    *value = aml_object_find(resource->body, AML_SV("type"));
    break;
  case AML_THING_API_VERSION:
    *value = resource->api_version.len > 0 ? value_of_text(resource->api_version, room)
                                           : aml_object_find(resource->body, AML_SV("apiVersion"));
    break;
  case AML_THING_INEFFECTIVE:
    *value = resource->ineffective;
    break;
  case AML_THING_WORKSPACE:
    is_known = read_workspace(verdicts, value);
    break;
  }
  return is_known;
}

static uint8_t find_likeness(aml_verdicts *verdicts, thing *of) {
  aml_value room;
  const aml_value *value;
  size_t left = NODES;
  if (!read_thing(verdicts, of, &room, &value)) {
    return LIKENESS_NONE;
  }
  if (value == NULL) {
    return LIKENESS_ABSENT;
  }
  for (size_t i = 0; i < of->count; i++) {
    if (is_like(of->values[i], value)) {
      return (uint8_t)(LIKENESS_FIRST + i);
    }
  }
  if (of->count == VALUES || !is_plain(value, &left)) {
    return LIKENESS_NONE;
  }
  of->values[of->count] =
      value == &room ? aml_value_string(verdicts->arena, room.as.string, AML_NO_SPAN) : value;
  return (uint8_t)(LIKENESS_FIRST + of->count++);
}

static uint8_t likeness_of(aml_verdicts *verdicts, size_t i) {
  if (verdicts->likenesses[i] == LIKENESS_OPEN) {
    verdicts->likenesses[i] = find_likeness(verdicts, verdicts->things[i]);
  }
  return verdicts->likenesses[i];
}

/* ---- which rules find nothing ---- */

static bool goes(aml_verdicts *verdicts, const way *one) {
  bool is_so = one->setting == verdicts->setting;
  for (size_t i = 0; is_so && i < one->count; i++) {
    is_so = likeness_of(verdicts, one->pairs[2 * i]) == one->pairs[2 * i + 1];
  }
  return is_so;
}

bool aml_verdicts_is_passed(aml_verdicts *verdicts, size_t rule) {
  const way *one = verdicts->rules[rule].last;
  while (one != NULL && !goes(verdicts, one)) {
    one = one->next;
  }
  return one != NULL;
}

bool aml_verdicts_watch(aml_verdicts *verdicts, size_t rule) {
  const rule_ways *ways = &verdicts->rules[rule];
  verdicts->is_watched = verdicts->setting < SETTINGS && ways->count < WAYS && ways->vain < VAIN;
  verdicts->saw_other = false;
  verdicts->seen_count = 0;
  return verdicts->is_watched;
}

void aml_verdicts_end(aml_verdicts *verdicts, size_t rule, bool found) {
  rule_ways *ways = &verdicts->rules[rule];
  bool is_watched = verdicts->is_watched;
  verdicts->is_watched = false;
  if (!is_watched || found || verdicts->saw_other) {
    int vain = !is_watched ? 0 : verdicts->saw_other ? VAIN_BY_OTHER : VAIN_BY_FOUND;
    ways->vain = (uint8_t)(ways->vain + vain);
    return;
  }
  way *one = aml_arena_alloc(verdicts->arena, sizeof *one + 2 * verdicts->seen_count, _Alignof(way));
  one->setting = (uint8_t)verdicts->setting;
  one->count = (uint8_t)verdicts->seen_count;
  for (size_t i = 0; i < verdicts->seen_count; i++) {
    one->pairs[2 * i] = verdicts->seen[i];
    one->pairs[2 * i + 1] = verdicts->likenesses[verdicts->seen[i]];
  }
  one->next = ways->last;
  ways->last = one;
  ways->count++;
}

/* ---- what a rule reads ---- */

static bool is_watching(const aml_verdicts *verdicts) {
  return verdicts != NULL && verdicts->is_watched && !verdicts->saw_other;
}

/* The slot that has the thing's index, or the free one where it belongs: there are more slots than things. */
static uint8_t *find_slot(aml_verdicts *verdicts, aml_thing_kind kind, uint32_t hash, aml_sv text) {
  for (size_t at = hash;; at++) {
    uint8_t *slot = &verdicts->slots[at % SLOTS];
    const thing *known = *slot == 0 ? NULL : verdicts->things[*slot - 1];
    if (known == NULL || (known->hash == hash && known->kind == kind && aml_sv_eq(known->text, text))) {
      return slot;
    }
  }
}

/* `field` may be NULL. */
static void see(aml_verdicts *verdicts, aml_thing_kind kind, const aml_field *field, aml_sv text) {
  uint32_t hash = field != NULL ? field->hash : (uint32_t)(aml_sv_mix(kind, text) >> 32);
  uint8_t *slot = find_slot(verdicts, kind, hash, text);
  if (*slot == 0 && verdicts->thing_count < THINGS) {
    thing *added = AML_NEW(verdicts->arena, thing);
    *added = (thing){.kind = kind, .hash = hash, .text = text};
    added->field = field != NULL ? *field : added->field;
    verdicts->things[verdicts->thing_count] = added;
    verdicts->likenesses[verdicts->thing_count] = LIKENESS_OPEN;
    *slot = (uint8_t)++verdicts->thing_count;
  }
  if (*slot == 0 || likeness_of(verdicts, *slot - 1U) == LIKENESS_NONE) {
    verdicts->saw_other = true;
    return;
  }
  for (size_t i = 0; i < verdicts->seen_count; i++) {
    if (verdicts->seen[i] == *slot - 1U) {
      return;
    }
  }
  if (verdicts->seen_count == SEEN) {
    verdicts->saw_other = true;
    return;
  }
  verdicts->seen[verdicts->seen_count++] = (uint8_t)(*slot - 1U);
}

/* The list of a field with [*]: "a.b" of "a.b[*].c". False where it is not that simple. */
static bool find_list(const aml_field *field, aml_field *list) {
  size_t bracket = aml_sv_find_char(field->text, '[', 0);
  size_t count = 0;
  while (count < field->path.count && field->path.segments[count].kind == AML_SEGMENT_NAME) {
    count++;
  }
  *list = *field;
  list->path.count = count;
  list->path.wildcards = 0;
  list->text = aml_sv_slice(field->text, 0, bracket);
  aml_field_set_hash(list);
  return field->path.wildcards > 0 && bracket != AML_NPOS && list->hash != 0 &&
         aml_sv_starts(aml_sv_slice(field->text, bracket, field->text.len), AML_SV("[*]"));
}

void aml_verdicts_saw_field(aml_verdicts *verdicts, const aml_field *field) {
  if (!is_watching(verdicts)) {
    return;
  }
  aml_field list;
  if (field->hash != 0) {
    see(verdicts, AML_THING_FIELD, field, field->text);
  } else if (field->kind == AML_FIELD_TYPE) {
    see(verdicts, AML_THING_TYPE, NULL, (aml_sv){0});
  } else if (field->kind == AML_FIELD_API_VERSION) {
    see(verdicts, AML_THING_API_VERSION, NULL, (aml_sv){0});
  } else if (find_list(field, &list)) {
    see(verdicts, AML_THING_FIELD, &list, list.text);
  } else {
    verdicts->saw_other = true;
  }
}

void aml_verdicts_saw(aml_verdicts *verdicts, aml_thing_kind kind, aml_sv text) {
  if (is_watching(verdicts)) {
    see(verdicts, kind, NULL, text);
  }
}

void aml_verdicts_saw_other(aml_verdicts *verdicts) {
  if (verdicts != NULL) {
    verdicts->saw_other = true;
  }
}
