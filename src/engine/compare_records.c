#include "engine/compare_records.h"

#include <stdarg.h>

#include "base/map.h"
#include "base/secret.h"
#include "base/shorten.h"
#include "expr/value_text.h"

enum { SHOWN_MAX = 80 };

bool aml_record_has_shape(const aml_value *record) {
  static const char *const lists[] = {"evidence", "inputs", "resources", "exceptions"};
  const aml_value *version = aml_object_find_exact(record, AML_SV("version"));
  bool has_all = aml_value_is(version, AML_INT) && version->as.integer == 1;
  for (size_t i = 0; i < sizeof lists / sizeof lists[0] && has_all; i++) {
    has_all = aml_value_is(aml_object_find_exact(record, aml_sv_of(lists[i])), AML_ARRAY);
  }
  return has_all;
}

aml_sv aml_record_day(const aml_value *record) {
  return aml_value_text(aml_object_find_exact(record, AML_SV("asOf")));
}

static bool is_same(const aml_value *a, const aml_value *b);

static bool has_same_members(const aml_value *a, const aml_value *b) {
  bool is_alike = a->as.object.count == b->as.object.count;
  for (size_t i = 0; i < a->as.object.count && is_alike; i++) {
    const aml_member *one = &a->as.object.members[i];
    const aml_member *other = &b->as.object.members[i];
    is_alike = aml_sv_eq(one->name, other->name) && is_same(one->value, other->value);
  }
  return is_alike;
}

static bool has_same_items(const aml_value *a, const aml_value *b) {
  bool is_alike = a->as.array.count == b->as.array.count;
  for (size_t i = 0; i < a->as.array.count && is_alike; i++) {
    is_alike = is_same(a->as.array.items[i], b->as.array.items[i]);
  }
  return is_alike;
}

/* Whether both say the same in the same order, as most of two records does: then there is nothing to be told
 * of what is inside. As deep as the reader lets values nest. */
static bool is_same(const aml_value *a, const aml_value *b) {
  if (a->kind == AML_OBJECT || a->kind == AML_ARRAY) {
    return a->kind == b->kind && (a->kind == AML_OBJECT ? has_same_members(a, b) : has_same_items(a, b));
  }
  return aml_value_equal(a, b) == AML_TRUE;
}

typedef struct differing {
  aml_arena *arena;
  aml_texts lines;
  bool is_secret; /* what is compared stands below a name that tells of one */
} differing;

static void compare(differing *d, aml_sv path, const aml_value *filed, const aml_value *now);

static aml_sv text_of(const aml_value *item, const char *name) {
  return aml_value_text(aml_object_find_exact(item, aml_sv_of(name)));
}

/* What a member says, as it is shown: a record is a file that anybody may have written. */
static aml_sv shown_of(aml_arena *arena, const aml_value *item, const char *name) {
  return aml_shorten_to(arena, aml_secret_mask(arena, text_of(item, name)), SHOWN_MAX);
}

/* What an item of a list is called: the names that it has, joined; of two with the same, the later ones are
 * counted. Each is masked alone: joined, some are no more recognised as secrets. */
static aml_sv name_of(aml_arena *arena, const aml_value *item) {
  static const char *const names[] = {
      "subscription", "resourceGroup", "workspace", "kind", "id", "rule", "setting", "name"};
  aml_sv name = {NULL, 0};
  aml_sv path = item->kind == AML_STRING ? item->as.string : text_of(item, "path");
  if (path.len > 0) {
    return aml_shorten(arena, aml_secret_mask(arena, path));
  }
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    aml_sv part = aml_shorten(arena, aml_secret_mask(arena, text_of(item, names[i])));
    if (part.len > 0) {
      name = name.len == 0 ? part : aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(name), AML_SV_ARG(part));
    }
  }
  return name;
}

static void index_items(aml_arena *arena, const aml_value *list, aml_map *out) {
  aml_map counts; /* how often a name was there */
  aml_map_init(&counts, arena, AML_MAP_EXACT);
  aml_map_init(out, arena, AML_MAP_EXACT);
  for (size_t i = 0; aml_value_is(list, AML_ARRAY) && i < list->as.array.count; i++) {
    const aml_value *item = list->as.array.items[i];
    aml_sv name = name_of(arena, item);
    size_t *count = aml_map_find(&counts, name);
    if (count == NULL) {
      count = AML_NEW(arena, size_t);
      (void)aml_map_put(&counts, name, count);
    }
    (*count)++;
    aml_sv key = *count == 1 ? name : aml_sv_format(arena, "%.*s #%zu", AML_SV_ARG(name), *count);
    (void)aml_map_put(out, key, (void *)(uintptr_t)item);
  }
}

static aml_sv shown(differing *d, const aml_value *value) {
  return value == NULL || value->kind == AML_NULL                ? AML_SV("nothing")
         : value->kind == AML_OBJECT || value->kind == AML_ARRAY ? AML_SV("something")
         : d->is_secret && value->kind == AML_STRING
             ? AML_SV("'" AML_SECRET_MASK "'")
             : aml_sv_format(d->arena, "'%.*s'", AML_SV_ARG(aml_value_show(d->arena, value, SHOWN_MAX)));
}

static void add_line(differing *d, aml_sv path, const aml_value *filed, const aml_value *now) {
  AML_VEC_PUSH(d->arena, &d->lines,
      aml_sv_format(d->arena, "%.*s: %.*s in the record, %.*s now.", AML_SV_ARG(path),
          AML_SV_ARG(shown(d, filed)), AML_SV_ARG(shown(d, now))));
}

static void compare_below(
    differing *d, aml_sv path, aml_sv name, const aml_value *filed, const aml_value *now) {
  bool was_secret = d->is_secret;
  d->is_secret = was_secret || aml_secret_is_named(name) || aml_secret_is_container(name);
  compare(d, path, filed, now);
  d->is_secret = was_secret;
}

static void compare_lists(differing *d, aml_sv path, const aml_value *filed, const aml_value *now) {
  aml_map before;
  aml_map after;
  index_items(d->arena, filed, &before);
  index_items(d->arena, now, &after);
  for (size_t i = 0; i < before.count; i++) {
    aml_sv key = before.entries[i].key;
    aml_sv inner = aml_sv_format(d->arena, "%.*s['%.*s']", AML_SV_ARG(path), AML_SV_ARG(key));
    compare_below(d, inner, key, before.entries[i].value, aml_map_find(&after, key));
  }
  for (size_t i = 0; i < after.count; i++) {
    aml_sv key = after.entries[i].key;
    if (aml_map_find(&before, key) == NULL) {
      aml_sv inner = aml_sv_format(d->arena, "%.*s['%.*s']", AML_SV_ARG(path), AML_SV_ARG(key));
      compare_below(d, inner, key, NULL, after.entries[i].value);
    }
  }
}

static void compare_member(
    differing *d, aml_sv path, aml_sv name, const aml_value *filed, const aml_value *now) {
  name = aml_shorten(d->arena, aml_secret_mask(d->arena, name));
  aml_sv inner =
      path.len == 0 ? name : aml_sv_format(d->arena, "%.*s.%.*s", AML_SV_ARG(path), AML_SV_ARG(name));
  compare_below(d, inner, name, filed, now);
}

/* What people add, and the digest, in which every other difference is one. */
static bool is_left(aml_sv path, aml_sv name) {
  return path.len == 0 && (aml_sv_eq(name, AML_SV("signatures")) || aml_sv_eq(name, AML_SV("digest")));
}

static void compare_objects(differing *d, aml_sv path, const aml_value *filed, const aml_value *now) {
  for (size_t i = 0; i < filed->as.object.count; i++) {
    const aml_member *member = &filed->as.object.members[i];
    if (!is_left(path, member->name)) {
      compare_member(d, path, member->name, member->value, aml_object_find_exact(now, member->name));
    }
  }
  for (size_t i = 0; i < now->as.object.count; i++) {
    const aml_member *member = &now->as.object.members[i];
    if (!is_left(path, member->name) && aml_object_find_exact(filed, member->name) == NULL) {
      compare_member(d, path, member->name, NULL, member->value);
    }
  }
}

/* As deep as the reader lets values nest. */
static void compare(differing *d, aml_sv path, const aml_value *filed, const aml_value *now) {
  if (filed != NULL && now != NULL && is_same(filed, now)) {
    return;
  }
  if (aml_value_is(filed, AML_OBJECT) && aml_value_is(now, AML_OBJECT)) {
    compare_objects(d, path, filed, now);
  } else if (aml_value_is(filed, AML_ARRAY) && aml_value_is(now, AML_ARRAY)) {
    compare_lists(d, path, filed, now);
  } else {
    add_line(d, path, filed, now);
  }
}

aml_texts aml_record_differences(aml_arena *arena, const aml_value *filed, const aml_value *now) {
  differing d = {.arena = arena};
  compare(&d, (aml_sv){NULL, 0}, filed, now);
  if (d.lines.count == 0) { /* else it goes without saying */
    const aml_value *before = aml_object_find_exact(filed, AML_SV("digest"));
    compare(&d, AML_SV("digest"), before, aml_object_find_exact(now, AML_SV("digest")));
  }
  return d.lines;
}

/* ---- what became of what ---- */

typedef struct changing {
  aml_arena *arena;
  aml_texts lines;
  const char *noun;  /* "resource", "exception" */
  const char *label; /* the member that it is called by */
} changing;

__attribute__((format(printf, 4, 5))) static void say(
    changing *c, const char *word, const aml_value *item, const char *format, ...) {
  va_list args;
  va_start(args, format);
  aml_sv rest = aml_sv_vformat(c->arena, format, args);
  va_end(args);
  aml_sv name = shown_of(c->arena, item, c->label);
  AML_VEC_PUSH(c->arena, &c->lines,
      aml_sv_format(c->arena, "%s: %s '%.*s', %.*s", word, c->noun, AML_SV_ARG(name), AML_SV_ARG(rest)));
}

static bool is_broken(const aml_value *verdict) {
  return aml_sv_eq(text_of(verdict, "verdict"), AML_SV("broken"));
}

/* Rules that hold are named in a list of their own. */
static aml_sv verdict_without_object(const aml_value *resource, aml_sv rule) {
  const aml_value *clean = aml_object_find_exact(resource, AML_SV("clean"));
  for (size_t i = 0; aml_value_is(clean, AML_ARRAY) && i < clean->as.array.count; i++) {
    if (aml_sv_eq(aml_value_text(clean->as.array.items[i]), rule)) {
      return AML_SV("clean");
    }
  }
  return AML_SV("not checked any more");
}

static bool has_changed(const aml_value *before, const aml_value *after, const char *name) {
  return !aml_sv_eq(text_of(before, name), text_of(after, name));
}

/* The value of a setting, unless its name tells that it is a secret. */
static aml_sv setting_of(aml_arena *arena, const aml_value *setting, const char *name) {
  bool is_secret = aml_secret_is_named(text_of(setting, "setting")) && text_of(setting, name).len > 0;
  return is_secret ? AML_SV(AML_SECRET_MASK) : shown_of(arena, setting, name);
}

/* What a resource is declared with, and runs with. */
static void tell_settings(changing *c, const aml_value *before, const aml_value *after) {
  aml_map old;
  aml_map new;
  index_items(c->arena, aml_object_find_exact(before, AML_SV("settings")), &old);
  index_items(c->arena, aml_object_find_exact(after, AML_SV("settings")), &new);
  for (size_t i = 0; i < new.count; i++) {
    const aml_value *was = aml_map_find(&old, new.entries[i].key);
    const aml_value *is = new.entries[i].value;
    if (has_changed(was, is, "declared")) {
      say(c, "changed", after, "'%.*s' was declared '%.*s' and is declared '%.*s'",
          AML_SV_ARG(shown_of(c->arena, is, "setting")), AML_SV_ARG(setting_of(c->arena, was, "declared")),
          AML_SV_ARG(setting_of(c->arena, is, "declared")));
    }
    if (has_changed(was, is, "actual")) {
      say(c, "changed", after, "'%.*s' ran with '%.*s' and runs with '%.*s'",
          AML_SV_ARG(shown_of(c->arena, is, "setting")), AML_SV_ARG(setting_of(c->arena, was, "actual")),
          AML_SV_ARG(setting_of(c->arena, is, "actual")));
    }
  }
}

/* Rules that are broken no longer, and those that are broken since. */
static void tell_rules(changing *c, const aml_value *before, const aml_value *after) {
  aml_map old;
  aml_map new;
  index_items(c->arena, aml_object_find_exact(before, AML_SV("rules")), &old);
  index_items(c->arena, aml_object_find_exact(after, AML_SV("rules")), &new);
  for (size_t i = 0; i < old.count; i++) {
    const aml_value *now = aml_map_find(&new, old.entries[i].key);
    if (is_broken(old.entries[i].value) && !is_broken(now)) {
      aml_sv verdict = now != NULL ? shown_of(c->arena, now, "verdict")
                                   : verdict_without_object(after, old.entries[i].key);
      aml_sv by = shown_of(c->arena, now, "acceptedBy");
      say(c, aml_sv_eq(verdict, AML_SV("clean")) ? "fixed" : "changed", after, "%.*s: %.*s%s%.*s",
          AML_SV_ARG(shown_of(c->arena, old.entries[i].value, "rule")), AML_SV_ARG(verdict),
          by.len > 0 ? " by " : "", AML_SV_ARG(by));
    }
  }
  for (size_t i = 0; i < new.count; i++) {
    if (is_broken(new.entries[i].value) && !is_broken(aml_map_find(&old, new.entries[i].key))) {
      say(c, "broken", after, "%.*s", AML_SV_ARG(shown_of(c->arena, new.entries[i].value, "rule")));
    }
  }
}

/* The members that say what was decided, besides the state. */
static void tell_members(changing *c, const aml_value *before, const aml_value *after) {
  static const char *const members[] = {
      "expires", "owner", "approver", "ticket", "rules", "covers", "reason"};
  for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
    if (has_changed(before, after, members[i])) {
      say(c, "changed", after, "'%s' was '%.*s' and is '%.*s'", members[i],
          AML_SV_ARG(shown_of(c->arena, before, members[i])),
          AML_SV_ARG(shown_of(c->arena, after, members[i])));
    }
  }
}

static void tell_both(changing *c, const aml_value *before, const aml_value *after) {
  aml_sv old = shown_of(c->arena, before, "state");
  aml_sv new = shown_of(c->arena, after, "state");
  if (!aml_sv_eq(old, new)) {
    bool has_ended = aml_sv_eq(new, AML_SV("expired")) || aml_sv_eq(new, AML_SV("revoked"));
    say(c, has_ended ? "ended" : "changed", after, "which was '%.*s' and is '%.*s'", AML_SV_ARG(old),
        AML_SV_ARG(new));
  }
  aml_sv created = shown_of(c->arena, before, "created");
  aml_sv again = shown_of(c->arena, after, "created");
  if (created.len > 0 && again.len > 0 && !aml_sv_eq(created, again)) {
    say(c, "changed", after, "which was created on '%.*s', and again on '%.*s'", AML_SV_ARG(created),
        AML_SV_ARG(again));
  }
  tell_settings(c, before, after);
  tell_rules(c, before, after);
  tell_members(c, before, after);
}

static void tell_changes(changing *c, const aml_value *earlier, const aml_value *now, const char *list) {
  aml_map before;
  aml_map after;
  index_items(c->arena, aml_object_find_exact(earlier, aml_sv_of(list)), &before);
  index_items(c->arena, aml_object_find_exact(now, aml_sv_of(list)), &after);
  for (size_t i = 0; i < after.count; i++) {
    const aml_value *old = aml_map_find(&before, after.entries[i].key);
    const aml_value *new = after.entries[i].value;
    if (old == NULL) {
      say(c, "added", new, "which is '%.*s'", AML_SV_ARG(shown_of(c->arena, new, "state")));
    } else if (!is_same(old, new)) {
      tell_both(c, old, new);
    }
  }
  for (size_t i = 0; i < before.count; i++) {
    if (aml_map_find(&after, before.entries[i].key) == NULL) {
      const aml_value *old = before.entries[i].value;
      say(c, "gone", old, "which was '%.*s'", AML_SV_ARG(shown_of(c->arena, old, "state")));
    }
  }
}

aml_texts aml_record_changes(aml_arena *arena, const aml_value *earlier, const aml_value *now) {
  changing c = {.arena = arena, .noun = "resource", .label = "name"};
  tell_changes(&c, earlier, now, "resources");
  c.noun = "exception";
  c.label = "id";
  tell_changes(&c, earlier, now, "exceptions");
  return c.lines;
}
