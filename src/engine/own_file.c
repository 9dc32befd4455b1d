#include "engine/own_file.h"

#include "base/limits.h"
#include "source/paths.h"

aml_sv aml_engine_shown_path(aml_engine *engine, aml_sv absolute) {
  aml_sv path = aml_path_relative(&engine->arena, engine->discovery.root, absolute);
  return aml_path_is_outside(path) ? absolute : path;
}

static const aml_tree *read_tree(aml_engine *engine, aml_sv open_as, aml_source **out) {
  aml_sv path = aml_engine_shown_path(engine, open_as);
  aml_source *source = aml_sources_find(engine->sources, path);
  if (source == NULL) {
    source = aml_sources_add(engine->sources, path, open_as);
  }
  if (out != NULL) {
    *out = source;
  }
  uint32_t bad_at = 0;
  aml_error error;
  if (aml_source_read(source, &engine->arena, AML_LIMIT_FILE_BYTES, &bad_at, &error) != AML_OK) {
    aml_diags_add(&engine->diags, "AML012", (aml_span){source->id, bad_at, bad_at}, "%s", error.text)
        ->is_incomplete = true;
    return NULL;
  }
  const aml_tree *tree = aml_tree_read(source, &engine->arena, &engine->diags);
  engine->is_incomplete = engine->is_incomplete || tree->is_broken;
  return tree;
}

const aml_value *aml_engine_read_own_file(aml_engine *engine, aml_sv open_as, aml_source **out) {
  const aml_tree *tree = read_tree(engine, open_as, out);
  return tree == NULL || tree->documents.count == 0 ? NULL : tree->documents.items[0].root;
}

const aml_value *aml_engine_read_whole_file(aml_engine *engine, aml_sv open_as) {
  const aml_tree *tree = read_tree(engine, open_as, NULL);
  bool is_whole = tree != NULL && !tree->is_broken && tree->documents.count > 0;
  return is_whole ? tree->documents.items[0].root : NULL;
}

void aml_engine_walk_own_files(aml_engine *engine, const aml_texts *paths, aml_sv folder, const char *noun,
    aml_own_file_visit *visit, void *ctx) {
  if (paths->count == 0) {
    return;
  }
  aml_discovery found;
  aml_discover_options how = {.working_folder = folder, .no_ignore_files = true};
  aml_discover(&found, &engine->arena, paths->items, paths->count, &how);
  for (size_t i = 0; i < found.files.count; i++) {
    visit(ctx, &found.files.items[i]);
  }
  for (size_t i = 0; i < found.troubles.count; i++) {
    const aml_trouble *trouble = &found.troubles.items[i];
    aml_engine_notice(engine, AML_SEVERITY_ERROR, trouble->path, "%s '%.*s' %.*s.", noun,
        AML_SV_ARG(trouble->path), AML_SV_ARG(trouble->text))
        ->is_configuration = true;
    engine->is_incomplete = engine->lacks_rules = true;
  }
}

bool aml_engine_read_own_text(aml_engine *engine, aml_sv path, size_t max, aml_sv *out) {
  aml_source source = {.path = path, .file = aml_path_join(&engine->arena, engine->discovery.root, path)};
  bool is_read = aml_path_is_file_inside(engine->discovery.root, source.file) &&
                 aml_source_read(&source, &engine->arena, max, NULL, NULL) == AML_OK;
  *out = source.bytes;
  return is_read;
}
