/* Files that were read under one name and stand under another that is not: they count as left out. Such a
 * file is known by its name up to the first dot, in the same folder, or by the same text. */
#include <sys/stat.h>

#include "base/limits.h"
#include "engine/changes.h"
#include "source/paths.h"

typedef struct departed { /* files that are there no more */
  aml_map by_stem, by_object, by_text;
  aml_map sizes; /* of the texts */
  aml_arena *arena;
} departed;

/* "a/c" of "a/c.yml": what names that a renamed file may have begin with. */
static aml_sv stem_of(aml_sv path) {
  size_t name = aml_sv_rfind_char(path, '/');
  size_t dot = aml_sv_find_char(path, '.', name == AML_NPOS ? 1 : name + 2);
  return aml_sv_slice(path, 0, dot);
}

static aml_sv size_key(aml_arena *arena, size_t size) {
  return aml_sv_format(arena, "%zu", size);
}

static departed collect_departed(
    const aml_request *request, const aml_inputs *inputs, const aml_changes *changes) {
  departed gone = {.arena = inputs->arena};
  aml_map *maps[] = {&gone.by_stem, &gone.by_object, &gone.by_text, &gone.sizes};
  for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
    aml_map_init(maps[i], inputs->arena, AML_MAP_EXACT);
  }
  for (size_t i = 0; i < changes->by_path.count; i++) {
    aml_change *change = changes->by_path.entries[i].value;
    bool is_first = aml_map_find(&gone.by_object, change->object) == NULL; /* links repeat a change */
    if (change->is_deleted && is_first && change->object.len > 0 &&
        aml_engine_asks_for(request, inputs, change->path)) {
      (void)aml_map_put(&gone.by_stem, stem_of(change->path), change);
      (void)aml_map_put(&gone.sizes, size_key(inputs->arena, change->before.len), change);
      if (change->before.len > 0) { /* empty files are all the same */
        (void)aml_map_put(&gone.by_object, change->object, change);
        (void)aml_map_put(&gone.by_text, change->before, change);
      }
    }
  }
  return gone;
}

/* By the text on disk; it is read only where its size is that of one that is gone. */
static const aml_change *find_by_text(const departed *gone, const aml_inputs *inputs, aml_sv path) {
  struct stat about;
  aml_arena scratch;
  aml_error error;
  aml_source source = {.path = path, .file = aml_path_join(inputs->arena, inputs->discovery.root, path)};
  if (lstat(aml_sv_cstr(inputs->arena, source.file), &about) != 0 || !S_ISREG(about.st_mode) ||
      aml_map_find(&gone->sizes, size_key(inputs->arena, (size_t)about.st_size)) == NULL) {
    return NULL;
  }
  aml_arena_init(&scratch, SIZE_MAX);
  const aml_change *origin = NULL;
  if (aml_source_read(&source, &scratch, AML_LIMIT_FILE_BYTES, NULL, &error) == AML_OK) {
    origin = aml_map_find(&gone->by_text, source.bytes);
  }
  aml_arena_release(&scratch);
  return origin;
}

static const aml_change *find_origin(
    const departed *gone, const aml_inputs *inputs, const aml_change *change) {
  const aml_change *origin =
      change->object_after.len > 0 ? aml_map_find(&gone->by_object, change->object_after) : NULL;
  if (origin == NULL && change->object_after.len == 0) {
    origin = find_by_text(gone, inputs, change->path);
  }
  return origin != NULL ? origin : aml_map_find(&gone->by_stem, stem_of(change->path));
}

static bool is_read(const aml_inputs *inputs, aml_sv path) {
  return aml_engine_reads(inputs, path) && aml_map_find(&inputs->files_by_path, path) != NULL;
}

void aml_engine_find_renames(const aml_request *request, aml_inputs *inputs, aml_changes *changes) {
  const aml_map *by_path = &changes->by_path;
  const departed gone = collect_departed(request, inputs, changes);
  aml_left_out_list *left_out = &inputs->discovery.left_out;
  aml_map known;
  aml_map_init(&known, inputs->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < left_out->count; i++) {
    (void)aml_map_put(&known, left_out->items[i].path, &known);
  }
  for (size_t i = 0; gone.sizes.count > 0 && i < by_path->count; i++) {
    const aml_change *change = by_path->entries[i].value;
    bool is_candidate = !change->is_deleted && change->object.len == 0 && !is_read(inputs, change->path) &&
                        aml_map_find(&known, change->path) == NULL;
    const aml_change *origin = is_candidate ? find_origin(&gone, inputs, change) : NULL;
    if (origin != NULL) {
      aml_rename one = {origin->path, change->path};
      AML_VEC_PUSH(inputs->arena, &changes->renames, one);
      aml_left_out item = {
          change->path, aml_sv_format(inputs->arena, "a rename of '%.*s'", AML_SV_ARG(origin->path))};
      AML_VEC_PUSH(inputs->arena, left_out, item);
    }
  }
  aml_left_out_sort(inputs->arena, left_out);
}
