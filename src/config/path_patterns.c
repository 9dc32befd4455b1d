#include "config/path_patterns.h"

#include "base/sort.h"
#include "source/globs.h"

/* Patterns, and what each of them belongs to. */
typedef struct pattern_list {
  aml_globs globs;
  aml_indexes owners;
} pattern_list;

struct aml_config_patterns {
  aml_globs exclude;
  pattern_list workspaces, overrides;
};

static void add_paths(pattern_list *list, aml_arena *arena, const aml_value *paths, size_t owner) {
  for (size_t i = 0; aml_value_is(paths, AML_ARRAY) && i < paths->as.array.count; i++) {
    aml_globs_add(&list->globs, aml_value_text(paths->as.array.items[i]));
    AML_VEC_PUSH(arena, &list->owners, owner);
  }
}

static void index_secret_names(aml_arena *arena, aml_config *config) {
  if (config->secret_names.count == 0) {
    return;
  }
  aml_map *names = AML_NEW(arena, aml_map);
  aml_map_init(names, arena, AML_MAP_IGNORE_CASE);
  for (size_t i = 0; i < config->secret_names.count; i++) {
    (void)aml_map_put(names, config->secret_names.items[i], config);
  }
  config->secret_name_map = names;
}

void aml_config_index(aml_arena *arena, aml_config *config) {
  index_secret_names(arena, config);
  struct aml_config_patterns *patterns = AML_NEW(arena, struct aml_config_patterns);
  aml_globs_init(&patterns->exclude, arena);
  aml_globs_init(&patterns->workspaces.globs, arena);
  aml_globs_init(&patterns->overrides.globs, arena);
  for (size_t i = 0; i < config->exclude.count; i++) {
    aml_globs_add(&patterns->exclude, config->exclude.items[i]);
  }
  for (size_t i = 0; i < config->workspaces.count; i++) {
    add_paths(&patterns->workspaces, arena, config->workspaces.items[i].paths, i);
  }
  for (size_t i = 0; i < config->overrides.count; i++) {
    add_paths(&patterns->overrides, arena, config->overrides.items[i].paths, i);
  }
  config->patterns = patterns;
}

bool aml_config_excludes(const aml_config *config, aml_arena *payer, aml_sv path) {
  return config->patterns != NULL && aml_globs_last(&config->patterns->exclude, payer, path) != AML_NPOS;
}

const aml_config_workspace *aml_config_workspace_for(
    const aml_config *config, aml_arena *payer, aml_sv path) {
  const pattern_list *list = config->patterns == NULL ? NULL : &config->patterns->workspaces;
  size_t found = list == NULL ? AML_NPOS : aml_globs_last(&list->globs, payer, path);
  if (found != AML_NPOS) { /* later entries have later patterns */
    return &config->workspaces.items[list->owners.items[found]];
  }
  bool is_only = config->workspaces.count == 1 && config->workspaces.items[0].paths == NULL;
  return is_only ? &config->workspaces.items[0] : NULL;
}

typedef struct collecting {
  aml_arena *arena;
  const pattern_list *list;
  aml_indexes *out;
} collecting;

static bool collect(void *ctx, size_t index) {
  const collecting *self = ctx;
  AML_VEC_PUSH(self->arena, self->out, self->list->owners.items[index]);
  return true;
}

static int compare_indexes(const void *a, const void *b) {
  size_t x = *(const size_t *)a;
  size_t y = *(const size_t *)b;
  return x < y ? -1 : x > y ? 1 : 0;
}

void aml_config_overrides_at(const aml_config *config, aml_arena *arena, aml_sv path, aml_indexes *out) {
  *out = (aml_indexes){0};
  if (config->patterns == NULL || config->overrides.count == 0) {
    return;
  }
  collecting self = {arena, &config->patterns->overrides, out};
  aml_globs_each(&self.list->globs, arena, path, collect, &self);
  aml_sort(arena, out->items, out->count, sizeof *out->items, compare_indexes);
  size_t kept = 0;
  for (size_t i = 0; i < out->count; i++) {
    if (kept == 0 || out->items[kept - 1] != out->items[i]) {
      out->items[kept++] = out->items[i];
    }
  }
  out->count = kept;
}
