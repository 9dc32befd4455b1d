/* Waivers, baselines, facts and files that a change makes weaker. */
#include "base/limits.h"
#include "engine/own_file.h"
#include "engine/weakening.h"
#include "source/paths.h"

/* Waivers that say the same of themselves: an id, or the rules of a comment in a file. */
static aml_sv key_of(aml_arena *arena, const aml_waiver *waiver) {
  if (waiver->id.len > 0) {
    return aml_sv_format(arena, "%.*s\n%.*s", AML_SV_ARG(waiver->path), AML_SV_ARG(waiver->id));
  }
  aml_sv key = waiver->path;
  for (size_t i = 0; i < waiver->rules.count; i++) {
    key = aml_sv_format(arena, "%.*s\n%.*s", AML_SV_ARG(key), AML_SV_ARG(waiver->rules.items[i]));
  }
  return key;
}

static bool holds_all(const aml_texts *list, const aml_texts *of) {
  for (size_t i = 0; i < of->count; i++) {
    bool is_there = false;
    for (size_t k = 0; k < list->count && !is_there; k++) {
      is_there = aml_sv_eq(list->items[k], of->items[i]);
    }
    if (!is_there) {
      return false;
    }
  }
  return true;
}

static bool is_as_narrow(aml_sv was, aml_sv is) {
  return was.len == 0 || aml_sv_eq(was, is);
}

/* Whether all that `is` covers was covered by `was`, for as long. */
static bool covers(const aml_waiver *was, const aml_waiver *is) {
  bool is_in_time = was->until == AML_DAY_NONE || (is->until != AML_DAY_NONE && is->until <= was->until);
  bool is_in_paths = was->paths.count == 0 || (is->paths.count > 0 && holds_all(&was->paths, &is->paths));
  bool is_in_value = !was->has_value || (is->has_value && aml_sv_eq(was->value, is->value));
  return (was->flags & AML_WAIVER_VOID) == 0 && was->reach >= is->reach && is_in_time && is_in_paths &&
         is_in_value && holds_all(&was->rules, &is->rules) &&
         is_as_narrow(was->resource_type, is->resource_type) &&
         is_as_narrow(was->resource_name, is->resource_name) && is_as_narrow(was->scope, is->scope) &&
         is_as_narrow(was->property, is->property);
}

typedef struct former { /* waivers of one key; each stands for one of after */
  const aml_waiver *waiver;
  bool is_taken;
  struct former *next;
} former;

static void collect_former(const aml_weakening *w, aml_map *by_key) {
  for (size_t i = 0; i < w->before.acceptance->waivers.count; i++) {
    const aml_waivers *waivers = &w->before.acceptance->waivers.items[i]->waivers;
    for (size_t k = 0; k < waivers->list.count; k++) {
      aml_sv key = key_of(w->inputs->arena, waivers->list.items[k]);
      former *one = AML_NEW(w->inputs->arena, former);
      *one = (former){waivers->list.items[k], false, aml_map_find(by_key, key)};
      aml_map_put(by_key, key, one);
    }
  }
}

static bool take_cover(former *list, const aml_waiver *waiver) {
  for (former *one = list; one != NULL; one = one->next) {
    if (!one->is_taken && covers(one->waiver, waiver)) {
      one->is_taken = true;
      return true;
    }
  }
  return false;
}

static void tell_waiver(const aml_weakening *w, const aml_waiver *waiver, bool is_new) {
  const char *what = is_new ? "adds" : "widens";
  aml_sv rule = waiver->rules.count == 0 ? (aml_sv){NULL, 0} : waiver->rules.items[0];
  const char *more = waiver->rules.count > 1 ? " and others" : "";
  aml_weakening_search search = aml_weakening_search_begin(w);
  aml_weakening_try(&search, waiver->span);
  aml_weakening_try_key(&search, "exceptions", NULL);
  aml_weakening_spot spot = aml_weakening_search_end(&search);
  if (waiver->id.len > 0) {
    aml_weakening_tell(w, spot, "%s the exception '%.*s', for '%.*s'%s", what, AML_SV_ARG(waiver->id),
        AML_SV_ARG(rule), more);
  } else {
    aml_weakening_tell(w, spot, "%s an exception for '%.*s'%s", what, AML_SV_ARG(rule), more);
  }
}

/* Of one waiver set: the configuration that governs it is the pair's. */
static void compare_waivers(const aml_weakening *w, const aml_map *former_by_key, const aml_waiver_set *set) {
  aml_weakening pair = *w;
  pair.is = set->config;
  pair.was = aml_engine_config_for(w->before.criteria, set->config->path);
  for (size_t k = 0; k < set->waivers.list.count; k++) {
    const aml_waiver *waiver = set->waivers.list.items[k];
    former *list = aml_map_find(former_by_key, key_of(w->inputs->arena, waiver));
    if ((waiver->flags & AML_WAIVER_VOID) == 0 && !take_cover(list, waiver)) {
      tell_waiver(&pair, waiver, list == NULL);
    }
  }
}

/* An exceptions file that was in force and did not change covers what it covered; one that is void covers
 * nothing. */
void aml_weakening_of_waivers(const aml_weakening *w) {
  aml_map by_key;
  aml_map_init(&by_key, w->inputs->arena, AML_MAP_EXACT);
  collect_former(w, &by_key);
  for (size_t i = 0; i < w->after.acceptance->waivers.count; i++) {
    compare_waivers(w, &by_key, w->after.acceptance->waivers.items[i]);
  }
}

typedef struct baseline_reading {
  const aml_criteria *criteria;
  aml_baseline baseline;
} baseline_reading;

static void read_baseline(void *ctx) {
  baseline_reading *self = ctx;
  const aml_config *config = aml_engine_config_for(self->criteria, (aml_sv){NULL, 0});
  const aml_own_reader *reader = self->criteria->configs->reader;
  aml_baseline_init(&self->baseline, reader->arena);
  if (config->baseline.len > 0 && reader->request->options.baseline.len == 0) {
    aml_sv file = aml_path_join(reader->arena, config->folder, config->baseline);
    const aml_value *root = aml_engine_read_own_file(reader, file, &aml_own_baseline, NULL);
    if (root != NULL) {
      aml_baseline_read(&self->baseline, root, &reader->remarks->diags);
    }
  }
}

static aml_weakening pair_of_root(const aml_weakening *w) {
  aml_weakening pair = *w;
  pair.was = aml_engine_config_for(w->before.criteria, (aml_sv){NULL, 0});
  pair.is = aml_engine_config_for(w->after.criteria, (aml_sv){NULL, 0});
  return pair;
}

void aml_weakening_of_baseline(const aml_weakening *w) {
  baseline_reading was = {.criteria = w->before.criteria};
  baseline_reading is = {.criteria = w->after.criteria};
  if (aml_guard_run(w->before.inputs->arena, read_baseline, &was) != AML_OK ||
      aml_guard_run(w->after.inputs->arena, read_baseline, &is) != AML_OK) {
    w->remarks->is_incomplete = true;
    return;
  }
  aml_weakening pair = pair_of_root(w);
  aml_weakening_search search = aml_weakening_search_begin(&pair);
  aml_weakening_try_key(&search, "baseline", NULL);
  size_t added = 0;
  for (size_t i = 0; i < is.baseline.list.count; i++) {
    const aml_baseline_entry *entry = is.baseline.list.items[i];
    if (aml_map_find(&was.baseline.by_fingerprint, entry->fingerprint) == NULL) {
      aml_weakening_try(&search, entry->span);
      added++;
    }
  }
  if (added > 0) {
    aml_weakening_tell(w, aml_weakening_search_end(&search), "adds %zu finding%s to the baseline '%.*s'",
        added, added == 1 ? "" : "s", AML_SV_ARG(pair.is->baseline));
  }
}

/* One notice for each table that changed; where none did, another folder is named. */
void aml_weakening_of_facts(const aml_weakening *w) {
  if (aml_facts_are_same(w->before.criteria->facts, w->after.criteria->facts)) {
    return;
  }
  static const char *const text = "replaces facts about sizes, series, regions or limits";
  aml_weakening pair = pair_of_root(w);
  aml_sv named = w->request->options.facts;
  aml_sv folder = named.len > 0 ? aml_path_join(w->inputs->arena, w->request->options.folder, named)
                                : aml_path_join(w->inputs->arena, pair.is->folder, pair.is->facts);
  bool has_folder = named.len + pair.is->facts.len > 0;
  bool is_told = false;
  const char *name;
  for (size_t i = 0; has_folder && (name = aml_facts_file_at(i)) != NULL; i++) {
    aml_weakening_search search = aml_weakening_search_begin(&pair);
    aml_sv table = aml_path_join(w->inputs->arena, folder, aml_sv_of(name));
    aml_weakening_try_file(&search, aml_engine_shown_path(w->inputs, table));
    if (search.is_found) {
      aml_weakening_tell(w, search.spot, "%s", text);
      is_told = true;
    }
  }
  if (!is_told) {
    aml_weakening_search search = aml_weakening_search_begin(&pair);
    aml_weakening_try_key(&search, "facts", NULL);
    aml_weakening_tell(w, aml_weakening_search_end(&search), "%s", text);
  }
}

/* Whether a pattern on one line of an ignore file takes the path, relative to the file's folder, or a folder
 * above it. */
static bool takes_path(aml_arena *scratch, aml_sv line, aml_sv path) {
  const aml_ignore *ignore = aml_ignore_parse(scratch, line);
  bool is_taken = aml_ignore_match(ignore, path, false) == 1;
  for (aml_sv at = aml_path_folder(path); at.len > 0 && !is_taken; at = aml_path_folder(at)) {
    is_taken = aml_ignore_match(ignore, at, true) == 1;
  }
  return is_taken;
}

/* The line of `exclude:` or of an ignore file that does it. */
static aml_weakening_spot spot_of_left_out(const aml_weakening *w, aml_sv path) {
  aml_weakening pair = *w;
  pair.was = aml_engine_config_for(w->before.criteria, path);
  pair.is = aml_engine_config_for(w->after.criteria, path);
  aml_weakening_search search = aml_weakening_search_begin(&pair);
  const aml_value *patterns =
      pair.is->settings == NULL ? NULL : aml_object_find_exact(pair.is->settings, AML_SV("exclude"));
  aml_sv relative = aml_engine_relative_to_config(pair.is, path);
  for (size_t i = 0; aml_value_is(patterns, AML_ARRAY) && i < patterns->as.array.count; i++) {
    const aml_value *pattern = patterns->as.array.items[i];
    if (aml_glob_match(aml_value_text(pattern), relative)) {
      aml_weakening_try(&search, pattern->span);
    }
  }
  for (aml_sv at = path; at.len > 0 && !search.is_found;) {
    at = aml_path_folder(at);
    aml_sv file = aml_path_join(w->inputs->arena, at, AML_SV(".amlintignore"));
    aml_sv below = aml_sv_slice(path, at.len == 0 ? 0 : at.len + 1, path.len);
    aml_weakening_try_line(&search, file, takes_path, below);
    aml_weakening_try_file(&search, file);
  }
  return aml_weakening_search_end(&search);
}

static void tell_left_out(const aml_weakening *w) {
  aml_map after;
  aml_map_init(&after, w->inputs->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < w->after.inputs->files.count; i++) {
    aml_map_put(&after, w->after.inputs->files.items[i]->source->path, &after);
  }
  aml_weakening_names names = aml_weakening_names_begin(w, "keeps files from being read");
  for (size_t i = 0; i < w->before.inputs->files.count; i++) {
    aml_sv path = w->before.inputs->files.items[i]->source->path;
    if (aml_map_find(&after, path) == NULL) {
      aml_weakening_names_add(&names, spot_of_left_out(w, path), path);
    }
  }
  aml_weakening_names_tell(&names, (aml_sv){NULL, 0});
}

static void tell_renamed(const aml_weakening *w) {
  for (size_t i = 0; i < w->changes->renames.count; i++) {
    const aml_rename *one = &w->changes->renames.items[i];
    aml_weakening_search search = aml_weakening_search_begin(w);
    aml_weakening_try_file(&search, one->to);
    aml_weakening_tell(w, search.spot, "renames '%.*s' to '%.*s', which is not read", AML_SV_ARG(one->from),
        AML_SV_ARG(one->to));
  }
}

static bool was_there(const aml_weakening *w, aml_sv path) {
  const aml_change *change = aml_map_find(&w->changes->by_path, path);
  return change != NULL && change->object.len > 0;
}

static void tell_unread(const aml_weakening *w, aml_sv path, const char *what) {
  aml_weakening_search search = aml_weakening_search_begin(w);
  aml_weakening_try_file(&search, path);
  aml_weakening_tell(w, search.spot, "turns '%.*s' into %s", AML_SV_ARG(path), what);
}

/* A new link out of the root is as little read as a file that became one. */
static void tell_link(const aml_weakening *w, aml_sv path) {
  if (was_there(w, path)) {
    tell_unread(w, path, AML_BY_LINK ", which is not read");
  } else if (aml_map_find(&w->changes->by_path, path) != NULL) {
    aml_weakening_search search = aml_weakening_search_begin(w);
    aml_weakening_try_file(&search, path);
    aml_weakening_tell(w, search.spot, "adds '%.*s', " AML_BY_LINK ", which is not read", AML_SV_ARG(path));
  }
}

/* Declarations that are evidence now, and so are checked no more. */
static void tell_of_evidence(const aml_weakening *w, const aml_file *was, const aml_file *is) {
  if (is->is_evidence && was != NULL && !was->is_evidence) {
    aml_weakening pair = *w;
    pair.was = aml_engine_config_for(w->before.criteria, is->source->path);
    pair.is = aml_engine_config_for(w->after.criteria, is->source->path);
    aml_weakening_search search = aml_weakening_search_begin(&pair);
    aml_weakening_try_key(&search, "evidence", NULL);
    aml_weakening_tell(w, aml_weakening_search_end(&search),
        "makes '%.*s' evidence, which is not checked as a declaration", AML_SV_ARG(is->source->path));
  } else if (is->is_evidence && was_there(w, is->source->path)) {
    aml_weakening_search search = aml_weakening_search_begin(w);
    aml_weakening_try_file(&search, is->source->path);
    aml_weakening_tell(w, search.spot, "changes the evidence '%.*s'", AML_SV_ARG(is->source->path));
  }
}

/* Files that stand where they stood and are of no kind that is read any more. */
static void tell_turned(const aml_weakening *w) {
  aml_map before;
  aml_map_init(&before, w->inputs->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < w->before.inputs->files.count; i++) {
    aml_map_put(&before, w->before.inputs->files.items[i]->source->path, w->before.inputs->files.items[i]);
  }
  for (size_t i = 0; i < w->after.inputs->files.count; i++) {
    const aml_file *is = w->after.inputs->files.items[i];
    const aml_file *was = aml_map_find(&before, is->source->path);
    tell_of_evidence(w, was, is);
    bool is_turned = was != NULL && was->is_loaded && is->is_loaded && was->front != NULL &&
                     is->front == NULL && is->state == AML_FILE_READ;
    if (is_turned && was_there(w, is->source->path)) {
      tell_unread(w, is->source->path, "a file of a kind that is not read");
    }
  }
  for (size_t i = 0; i < w->inputs->discovery.left_out.count; i++) {
    const aml_left_out *item = &w->inputs->discovery.left_out.items[i];
    if (aml_sv_eq(item->by, AML_SV(AML_BY_LINK))) {
      tell_link(w, item->path);
    }
  }
}

void aml_weakening_of_files(const aml_weakening *w) {
  tell_left_out(w);
  tell_renamed(w);
  tell_turned(w);
}
