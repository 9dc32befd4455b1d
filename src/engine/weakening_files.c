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
  for (size_t i = 0; i < w->before->waivers.count; i++) {
    const aml_waivers *waivers = &w->before->waivers.items[i]->waivers;
    for (size_t k = 0; k < waivers->list.count; k++) {
      aml_sv key = key_of(&w->run->arena, waivers->list.items[k]);
      former *one = AML_NEW(&w->run->arena, former);
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
  if (waiver->id.len > 0) {
    aml_weakening_tell(w, waiver->path, "This change %s the exception '%.*s', for '%.*s'%s.", what,
        AML_SV_ARG(waiver->id), AML_SV_ARG(rule), more);
  } else {
    aml_weakening_tell(
        w, waiver->path, "This change %s an exception for '%.*s'%s.", what, AML_SV_ARG(rule), more);
  }
}

/* An exceptions file that was in force and did not change covers what it covered; one that is void covers
 * nothing. */
void aml_weakening_of_waivers(const aml_weakening *w) {
  aml_map by_key;
  aml_map_init(&by_key, &w->run->arena, AML_MAP_EXACT);
  collect_former(w, &by_key);
  for (size_t i = 0; i < w->after->waivers.count; i++) {
    const aml_waivers *waivers = &w->after->waivers.items[i]->waivers;
    for (size_t k = 0; k < waivers->list.count; k++) {
      const aml_waiver *waiver = waivers->list.items[k];
      former *list = aml_map_find(&by_key, key_of(&w->run->arena, waiver));
      if ((waiver->flags & AML_WAIVER_VOID) == 0 && !take_cover(list, waiver)) {
        tell_waiver(w, waiver, list == NULL);
      }
    }
  }
}

typedef struct baseline_reading {
  aml_engine *engine;
  aml_baseline baseline;
} baseline_reading;

static void read_baseline(void *ctx) {
  baseline_reading *self = ctx;
  aml_engine *engine = self->engine;
  const aml_config *config = aml_engine_config_for(engine, (aml_sv){NULL, 0});
  aml_baseline_init(&self->baseline, &engine->arena);
  if (config->baseline.len > 0 && engine->options.baseline.len == 0) {
    aml_sv file = aml_path_join(&engine->arena, config->folder, config->baseline);
    const aml_value *root = aml_engine_read_own_file(engine, file, &aml_own_baseline, NULL);
    if (root != NULL) {
      aml_baseline_read(&self->baseline, root, &engine->diags);
    }
  }
}

void aml_weakening_of_baseline(const aml_weakening *w) {
  baseline_reading was = {.engine = w->before};
  baseline_reading is = {.engine = w->after};
  if (aml_guard_run(&w->before->arena, read_baseline, &was) != AML_OK ||
      aml_guard_run(&w->after->arena, read_baseline, &is) != AML_OK) {
    w->run->is_incomplete = true;
    return;
  }
  size_t added = 0;
  for (size_t i = 0; i < is.baseline.list.count; i++) {
    added +=
        aml_map_find(&was.baseline.by_fingerprint, is.baseline.list.items[i]->fingerprint) == NULL ? 1 : 0;
  }
  if (added > 0) {
    const aml_config *config = aml_engine_config_for(w->after, (aml_sv){NULL, 0});
    aml_weakening_tell(w, config->path, "This change adds %zu finding%s to the baseline '%.*s'.", added,
        added == 1 ? "" : "s", AML_SV_ARG(config->baseline));
  }
}

void aml_weakening_of_facts(const aml_weakening *w) {
  if (!aml_facts_are_same(w->before->facts, w->after->facts)) {
    const aml_config *config = aml_engine_config_for(w->after, (aml_sv){NULL, 0});
    aml_weakening_tell(w, config->path, "This change replaces facts about sizes, series, regions or limits.");
  }
}

static void tell_left_out(const aml_weakening *w) {
  aml_map after;
  aml_map_init(&after, &w->run->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < w->after->files.count; i++) {
    aml_map_put(&after, w->after->files.items[i]->source->path, w->run);
  }
  for (size_t i = 0; i < w->before->files.count; i++) {
    aml_sv path = w->before->files.items[i]->source->path;
    if (aml_map_find(&after, path) == NULL) {
      aml_weakening_tell(w, path, "This change keeps '%.*s' from being read.", AML_SV_ARG(path));
    }
  }
}

/* "a/c" of "a/c.yml": what names that a renamed file may have begin with. */
static aml_sv stem_of(aml_sv path) {
  size_t dot = aml_sv_rfind_char(path, '.');
  size_t name = aml_sv_rfind_char(path, '/');
  name = name == AML_NPOS ? 0 : name + 1;
  return dot == AML_NPOS || dot <= name ? path : aml_sv_slice(path, 0, dot);
}

static aml_sv first_stem_of(aml_sv path) {
  size_t name = aml_sv_rfind_char(path, '/');
  size_t dot = aml_sv_find_char(path, '.', name == AML_NPOS ? 1 : name + 2);
  return aml_sv_slice(path, 0, dot);
}

/* A text that was read under one name and stands under another that is not: by its name but for the ending,
 * or by its bytes. */
static void tell_renamed(const aml_weakening *w) {
  const aml_map *changes = &w->run->changes.by_path;
  aml_map gone; /* stem or text to change */
  aml_map_init(&gone, &w->run->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < changes->count; i++) {
    aml_change *change = changes->entries[i].value;
    if (change->is_deleted && change->object.len > 0 && aml_discover_takes(change->path)) {
      aml_map_put(&gone, stem_of(change->path), change);
      aml_map_put(&gone, aml_sv_format(&w->run->arena, "\n%.*s", AML_SV_ARG(change->before)), change);
    }
  }
  for (size_t i = 0; gone.count > 0 && i < changes->count; i++) {
    const aml_change *change = changes->entries[i].value;
    aml_source source = {
        .path = change->path, .file = aml_path_join(&w->run->arena, w->run->discovery.root, change->path)};
    aml_error error;
    if (change->is_deleted || aml_discover_takes(change->path) ||
        aml_source_read(&source, &w->run->arena, AML_LIMIT_FILE_BYTES, NULL, &error) != AML_OK) {
      continue;
    }
    const aml_change *origin =
        aml_map_find(&gone, aml_sv_format(&w->run->arena, "\n%.*s", AML_SV_ARG(source.bytes)));
    origin = origin != NULL ? origin : aml_map_find(&gone, first_stem_of(change->path));
    if (origin != NULL) {
      aml_weakening_tell(w, change->path, "This change renames '%.*s' to '%.*s', which is not read.",
          AML_SV_ARG(origin->path), AML_SV_ARG(change->path));
    }
  }
}

void aml_weakening_of_files(const aml_weakening *w) {
  tell_left_out(w);
  tell_renamed(w);
}
