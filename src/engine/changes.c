/* --changed-since and --staged: what git says of the change, and what stands for it in the run. */
#include "engine/changes.h"

#include "base/file_output.h"
#include "base/limits.h"
#include "engine/change_search.h"
#include "engine/conclude.h"
#include "source/paths.h"

static void take_changes(const aml_request *request, aml_changes *changes, const aml_git_changes *from) {
  for (size_t i = 0; i < from->count; i++) {
    const aml_git_change *one = &from->items[i];
    aml_change *change = AML_NEW(changes->arena, aml_change);
    change->path = one->path;
    change->object = one->before.object;
    change->object_after = request->options.staged ? one->after.object : (aml_sv){NULL, 0};
    change->is_deleted = one->is_deleted;
    /* What a repository inside held before is not known, nor where a link led. What it holds is not staged.
     */
    bool is_repository = one->before.is_folder || one->after.is_folder;
    bool is_known = !one->before.is_link && (!is_repository || request->options.staged);
    changes->is_all = changes->is_all || !is_known;
    (void)aml_map_put(&changes->by_path, change->path, change);
  }
}

static bool may_matter(const aml_inputs *inputs, aml_sv path) {
  return aml_engine_reads(inputs, path) || aml_map_find(&inputs->files_by_path, path) != NULL;
}

/* What stands at a path changes with what stands at the place where it leads to. */
static void copy_change(aml_changes *changes, aml_sv place, aml_sv path) {
  const aml_change *change = place.len == 0 ? NULL : aml_map_find(&changes->by_path, place);
  if (change != NULL && aml_map_find(&changes->by_path, path) == NULL) {
    aml_change *copy = AML_NEW(changes->arena, aml_change);
    *copy = *change;
    copy->path = path;
    (void)aml_map_put(&changes->by_path, copy->path, copy);
  }
}

/* A file that is a link, or that is reached through one. With --staged the links of the index count, also
 * those that are not on disk, or lead elsewhere there. */
static void follow_links(const aml_inputs *inputs, aml_changes *changes, aml_remarks *remarks) {
  const aml_texts links = inputs->view.index == NULL ? (aml_texts){0} : aml_agreed_links(inputs->view.index);
  for (size_t i = 0; i < links.count; i++) {
    if (may_matter(inputs, links.items[i])) {
      copy_change(changes, aml_agreed_place(inputs->view.index, links.items[i]), links.items[i]);
    }
  }
  aml_folder_memo memo = {0};
  for (size_t i = 0; i < inputs->files.count; i++) {
    const aml_source *source = inputs->files.items[i]->source;
    copy_change(
        changes, aml_engine_find_linked_source(inputs, changes, remarks, source, &memo), source->path);
  }
}

/* Texts that the caller gave: git knows nothing of them, so all of each counts as new. */
static void take_given(const aml_inputs *inputs, aml_changes *changes) {
  for (size_t i = 0; i < inputs->files.count; i++) {
    const aml_file *file = inputs->files.items[i];
    if (file->is_given) {
      aml_change *change = AML_NEW(inputs->arena, aml_change);
      change->path = file->source->path;
      (void)aml_map_put(&changes->by_path, change->path, change);
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
static void read_before(
    const aml_inputs *inputs, aml_changes *changes, aml_remarks *remarks, const aml_git *git) {
  const aml_map *by_path = &changes->by_path;
  aml_sv *objects = AML_NEW_ARRAY(inputs->arena, aml_sv, by_path->count);
  aml_sv *texts = AML_NEW_ARRAY(inputs->arena, aml_sv, by_path->count);
  for (size_t i = 0; i < by_path->count; i++) {
    const aml_change *change = by_path->entries[i].value;
    bool is_wanted = may_matter(inputs, change->path) || is_told_by_line(change->path);
    objects[i] = is_wanted && change->before.data == NULL ? change->object : (aml_sv){NULL, 0};
  }
  aml_error error;
  if (aml_git_texts(git, objects, by_path->count, texts, &error) != AML_OK) {
    changes->is_all = changes->lacks_before = true;
    aml_engine_notice(remarks, AML_SEVERITY_NOTE, (aml_sv){NULL, 0},
        "The former content of changed files is not known, so everything is reported. %s", error.text);
    return;
  }
  for (size_t i = 0; i < by_path->count; i++) {
    aml_change *change = by_path->entries[i].value;
    change->before = objects[i].len > 0 ? texts[i] : change->before;
  }
}

bool aml_engine_lacks_former(const aml_inputs *inputs, const aml_changes *changes) {
  const aml_map *by_path = &changes->by_path;
  bool is_lacking = false;
  for (size_t i = 0; i < by_path->count && !is_lacking; i++) {
    const aml_change *change = by_path->entries[i].value;
    is_lacking = change->object.len > 0 && change->before.data == NULL && may_matter(inputs, change->path);
  }
  return is_lacking;
}

/* The same of files that no row reads, and that functions loaded as texts. False where everything counts as
 * changed. */
static bool read_loaded(const aml_inputs *inputs, aml_changes *changes, aml_remarks *remarks) {
  if (!aml_engine_lacks_former(inputs, changes)) {
    return true;
  }
  aml_git git;
  aml_error error;
  bool is_open = aml_git_open(&git, inputs->arena, inputs->discovery.root, &error) == AML_OK;
  if (is_open) {
    read_before(inputs, changes, remarks, &git);
  }
  return is_open && !changes->is_all;
}

/* What git lists of the change, with what it does not watch. */
static aml_status list_changes(const aml_change_search *search, aml_git_changes *out, aml_error *error) {
  aml_status status = AML_OK;
  if (search->request->options.staged) {
    status = aml_git_staged(search->git, out, error);
    return status == AML_OK ? aml_engine_view_staged(search, out, error) : status;
  }
  aml_sv *base = &search->changes->base;
  status = aml_git_merge_base(search->git, search->request->options.changed_since, base, error);
  status = status == AML_OK ? aml_git_changed(search->git, *base, out, error) : status;
  return status == AML_OK ? aml_engine_add_unwatched(search, out, error) : status;
}

/* Once for a run: the index, or the revision of the configuration, may have been read already. */
static aml_status open_git(const aml_inputs *inputs, aml_git *out, aml_error *error) {
  const aml_agreed *known = inputs->view.index != NULL ? inputs->view.index : inputs->view.agreed;
  if (known == NULL || !aml_sv_eq(aml_agreed_root(known), inputs->discovery.root)) {
    return aml_git_open(out, inputs->arena, inputs->discovery.root, error);
  }
  *out = *aml_agreed_git(known);
  return AML_OK;
}

static aml_status find(const aml_request *request, aml_inputs *inputs, aml_changes *changes,
    aml_remarks *remarks, aml_error *error) {
  aml_git git;
  const aml_change_search search = {request, &git, inputs, changes, remarks};
  aml_git_changes listed = {0};
  aml_status status = open_git(inputs, &git, error);
  status = status == AML_OK ? list_changes(&search, &listed, error) : status;
  if (status == AML_OK) {
    take_given(inputs, changes);
    aml_engine_tell_unseen(&search, &listed);
    take_changes(request, changes, &listed);
    follow_links(inputs, changes, remarks);
    read_before(inputs, changes, remarks, &git);
  }
  return status;
}

void aml_engine_find_changes(
    const aml_request *request, aml_inputs *inputs, aml_changes *changes, aml_remarks *remarks) {
  changes->is_asked = request->options.staged || request->options.changed_since.len > 0;
  aml_error error;
  if (changes->is_asked && find(request, inputs, changes, remarks, &error) != AML_OK) {
    aml_engine_notice(remarks, AML_SEVERITY_ERROR, (aml_sv){NULL, 0},
        "The changes could not be determined, so everything is reported. %s", error.text);
    remarks->is_incomplete = true;
    changes->is_asked = false;
  }
}

/* The change of a source, compared; NULL where there is none. */
static const aml_change *change_of(const aml_inputs *inputs, const aml_changes *changes, aml_source_id id) {
  const aml_source *source = aml_sources_get(inputs->sources, id);
  aml_change *change = aml_map_find(&changes->by_path, source->path);
  if (change != NULL && !change->is_compared) {
    aml_source before = {.path = source->path};
    uint32_t bad_at;
    aml_error error;
    aml_status status =
        aml_source_fill(&before, inputs->arena, change->before, AML_LIMIT_FILE_BYTES, &bad_at, &error);
    change->is_compared = true;
    aml_hunks_find(
        inputs->arena, status == AML_OK ? before.bytes : (aml_sv){NULL, 0}, source->bytes, &change->hunks);
  }
  return change;
}

static bool is_touched(
    const aml_request *request, const aml_inputs *inputs, const aml_changes *changes, aml_span span) {
  const aml_change *change = aml_span_is_none(span) ? NULL : change_of(inputs, changes, span.source);
  bool is_file = request->options.touched == AML_TOUCHED_FILE;
  return change != NULL &&
         (is_file ? change->hunks.count > 0 : aml_hunks_touch(&change->hunks, span.begin, span.end));
}

static bool is_file_touched(const aml_inputs *inputs, const aml_changes *changes, aml_sv path) {
  const aml_source *source = aml_sources_find(inputs->sources, path);
  const aml_change *change = source == NULL ? NULL : change_of(inputs, changes, source->id);
  return change != NULL && change->hunks.count > 0;
}

static bool touches(const aml_request *request, const aml_inputs *inputs, const aml_changes *changes,
    const aml_finding *finding) {
  if (finding->is_incomplete || is_touched(request, inputs, changes, finding->span)) {
    return true;
  }
  if (request->options.touched == AML_TOUCHED_LINE) {
    return false;
  }
  bool is_found = finding->resource != NULL && is_touched(request, inputs, changes, finding->resource->span);
  for (size_t i = 0; i < finding->related_count && !is_found; i++) {
    is_found = is_touched(request, inputs, changes, finding->related[i].span);
  }
  for (size_t i = 0; i < finding->parameter_file_count && !is_found; i++) {
    is_found = request->options.touched == AML_TOUCHED_FILE &&
               is_file_touched(inputs, changes, finding->parameter_files[i]);
  }
  return is_found;
}

bool aml_engine_is_all_changed(const aml_request *request, const aml_changes *changes) {
  const aml_map *by_path = &changes->by_path;
  bool is_all = changes->is_all;
  for (size_t i = 0; i < by_path->count && !is_all; i++) {
    is_all = aml_engine_has_role(request, changes, by_path->entries[i].key);
  }
  return is_all;
}

bool aml_engine_may_be_affected(const aml_inputs *inputs, const aml_changes *changes) {
  const aml_map *by_path = &changes->by_path;
  for (size_t i = 0; i < by_path->count; i++) {
    aml_sv path = by_path->entries[i].key;
    bool is_listed = aml_map_find(&inputs->full_folders, aml_path_folder(path)) != NULL;
    if (is_listed || may_matter(inputs, path)) {
      return true;
    }
  }
  return false;
}

void aml_engine_keep_changes(const aml_request *request, aml_inputs *inputs, aml_changes *changes,
    aml_remarks *remarks, aml_findings *findings, aml_former *former) {
  if (!changes->is_asked || aml_engine_is_all_changed(request, changes)) {
    return;
  }
  if (former != NULL) {
    aml_engine_fingerprint(findings, inputs->sources);
    if (!read_loaded(inputs, changes, remarks)) {
      return;
    }
  }
  bool may_be_made = former != NULL && aml_engine_may_be_affected(inputs, changes);
  aml_finding **items = findings->list.items;
  size_t kept = 0;
  for (size_t i = 0; i < findings->list.count; i++) {
    bool is_shown =
        touches(request, inputs, changes, items[i]) || (may_be_made && !aml_former_has(former, items[i]));
    if (is_shown) {
      items[kept++] = items[i];
    }
  }
  findings->list.count = kept;
}
