/* What git's lists of changes pass over. */
#include <errno.h>
#include <sys/stat.h>

#include "base/file_output.h"
#include "engine/change_search.h"
#include "source/paths.h"

enum { MOST_INSIDE = 8 }; /* repositories in repositories */

static bool is_on_disk(const aml_inputs *inputs, aml_sv path) {
  struct stat about;
  aml_sv absolute = aml_path_join(inputs->arena, inputs->discovery.root, path);
  return lstat(aml_sv_cstr(inputs->arena, absolute), &about) == 0 || !aml_error_is_absence(errno);
}

static void index_paths(aml_arena *arena, aml_map *map, const aml_git_changes *changes) {
  aml_map_init(map, arena, AML_MAP_EXACT);
  for (size_t i = 0; i < changes->count; i++) {
    (void)aml_map_put(map, changes->items[i].path, map);
  }
}

/* The text of the index stands for a file that a sparse checkout leaves out. */
static aml_status view_sparse(const aml_change_search *search, const aml_git_entry *entry, aml_error *error) {
  aml_sv text = {NULL, 0};
  aml_status status = aml_git_texts(search->git, &entry->object, 1, &text, error);
  if (status == AML_OK) {
    aml_engine_set_view(&search->inputs->view, entry->path, false, text);
  }
  return status;
}

/* Files that git was told not to look at, with what they held in the commit. */
static aml_status add_marked(const aml_change_search *search, const aml_git_entries *marked,
    aml_git_changes *changes, aml_error *error) {
  aml_git_entries tree = {0};
  aml_map before, known;
  aml_status status = aml_git_tree(search->git, search->changes->base, &tree, error);
  index_paths(search->inputs->arena, &known, changes);
  aml_map_init(&before, search->inputs->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < tree.count; i++) {
    (void)aml_map_put(&before, tree.items[i].path, &tree.items[i]);
  }
  for (size_t i = 0; i < marked->count && status == AML_OK; i++) {
    const aml_git_entry *entry = &marked->items[i];
    bool is_text = !entry->is_folder && !entry->is_link;
    if (is_text && !is_on_disk(search->inputs, entry->path)) {
      status = aml_engine_asks_for(search->request, search->inputs, entry->path)
                   ? view_sparse(search, entry, error)
                   : AML_OK;
    } else if (!entry->is_folder && aml_map_find(&known, entry->path) == NULL) {
      const aml_git_entry *old = aml_map_find(&before, entry->path);
      aml_git_change change = {.path = entry->path, .after.path = entry->path};
      change.before = old != NULL ? *old : change.after;
      AML_VEC_PUSH(search->inputs->arena, changes, change);
    }
  }
  return status;
}

/* The edits in a repository inside, and in those inside of it; one that is not checked out has none. */
static void add_inside(
    const aml_change_search *search, aml_sv folder, size_t depth, aml_git_changes *changes) {
  aml_git git;
  aml_error error;
  aml_git_changes edits = {0};
  aml_git_entries entries = {0};
  aml_sv top = aml_path_join(search->inputs->arena, search->inputs->discovery.root, folder);
  if (!is_on_disk(search->inputs, aml_path_join(search->inputs->arena, folder, AML_SV(".git")))) {
    return;
  }
  aml_status status = depth >= MOST_INSIDE
                          ? aml_fail(&error, AML_ERR_LIMIT, "It is nested in too many repositories.")
                          : aml_git_open(&git, search->inputs->arena, top, &error);
  status = status == AML_OK ? aml_git_changed(&git, AML_SV("HEAD"), &edits, &error) : status;
  status = status == AML_OK ? aml_git_unwatched(&git, &entries, &error) : status;
  if (status != AML_OK) {
    search->changes->is_all = true; /* whatever it holds may be new */
    aml_engine_notice(search->remarks, AML_SEVERITY_NOTE, (aml_sv){NULL, 0},
        "What changed in the repository '%.*s' is not known, so everything is reported. %s",
        AML_SV_ARG(folder), error.text);
    return;
  }
  for (size_t i = 0; i < edits.count; i++) {
    aml_sv path = aml_path_join(search->inputs->arena, folder, edits.items[i].path);
    const aml_git_change change = {
        .path = path, .before.path = path, .after.path = path, .is_deleted = edits.items[i].is_deleted};
    AML_VEC_PUSH(search->inputs->arena, changes, change);
  }
  for (size_t i = 0; i < entries.count; i++) {
    aml_sv path = aml_path_join(search->inputs->arena, folder, entries.items[i].path);
    const aml_git_change change = {.path = path, .before.path = path, .after.path = path};
    if (entries.items[i].is_folder) {
      add_inside(search, path, depth + 1, changes);
    } else {
      AML_VEC_PUSH(search->inputs->arena, changes, change);
    }
  }
}

aml_status aml_engine_add_unwatched(
    const aml_change_search *search, aml_git_changes *changes, aml_error *error) {
  aml_git_entries entries = {0};
  aml_status status = aml_git_unwatched(search->git, &entries, error);
  bool is_any = false;
  for (size_t i = 0; i < entries.count && status == AML_OK; i++) {
    is_any = is_any || !entries.items[i].is_folder;
    if (entries.items[i].is_folder) {
      add_inside(search, entries.items[i].path, 0, changes);
    }
  }
  return status == AML_OK && is_any ? add_marked(search, &entries, changes, error) : status;
}

aml_status aml_engine_add_unwatched_staged(
    const aml_change_search *search, aml_git_changes *unstaged, aml_error *error) {
  aml_git_entries entries = {0};
  aml_map known;
  index_paths(search->inputs->arena, &known, unstaged);
  aml_status status = aml_git_unwatched(search->git, &entries, error);
  for (size_t i = 0; i < entries.count; i++) {
    const aml_git_entry *entry = &entries.items[i];
    if (!entry->is_folder && aml_map_find(&known, entry->path) == NULL) {
      const aml_git_change change = {.path = entry->path, .before = *entry, .after.path = entry->path};
      AML_VEC_PUSH(search->inputs->arena, unstaged, change);
    }
  }
  return status;
}

static void tell(aml_remarks *remarks, aml_sv path, const char *what) {
  aml_engine_notice(remarks, AML_SEVERITY_ERROR, path, "'%.*s' %s", AML_SV_ARG(path), what);
  remarks->is_incomplete = true;
}

static bool is_left_out(const aml_inputs *inputs, aml_sv path) {
  bool is_found = false;
  for (size_t i = 0; i < inputs->discovery.left_out.count && !is_found; i++) {
    is_found = aml_sv_eq(inputs->discovery.left_out.items[i].path, path);
  }
  return is_found;
}

typedef struct taking { /* of a place that is no file of this repository any more */
  bool is_link, has_files_before;
} taking;

/* The repositories inside, and the links, that the change sets. */
static void index_taken(aml_arena *arena, const aml_git_changes *changes, aml_map *taken) {
  aml_map_init(taken, arena, AML_MAP_EXACT);
  for (size_t i = 0; i < changes->count; i++) {
    const aml_git_entry *after = &changes->items[i].after;
    if (after->is_folder || after->is_link) {
      taking *one = AML_NEW(arena, taking);
      one->is_link = after->is_link;
      (void)aml_map_put(taken, changes->items[i].path, one);
    }
  }
  for (size_t i = 0; i < changes->count && taken->count > 0; i++) {
    aml_sv at = changes->items[i].is_deleted ? aml_path_folder(changes->items[i].path) : (aml_sv){NULL, 0};
    for (; at.len > 0; at = aml_path_folder(at)) {
      taking *one = aml_map_find(taken, at);
      if (one != NULL) {
        one->has_files_before = true;
      }
    }
  }
}

/* What a link leads to inside is read there. */
static void tell_link(const aml_change_search *search, aml_sv path, const taking *link) {
  if (!link->has_files_before) {
    return;
  }
  aml_sv absolute = aml_path_join(search->inputs->arena, search->inputs->discovery.root, path);
  aml_sv place = aml_engine_find_link(search->inputs, search->changes, search->remarks, absolute);
  if (place.len == 0 || aml_path_is_of_git(place)) {
    tell(search->remarks, path,
        "becomes a link out of the root in place of files: its content was not checked.");
  }
}

static void tell_repository(const aml_change_search *search, aml_sv path, const taking *repository) {
  if (is_left_out(search->inputs, path)) {
    tell(search->remarks, path,
        "is a submodule that this change sets but that is not checked out: it was not checked.");
  } else if (search->request->options.staged && repository->has_files_before) {
    tell(search->remarks, path,
        "becomes a separate repository in place of files: its content was not checked.");
  } else if (search->request->options.staged) {
    aml_engine_notice(search->remarks, AML_SEVERITY_NOTE, path,
        "'%.*s' is a separate repository, which must check the content of its staged commit itself.",
        AML_SV_ARG(path));
  }
}

void aml_engine_tell_unseen(const aml_change_search *search, const aml_git_changes *changes) {
  aml_map taken;
  index_taken(search->inputs->arena, changes, &taken);
  for (size_t i = 0; i < taken.count; i++) {
    const taking *one = taken.entries[i].value;
    if (one->is_link) {
      tell_link(search, taken.entries[i].key, one);
    } else {
      tell_repository(search, taken.entries[i].key, one);
    }
  }
  const aml_texts torn =
      search->inputs->view.index == NULL ? (aml_texts){0} : aml_agreed_torn(search->inputs->view.index);
  for (size_t i = 0; i < torn.count && search->request->options.staged; i++) {
    aml_engine_set_view(&search->inputs->view, torn.items[i], true, (aml_sv){NULL, 0});
    tell(search->remarks, torn.items[i],
        "is in conflict, so what will be committed is not known: it was not checked.");
  }
}
