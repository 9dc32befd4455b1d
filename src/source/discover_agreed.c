#include "source/discover_agreed.h"

static void add_found(
    const aml_agreed *agreed, aml_discovery *out, aml_arena *arena, aml_sv path, bool is_named) {
  aml_sv file = aml_path_join(arena, aml_agreed_root(agreed), path);
  aml_found found = {.path = path, .file = file, .is_named = is_named};
  AML_VEC_PUSH(arena, &out->files, found);
}

/* A file, or what lies in a folder and is read by its name. */
static void take(
    const aml_agreed *agreed, aml_discovery *out, aml_arena *arena, aml_sv path, const aml_taker *taker) {
  aml_texts files = {0};
  if (aml_agreed_place(agreed, path).len > 0) {
    add_found(agreed, out, arena, path, true);
  } else if (!aml_agreed_below(agreed, path, &files)) {
    aml_sv what = aml_agreed_shown(agreed);
    aml_trouble trouble = {path, aml_sv_format(arena, "does not exist in %.*s", AML_SV_ARG(what))};
    AML_VEC_PUSH(arena, &out->troubles, trouble);
  }
  for (size_t i = 0; i < files.count; i++) {
    if (aml_discover_take(taker, files.items[i]) == AML_TAKE_READ) {
      add_found(agreed, out, arena, files.items[i], false);
    }
  }
}

void aml_discover_agreed(const aml_agreed *agreed, aml_discovery *out, aml_arena *arena,
    const aml_texts *paths, const aml_discover_options *options) {
  aml_texts outside = {0};
  aml_texts inside = {0};
  for (size_t i = 0; i < paths->count; i++) {
    aml_sv relative;
    aml_sv path = aml_path_join(arena, options->working_folder, paths->items[i]);
    bool is_inside = aml_agreed_covers(agreed, path, &relative);
    AML_VEC_PUSH(arena, is_inside ? &inside : &outside, is_inside ? relative : paths->items[i]);
  }
  aml_discover(out, arena, outside.items, outside.count, options);
  for (size_t i = 0; i < inside.count; i++) {
    take(agreed, out, arena, inside.items[i], &options->taker);
  }
  aml_discovery_sort(arena, out);
}
