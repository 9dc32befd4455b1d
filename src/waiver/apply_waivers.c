/* Which finding is covered by which waiver. Waivers are found by a key made of rule and place; the place of a
 * pattern of paths is the folder before its first wildcard. Entries under one key are tried one by one. */
#include "base/limits.h"
#include "base/sort.h"
#include "base/strbuf.h"
#include "base/suggest.h"
#include "source/discover.h"
#include "source/globs.h"
#include "source/lines.h"
#include "source/paths.h"
#include "waiver/govern.h"

typedef AML_VEC(aml_waiver *) waiver_list;

/* An entry that names a pattern of paths. */
typedef struct pattern_entry {
  aml_sv rule;
  aml_waiver *waiver;
  size_t depth; /* bytes of the innermost folder in which all lies that fits */
} pattern_entry;

typedef struct hit {
  const pattern_entry *entry;
  size_t index;
} hit;
typedef AML_VEC(hit) hit_list;

typedef struct applying {
  aml_arena *arena;
  aml_map exact;     /* key to waiver_list: by rule and place */
  waiver_list loose; /* with a pattern for a rule */
  aml_globs globs;
  AML_VEC(pattern_entry) entries; /* of the patterns, by their index */
  aml_sv path;                    /* that `hits` are for */
  hit_list hits;                  /* from the root inwards */
  aml_suppression **end;          /* of those of the finding at hand */
} applying;

/* Kinds: 'f' what names no place; 'p' a file, 'l' a line, 'r' the line that a
 * resource begins on, 'n' a resource's name, 's' a scope. */
static aml_sv make_key(aml_arena *arena, aml_sv rule, char kind, aml_sv place, uint32_t line) {
  aml_sv folded = aml_sv_lower(arena, rule);
  return aml_sv_format(arena, "%.*s\n%c\n%.*s\n%u", AML_SV_ARG(folded), kind, AML_SV_ARG(place), line);
}

static void put(applying *self, aml_sv rule, char kind, aml_sv place, uint32_t line, aml_waiver *waiver) {
  aml_sv key = make_key(self->arena, rule, kind, place, line);
  waiver_list *list = aml_map_find(&self->exact, key);
  if (list == NULL) {
    list = AML_NEW(self->arena, waiver_list);
    aml_map_put(&self->exact, key, list);
  }
  AML_VEC_PUSH(self->arena, list, waiver);
}

static void put_path(applying *self, aml_sv rule, aml_sv path, aml_waiver *waiver) {
  if (aml_waiver_is_path_pattern(path)) {
    aml_globs_add(&self->globs, path);
    AML_VEC_PUSH(self->arena, &self->entries,
        ((pattern_entry){.rule = rule, .waiver = waiver, .depth = aml_waiver_pattern_folder(path).len}));
  } else {
    put(self, rule, 'p', path, 0, waiver);
  }
}

/* Under the rarest thing that the entry names: the resource's name, else the paths or the folders of their
 * patterns, else the scope, else the rule alone. */
static void put_entry_for(applying *self, aml_sv rule, aml_waiver *waiver) {
  if (aml_waiver_is_pattern(rule)) {
    bool is_last = self->loose.count > 0 && self->loose.items[self->loose.count - 1] == waiver;
    if (!is_last) { /* for another of its rules */
      AML_VEC_PUSH(self->arena, &self->loose, waiver);
    }
  } else if (waiver->resource_name.len > 0 && !aml_waiver_is_pattern(waiver->resource_name)) {
    put(self, rule, 'n', aml_sv_lower(self->arena, waiver->resource_name), 0, waiver);
  } else if (waiver->paths.count > 0) {
    for (size_t i = 0; i < waiver->paths.count; i++) {
      put_path(self, rule, waiver->paths.items[i], waiver);
    }
  } else if (waiver->scope.len > 0 && !aml_waiver_is_pattern(waiver->scope)) {
    put(self, rule, 's', aml_sv_lower(self->arena, waiver->scope), 0, waiver);
  } else {
    put(self, rule, 'f', AML_SV(""), 0, waiver);
  }
}

static void put_comment_for(applying *self, aml_sv rule, aml_waiver *waiver) {
  if (waiver->reach == AML_REACH_FILE) {
    put(self, rule, 'p', waiver->path, 0, waiver);
    return;
  }
  put(self, rule, 'l', waiver->path, waiver->line, waiver);
  if (waiver->reach == AML_REACH_RESOURCE) {
    put(self, rule, 'r', waiver->path, waiver->line, waiver);
    put(self, rule, 'r', waiver->path, waiver->head, waiver);
  }
}

static bool matches_rule(const aml_waiver *waiver, const aml_rule *rule) {
  for (size_t i = 0; i < waiver->rules.count; i++) {
    if (aml_waiver_matches(waiver->rules.items[i], rule->id) ||
        aml_waiver_matches(waiver->rules.items[i], rule->name)) {
      return true;
    }
  }
  return false;
}

static bool matches_path(const aml_waiver *waiver, aml_sv path) {
  for (size_t i = 0; i < waiver->paths.count; i++) {
    aml_sv wanted = waiver->paths.items[i];
    bool is_hit = aml_waiver_is_path_pattern(wanted) ? aml_glob_match(wanted, path) : aml_sv_eq(wanted, path);
    if (is_hit) {
      return true;
    }
  }
  return waiver->paths.count == 0;
}

/* A property may be written in full or by its last parts: "scaleSettings.minNodeCount". */
static bool matches_property(aml_sv wanted, aml_sv property) {
  if (wanted.len == 0 || aml_sv_ieq(wanted, property)) {
    return true;
  }
  return property.len > wanted.len && aml_sv_iends(property, wanted) &&
         property.data[property.len - wanted.len - 1] == '.';
}

/* By the words of ARM, or by those of the resource's own file: "min_instances", "--min-instances". */
static bool matches_place(aml_arena *arena, aml_sv wanted, const aml_finding *finding) {
  if (matches_property(wanted, finding->property)) {
    return true;
  }
  aml_sv key = finding->resource == NULL || finding->property.len == 0
                   ? (aml_sv){0}
                   : aml_form_key(arena, finding->resource, finding->property);
  return key.len > 0 && (matches_property(wanted, key) || aml_same_word(wanted, key));
}

static bool matches_scope(aml_sv wanted, const aml_resource *resource) {
  if (wanted.len == 0) {
    return true;
  }
  return resource != NULL && (aml_waiver_matches(wanted, resource->scope.resource_group) ||
                                 aml_waiver_matches(wanted, resource->scope.subscription) ||
                                 aml_waiver_matches(wanted, resource->scope.management_group));
}

static bool matches_resource(const aml_waiver *waiver, const aml_resource *resource) {
  if (waiver->resource_name.len == 0 && waiver->resource_type.len == 0) {
    return true;
  }
  if (resource == NULL) {
    return false;
  }
  bool has_name =
      waiver->resource_name.len == 0 || aml_waiver_matches(waiver->resource_name, resource->shown_name);
  return has_name &&
         (waiver->resource_type.len == 0 || aml_waiver_matches(waiver->resource_type, resource->type));
}

static bool is_within(aml_sv folder, aml_sv path) {
  return folder.len == 0 || aml_path_is_below(folder, path);
}

bool aml_waiver_reaches(const aml_waiver *waiver, aml_sv path) {
  return is_within(waiver->within, path) && matches_path(waiver, path);
}

static bool covers(aml_arena *arena, const aml_waiver *waiver, const aml_finding *finding, aml_sv path) {
  if (waiver->reach != AML_REACH_ENTRY) {
    return true; /* its key said all */
  }
  return aml_waiver_reaches(waiver, path) && matches_rule(waiver, finding->rule) &&
         matches_resource(waiver, finding->resource) && matches_scope(waiver->scope, finding->resource) &&
         matches_place(arena, waiver->property, finding) &&
         (!waiver->has_value || aml_sv_ieq(waiver->value, finding->value));
}

static void suppress(applying *self, aml_finding *finding, aml_waiver *waiver) {
  if (waiver->covered.count > 0 && waiver->covered.items[waiver->covered.count - 1] == finding) {
    return; /* found by more than one key */
  }
  if (finding->status == AML_UNDECIDED) {
    waiver->may_cover = true;
    return;
  }
  aml_arena_spend(self->arena, AML_STEPS_FOR_A_SUPPRESSION);
  AML_VEC_PUSH(self->arena, &waiver->covered, finding);
  if ((waiver->flags & AML_WAIVER_VOID) != 0) {
    return;
  }
  aml_suppression *suppression = AML_NEW(self->arena, aml_suppression);
  *suppression = (aml_suppression){.kind = waiver->kind,
      .id = waiver->id,
      .owner = waiver->owner,
      .approver = waiver->approver,
      .reason = waiver->reason,
      .ticket = waiver->ticket,
      .until = waiver->until,
      .span = waiver->span};
  *self->end = suppression;
  self->end = &suppression->next;
  finding->status = AML_SUPPRESSED;
}

static void try_list(applying *self, const waiver_list *list, aml_finding *finding, aml_sv path) {
  for (size_t i = 0; list != NULL && i < list->count; i++) {
    const aml_waiver *waiver = list->items[i];
    aml_arena_spend(self->arena, 1 + waiver->rules.count + waiver->paths.count);
    if (covers(self->arena, list->items[i], finding, path)) {
      suppress(self, finding, list->items[i]);
    }
  }
}

/* The waivers that stand under one key. */
typedef struct attempt {
  applying *self;
  aml_finding *finding;
  aml_sv rule, path;
} attempt;

static void try_key(const attempt *at, char kind, aml_sv place, uint32_t line) {
  aml_sv key = make_key(at->self->arena, at->rule, kind, place, line);
  try_list(at->self, aml_map_find(&at->self->exact, key), at->finding, at->path);
}

static bool collect_hit(void *ctx, size_t index) {
  applying *self = ctx;
  AML_VEC_PUSH(self->arena, &self->hits, ((hit){&self->entries.items[index], index}));
  return true;
}

/* From the root inwards: the order in which suppressions are told. */
static int compare_hits(const void *a, const void *b) {
  const hit *x = a;
  const hit *y = b;
  if (x->entry->depth != y->entry->depth) {
    return x->entry->depth < y->entry->depth ? -1 : 1;
  }
  return x->index < y->index ? -1 : x->index > y->index ? 1 : 0;
}

/* The patterns that match a path are found once for all findings in a row that lie there. */
static void try_patterns(const attempt *at) {
  applying *self = at->self;
  if (self->path.data != at->path.data || self->path.len != at->path.len) {
    self->path = at->path;
    self->hits.count = 0;
    aml_globs_each(&self->globs, self->arena, at->path, collect_hit, self);
    aml_sort(self->arena, self->hits.items, self->hits.count, sizeof *self->hits.items, compare_hits);
  }
  aml_arena_spend(self->arena, self->hits.count / AML_SELECTORS_FOR_A_STEP);
  for (size_t i = 0; i < self->hits.count; i++) {
    const pattern_entry *entry = self->hits.items[i].entry;
    if (aml_sv_ieq(entry->rule, at->rule) && covers(self->arena, entry->waiver, at->finding, at->path)) {
      suppress(self, at->finding, entry->waiver);
    }
  }
}

static void try_scopes(const attempt *at, const aml_scope_path *scope) {
  const aml_sv places[] = {scope->resource_group, scope->subscription, scope->management_group};
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    try_key(at, 's', aml_sv_lower(at->self->arena, places[i]), 0);
  }
}

static void try_keys(applying *self, aml_finding *finding, aml_sv rule, const aml_source *source) {
  attempt at = {self, finding, rule, source->path};
  try_key(&at, 'f', AML_SV(""), 0);
  try_patterns(&at);
  try_key(&at, 'p', source->path, 0);
  uint32_t line = aml_source_locate(source, finding->span.begin).line;
  uint32_t first =
      finding->whole.source == source->id ? aml_source_locate(source, finding->whole.begin).line : line;
  try_key(&at, 'l', source->path, line);
  if (first != line) {
    try_key(&at, 'l', source->path, first);
  }
  const aml_resource *resource = finding->resource;
  if (resource == NULL) {
    return;
  }
  try_key(&at, 'n', aml_sv_lower(self->arena, resource->shown_name), 0);
  try_scopes(&at, &resource->scope);
  if (resource->span.source == source->id) {
    try_key(&at, 'r', source->path, aml_source_locate(source, resource->span.begin).line);
  }
}

void aml_waivers_apply(aml_waivers *waivers, const aml_findings *findings, const aml_sources *sources) {
  if (waivers->list.count == 0) {
    return;
  }
  applying self = {.arena = waivers->arena};
  aml_map_init(&self.exact, waivers->arena, AML_MAP_EXACT);
  aml_globs_init(&self.globs, waivers->arena);
  for (size_t i = 0; i < waivers->list.count; i++) {
    aml_waiver *waiver = waivers->list.items[i];
    for (size_t k = 0; k < waiver->rules.count; k++) {
      if (waiver->reach == AML_REACH_ENTRY) {
        put_entry_for(&self, waiver->rules.items[k], waiver);
      } else {
        put_comment_for(&self, waiver->rules.items[k], waiver);
      }
    }
  }
  for (size_t i = 0; i < findings->list.count; i++) {
    aml_finding *finding = findings->list.items[i];
    bool can_be_waived =
        !aml_span_is_none(finding->span) && !aml_sv_starts(finding->rule->id, AML_SV("AML9"));
    if (!can_be_waived) {
      continue;
    }
    const aml_source *source = aml_sources_get(sources, finding->span.source);
    self.end = &finding->suppressions;
    while (*self.end != NULL) {
      self.end = &(*self.end)->next;
    }
    try_keys(&self, finding, finding->rule->id, source);
    try_keys(&self, finding, finding->rule->name, source);
    try_list(&self, &self.loose, finding, source->path);
  }
}
