/* --changed-since and --staged: everything is checked, for what a change affects may lie elsewhere, and only
 * findings that touch the change are kept. */
#include "base/limits.h"
#include "engine/engine.h"
#include "source/git.h"
#include "source/paths.h"

static void fail(aml_engine *engine, const aml_error *error) {
  aml_engine_notice(engine, AML_SEVERITY_ERROR, (aml_sv){NULL, 0},
      "What has changed could not be found out, so everything is reported. %s", error->text);
  engine->is_incomplete = true;
  engine->only_changes = false;
}

static void mark_changed(aml_engine *engine, const aml_git_changes *changes) {
  for (size_t i = 0; i < changes->count; i++) {
    aml_map_put(&engine->changed, changes->items[i].path, engine);
  }
}

/* The staged text takes the place of the working tree's, also for files that are there no more. */
static aml_status take_staged_texts(
    aml_engine *engine, const aml_git *git, const aml_git_changes *unstaged, aml_error *error) {
  aml_sv *objects = AML_NEW_ARRAY(&engine->arena, aml_sv, unstaged->count);
  aml_sv *texts = AML_NEW_ARRAY(&engine->arena, aml_sv, unstaged->count);
  for (size_t i = 0; i < unstaged->count; i++) {
    aml_sv path = unstaged->items[i].path;
    bool is_staged = aml_map_find(&engine->changed, path) != NULL;
    if (aml_map_find(&engine->files_by_path, path) != NULL || (is_staged && aml_discover_takes(path))) {
      objects[i] = unstaged->items[i].before.object;
    }
  }
  aml_status status = aml_git_texts(git, objects, unstaged->count, texts, error);
  for (size_t i = 0; status == AML_OK && i < unstaged->count; i++) {
    if (objects[i].len > 0) {
      aml_file *file = aml_engine_add_file(engine, unstaged->items[i].path, (aml_sv){NULL, 0}, false);
      file->is_given = true;
      file->given = texts[i];
    }
  }
  return status;
}

static aml_status find_staged(aml_engine *engine, const aml_git *git, aml_error *error) {
  aml_git_changes staged = {0};
  aml_git_changes unstaged = {0};
  aml_status status = aml_git_staged(git, &staged, error);
  if (status == AML_OK) {
    status = aml_git_unstaged(git, &unstaged, error);
  }
  mark_changed(engine, &staged);
  return status == AML_OK ? take_staged_texts(engine, git, &unstaged, error) : status;
}

static aml_status find_changed(aml_engine *engine, const aml_git *git, aml_error *error) {
  aml_git_changes changes = {0};
  aml_sv commit;
  aml_status status = aml_git_merge_base(git, engine->options.changed_since, &commit, error);
  if (status == AML_OK) {
    status = aml_git_changed(git, commit, &changes, error);
  }
  mark_changed(engine, &changes);
  return status;
}

void aml_engine_find_changes(aml_engine *engine) {
  aml_map_init(&engine->changed, &engine->arena, AML_MAP_EXACT);
  engine->only_changes = engine->options.is_staged || engine->options.changed_since.len > 0;
  aml_error error;
  aml_git git;
  aml_status status = AML_OK;
  if (engine->only_changes) {
    status = aml_git_open(&git, &engine->arena, engine->discovery.root, &error);
  }
  if (status == AML_OK && engine->only_changes) {
    status =
        engine->options.is_staged ? find_staged(engine, &git, &error) : find_changed(engine, &git, &error);
  }
  if (status != AML_OK) {
    fail(engine, &error);
  }
}

static bool is_changed(const aml_engine *engine, aml_span span) {
  return !aml_span_is_none(span) &&
         aml_map_find(&engine->changed, aml_sources_get(engine->sources, span.source)->path) != NULL;
}

static bool touches_change(const aml_engine *engine, const aml_finding *finding) {
  if (is_changed(engine, finding->span) ||
      (finding->resource != NULL && is_changed(engine, finding->resource->span))) {
    return true;
  }
  for (size_t i = 0; i < finding->related_count; i++) {
    if (is_changed(engine, finding->related[i].span)) {
      return true;
    }
  }
  for (size_t i = 0; i < finding->parameter_file_count; i++) {
    if (aml_map_find(&engine->changed, finding->parameter_files[i]) != NULL) {
      return true;
    }
  }
  return false;
}

/* A change of a configuration, a rule or an exceptions file affects every finding: those files are sources
 * that are no input. */
static bool affects_everything(const aml_engine *engine) {
  for (size_t i = 1; i <= aml_sources_count(engine->sources); i++) {
    const aml_source *source = aml_sources_get(engine->sources, (aml_source_id)i);
    bool is_input = aml_map_find(&engine->files_by_path, source->path) != NULL;
    if (!is_input && aml_map_find(&engine->changed, source->path) != NULL) {
      return true;
    }
  }
  return false;
}

void aml_engine_keep_changes(aml_engine *engine, aml_findings *findings) {
  if (!engine->only_changes || affects_everything(engine)) {
    return;
  }
  size_t kept = 0;
  for (size_t i = 0; i < findings->list.count; i++) {
    if (touches_change(engine, findings->list.items[i])) {
      findings->list.items[kept++] = findings->list.items[i];
    }
  }
  findings->list.count = kept;
}
