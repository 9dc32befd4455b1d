/* --changed-since and --staged: what git says of the change, and what stands for it in the run. */
#include "engine/changes.h"

#include <sys/stat.h>

#include "base/file_output.h"
#include "base/limits.h"
#include "engine/engine.h"
#include "engine/own_file.h"
#include "engine/staged.h"
#include "engine/unwatched.h"
#include "source/paths.h"

static void take_changes(aml_engine *engine, const aml_git_changes *from) {
  for (size_t i = 0; i < from->count; i++) {
    const aml_git_change *one = &from->items[i];
    aml_change *change = AML_NEW(&engine->arena, aml_change);
    change->path = one->path;
    change->object = one->before.object;
    change->object_after = engine->request.options.staged ? one->after.object : (aml_sv){NULL, 0};
    change->is_deleted = one->is_deleted;
    /* What a repository inside held before is not known, nor where a link led. What it holds is not staged.
     */
    bool is_repository = one->before.is_folder || one->after.is_folder;
    bool is_known = !one->before.is_link && (!is_repository || engine->request.options.staged);
    engine->changes.is_all = engine->changes.is_all || !is_known;
    (void)aml_map_put(&engine->changes.by_path, change->path, change);
  }
}

static bool may_matter(const aml_engine *engine, aml_sv path) {
  return aml_engine_reads(engine, path) || aml_map_find(&engine->inputs.files_by_path, path) != NULL;
}

/* What stands at a path changes with what stands at the place where it leads to. */
static void copy_change(aml_engine *engine, aml_sv place, aml_sv path) {
  const aml_change *change = place.len == 0 ? NULL : aml_map_find(&engine->changes.by_path, place);
  if (change != NULL && aml_map_find(&engine->changes.by_path, path) == NULL) {
    aml_change *copy = AML_NEW(&engine->arena, aml_change);
    *copy = *change;
    copy->path = path;
    (void)aml_map_put(&engine->changes.by_path, copy->path, copy);
  }
}

/* A file that is a link, or that is reached through one. With --staged the links of the index count, also
 * those that are not on disk, or lead elsewhere there. */
static void follow_links(aml_engine *engine) {
  const aml_texts links =
      engine->inputs.view.index == NULL ? (aml_texts){0} : aml_agreed_links(engine->inputs.view.index);
  for (size_t i = 0; i < links.count; i++) {
    if (may_matter(engine, links.items[i])) {
      copy_change(engine, aml_agreed_place(engine->inputs.view.index, links.items[i]), links.items[i]);
    }
  }
  for (size_t i = 0; i < engine->inputs.files.count; i++) {
    const aml_source *source = engine->inputs.files.items[i]->source;
    struct stat about;
    bool is_plain = lstat(aml_sv_cstr(&engine->arena, source->file), &about) == 0 &&
                    !S_ISLNK(about.st_mode) && !source->is_named;
    if (!is_plain && source->file.len > 0) {
      copy_change(engine, aml_engine_find_link(engine, source->file), source->path);
    }
  }
}

/* Texts that the caller gave: git knows nothing of them, so all of each counts as new. */
static void take_given(aml_engine *engine) {
  for (size_t i = 0; i < engine->inputs.files.count; i++) {
    const aml_file *file = engine->inputs.files.items[i];
    if (file->is_given) {
      aml_change *change = AML_NEW(&engine->arena, aml_change);
      change->path = file->source->path;
      (void)aml_map_put(&engine->changes.by_path, change->path, change);
    }
  }
}

/* Files that say how to judge and are read as text: their earlier texts show which lines changed. */
static bool is_told_by_line(aml_sv path) {
  const char *name;
  for (size_t i = 0; (name = aml_facts_file_at(i)) != NULL; i++) {
    if (aml_sv_eq(aml_path_name(path), aml_sv_of(name))) {
      return true;
    }
  }
  return aml_discover_is_ignore_file(path);
}

/* The texts before, of what the run may read and has no text of yet. A clone that lacks one cannot tell what
 * is new. */
static void read_before(aml_engine *engine, const aml_git *git) {
  const aml_map *changes = &engine->changes.by_path;
  aml_sv *objects = AML_NEW_ARRAY(&engine->arena, aml_sv, changes->count);
  aml_sv *texts = AML_NEW_ARRAY(&engine->arena, aml_sv, changes->count);
  for (size_t i = 0; i < changes->count; i++) {
    const aml_change *change = changes->entries[i].value;
    bool is_wanted = may_matter(engine, change->path) || is_told_by_line(change->path);
    objects[i] = is_wanted && change->before.data == NULL ? change->object : (aml_sv){NULL, 0};
  }
  aml_error error;
  if (aml_git_texts(git, objects, changes->count, texts, &error) != AML_OK) {
    engine->changes.is_all = engine->changes.lacks_before = true;
    aml_engine_notice(&engine->remarks, AML_SEVERITY_NOTE, (aml_sv){NULL, 0},
        "The former content of changed files is not known, so everything is reported. %s", error.text);
    return;
  }
  for (size_t i = 0; i < changes->count; i++) {
    aml_change *change = changes->entries[i].value;
    change->before = objects[i].len > 0 ? texts[i] : change->before;
  }
}

/* The same of files that no row reads, and that functions loaded as texts. False where everything counts as
 * changed. */
static bool read_loaded(aml_engine *engine) {
  const aml_map *changes = &engine->changes.by_path;
  bool is_wanted = false;
  for (size_t i = 0; i < changes->count && !is_wanted; i++) {
    const aml_change *change = changes->entries[i].value;
    is_wanted = change->object.len > 0 && change->before.data == NULL && may_matter(engine, change->path);
  }
  if (!is_wanted) {
    return true;
  }
  aml_git git;
  aml_error error;
  bool is_open = aml_git_open(&git, &engine->arena, engine->inputs.discovery.root, &error) == AML_OK;
  if (is_open) {
    read_before(engine, &git);
  }
  return is_open && !engine->changes.is_all;
}

static aml_status find(aml_engine *engine, aml_error *error) {
  aml_git git;
  aml_git_changes changes = {0};
  aml_status status = aml_git_open(&git, &engine->arena, engine->inputs.discovery.root, error);
  if (status == AML_OK && engine->request.options.staged) {
    status = aml_git_staged(&git, &changes, error);
    status = status == AML_OK ? aml_engine_view_staged(engine, &git, &changes, error) : status;
  } else if (status == AML_OK) {
    aml_sv *base = &engine->changes.base;
    status = aml_git_merge_base(&git, engine->request.options.changed_since, base, error);
    status = status == AML_OK ? aml_git_changed(&git, *base, &changes, error) : status;
    status = status == AML_OK ? aml_engine_add_unwatched(engine, &git, &changes, error) : status;
  }
  if (status == AML_OK) {
    take_given(engine);
    aml_engine_tell_unseen(engine, &changes);
    take_changes(engine, &changes);
    follow_links(engine);
    read_before(engine, &git);
  }
  return status;
}

void aml_engine_find_changes(aml_engine *engine) {
  aml_changes *changes = &engine->changes;
  changes->is_asked = engine->request.options.staged || engine->request.options.changed_since.len > 0;
  aml_error error;
  if (changes->is_asked && find(engine, &error) != AML_OK) {
    aml_engine_notice(&engine->remarks, AML_SEVERITY_ERROR, (aml_sv){NULL, 0},
        "The changes could not be determined, so everything is reported. %s", error.text);
    engine->remarks.is_incomplete = true;
    changes->is_asked = false;
  }
}

/* The change of a source, compared; NULL where there is none. */
static const aml_change *change_of(aml_engine *engine, aml_source_id id) {
  const aml_source *source = aml_sources_get(engine->inputs.sources, id);
  aml_change *change = aml_map_find(&engine->changes.by_path, source->path);
  if (change != NULL && !change->is_compared) {
    aml_source before = {.path = source->path};
    uint32_t bad_at;
    aml_error error;
    aml_status status =
        aml_source_fill(&before, &engine->arena, change->before, AML_LIMIT_FILE_BYTES, &bad_at, &error);
    change->is_compared = true;
    aml_hunks_find(
        &engine->arena, status == AML_OK ? before.bytes : (aml_sv){NULL, 0}, source->bytes, &change->hunks);
  }
  return change;
}

static bool is_touched(aml_engine *engine, aml_span span) {
  const aml_change *change = aml_span_is_none(span) ? NULL : change_of(engine, span.source);
  bool is_file = engine->request.options.touched == AML_TOUCHED_FILE;
  return change != NULL &&
         (is_file ? change->hunks.count > 0 : aml_hunks_touch(&change->hunks, span.begin, span.end));
}

static bool is_file_touched(aml_engine *engine, aml_sv path) {
  const aml_source *source = aml_sources_find(engine->inputs.sources, path);
  const aml_change *change = source == NULL ? NULL : change_of(engine, source->id);
  return change != NULL && change->hunks.count > 0;
}

static bool touches(aml_engine *engine, const aml_finding *finding) {
  if (finding->is_incomplete || is_touched(engine, finding->span)) {
    return true;
  }
  if (engine->request.options.touched == AML_TOUCHED_LINE) {
    return false;
  }
  bool is_found = finding->resource != NULL && is_touched(engine, finding->resource->span);
  for (size_t i = 0; i < finding->related_count && !is_found; i++) {
    is_found = is_touched(engine, finding->related[i].span);
  }
  for (size_t i = 0; i < finding->parameter_file_count && !is_found; i++) {
    is_found = engine->request.options.touched == AML_TOUCHED_FILE &&
               is_file_touched(engine, finding->parameter_files[i]);
  }
  return is_found;
}

static bool is_everything_affected(const aml_engine *engine) {
  const aml_map *changes = &engine->changes.by_path;
  bool is_all = engine->changes.is_all;
  for (size_t i = 0; i < changes->count && !is_all; i++) {
    is_all = aml_engine_has_role(engine, changes->entries[i].key);
  }
  return is_all;
}

static bool may_be_affected(const aml_engine *engine) {
  const aml_map *changes = &engine->changes.by_path;
  for (size_t i = 0; i < changes->count; i++) {
    aml_sv path = changes->entries[i].key;
    bool is_listed = aml_map_find(&engine->inputs.full_folders, aml_path_folder(path)) != NULL;
    if (is_listed || may_matter(engine, path)) {
      return true;
    }
  }
  return false;
}

void aml_engine_keep_changes(aml_engine *engine, aml_findings *findings, bool made) {
  if (!engine->changes.is_asked || is_everything_affected(engine)) {
    return;
  }
  aml_engine_fingerprint(engine);
  aml_finding **items = findings->list.items;
  size_t kept = 0;
  bool is_run = false;
  aml_before *before = NULL;
  if (made && !read_loaded(engine)) {
    return;
  }
  for (size_t i = 0; i < findings->list.count; i++) {
    bool is_shown = touches(engine, items[i]);
    if (!is_shown && made && may_be_affected(engine)) {
      before = is_run ? before : aml_before_run(engine); /* only where something is still to be decided */
      is_run = true;
      is_shown = !aml_before_has(before, engine, items[i]);
    }
    if (is_shown) {
      items[kept++] = items[i];
    }
  }
  findings->list.count = kept;
}
