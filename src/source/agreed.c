#include "source/agreed.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/file_output.h"
#include "base/map.h"
#include "base/sort.h"
#include "source/paths.h"

enum { MOST_LINKS = 8 };

struct aml_agreed {
  aml_arena *arena;
  aml_git git;
  aml_sv root;
  aml_sv what;             /* "the revision 'main'" */
  aml_git_entries entries; /* sorted by path */
  aml_map by_path;         /* path to aml_git_entry */
  aml_map excepted;        /* paths that are those of the file system */
};

static int compare_entries(const void *a, const void *b) {
  return aml_sv_cmp(((const aml_git_entry *)a)->path, ((const aml_git_entry *)b)->path);
}

static aml_agreed *begin(aml_arena *arena, aml_sv root, aml_sv what) {
  aml_agreed *agreed = AML_NEW(arena, aml_agreed);
  agreed->arena = arena;
  agreed->root = root;
  agreed->what = what;
  aml_map_init(&agreed->by_path, arena, AML_MAP_EXACT);
  aml_map_init(&agreed->excepted, arena, AML_MAP_EXACT);
  return agreed;
}

static aml_agreed *index_entries(aml_agreed *agreed) {
  aml_sort(agreed->arena, agreed->entries.items, agreed->entries.count, sizeof *agreed->entries.items,
      compare_entries);
  for (size_t i = 0; i < agreed->entries.count; i++) {
    (void)aml_map_put(&agreed->by_path, agreed->entries.items[i].path, &agreed->entries.items[i]);
  }
  return agreed;
}

aml_agreed *aml_agreed_new(aml_arena *arena, aml_sv root, aml_sv revision, aml_error *error) {
  aml_agreed *agreed = begin(arena, root, aml_sv_format(arena, "the revision '%.*s'", AML_SV_ARG(revision)));
  bool is_read = aml_git_open(&agreed->git, arena, root, error) == AML_OK &&
                 aml_git_tree(&agreed->git, revision, &agreed->entries, error) == AML_OK;
  return is_read ? index_entries(agreed) : NULL;
}

aml_agreed *aml_agreed_of_index(aml_arena *arena, aml_sv root, aml_error *error) {
  aml_agreed *agreed = begin(arena, root, AML_SV("what is staged"));
  bool is_read = aml_git_open(&agreed->git, arena, root, error) == AML_OK &&
                 aml_git_index(&agreed->git, &agreed->entries, error) == AML_OK;
  return is_read ? index_entries(agreed) : NULL;
}

static bool is_excepted(const aml_agreed *agreed, aml_sv path) {
  bool is_found = false;
  for (aml_sv at = path; at.len > 0 && agreed->excepted.count > 0 && !is_found; at = aml_path_folder(at)) {
    is_found = aml_map_find(&agreed->excepted, at) != NULL;
  }
  return is_found;
}

bool aml_agreed_covers(const aml_agreed *agreed, aml_sv path, aml_sv *relative) {
  if (agreed == NULL) {
    return false;
  }
  *relative = aml_path_relative(agreed->arena, agreed->root, path);
  *relative = aml_sv_eq(*relative, AML_SV(".")) ? (aml_sv){NULL, 0} : *relative;
  bool is_inside = relative->len == 0 || !aml_path_is_outside(*relative);
  return is_inside && !aml_sv_starts(*relative, AML_SV(".git/")) && !is_excepted(agreed, *relative);
}

static aml_status read_text(
    const aml_agreed *agreed, const aml_git_entry *entry, aml_sv *out, aml_error *error) {
  return aml_git_texts(&agreed->git, &entry->object, 1, out, error);
}

/* The file at a path, links followed inside the tree; NULL where there is none. */
static const aml_git_entry *find_file(const aml_agreed *agreed, aml_sv path) {
  for (int i = 0; i < MOST_LINKS; i++) {
    const aml_git_entry *entry = aml_map_find(&agreed->by_path, path);
    if (entry == NULL || entry->is_folder || !entry->is_link) {
      return entry == NULL || entry->is_folder ? NULL : entry;
    }
    aml_sv target;
    aml_error error;
    if (read_text(agreed, entry, &target, &error) != AML_OK || aml_sv_starts(target, AML_SV("/"))) {
      return NULL;
    }
    path = aml_path_join(agreed->arena, aml_path_folder(path), target);
  }
  return NULL;
}

aml_sv aml_agreed_place(const aml_agreed *agreed, aml_sv path) {
  const aml_git_entry *entry = find_file(agreed, path);
  return entry == NULL ? (aml_sv){NULL, 0} : entry->path;
}

/* The first entry whose path is not before `path`. */
static size_t find_place(const aml_agreed *agreed, aml_sv path) {
  size_t low = 0;
  for (size_t high = agreed->entries.count; low < high;) {
    size_t middle = low + (high - low) / 2;
    if (aml_sv_cmp(agreed->entries.items[middle].path, path) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* What the paths of files in a folder begin with. */
static aml_sv prefix_of(const aml_agreed *agreed, aml_sv folder) {
  return folder.len == 0 ? folder : aml_sv_format(agreed->arena, "%.*s/", AML_SV_ARG(folder));
}

static bool has_folder(const aml_agreed *agreed, aml_sv folder) {
  aml_sv prefix = prefix_of(agreed, folder);
  size_t at = find_place(agreed, prefix);
  return at < agreed->entries.count && aml_sv_starts(agreed->entries.items[at].path, prefix);
}

bool aml_agreed_below(const aml_agreed *agreed, aml_sv folder, aml_texts *files) {
  aml_sv prefix = prefix_of(agreed, folder);
  size_t begin = find_place(agreed, prefix);
  size_t i = begin;
  for (; i < agreed->entries.count && aml_sv_starts(agreed->entries.items[i].path, prefix); i++) {
    if (find_file(agreed, agreed->entries.items[i].path) != NULL) {
      AML_VEC_PUSH(agreed->arena, files, agreed->entries.items[i].path);
    }
  }
  return i > begin;
}

aml_sv aml_agreed_root(const aml_agreed *agreed) {
  return agreed->root;
}

const aml_git *aml_agreed_git(const aml_agreed *agreed) {
  return &agreed->git;
}

aml_sv aml_agreed_shown(const aml_agreed *agreed) {
  return agreed->what;
}

aml_presence aml_agreed_has(const aml_agreed *agreed, aml_sv root, aml_sv file) {
  aml_sv path;
  if (!aml_agreed_covers(agreed, file, &path)) {
    return aml_path_find_inside(root, file);
  }
  return (aml_presence){.is_there = find_file(agreed, path) != NULL};
}

bool aml_agreed_lists(const aml_agreed *agreed, aml_sv path) {
  bool is_listed = false;
  for (aml_sv at = path; at.len > 0 && !is_listed; at = aml_path_folder(at)) {
    const aml_git_entry *entry = aml_map_find(&agreed->by_path, at);
    is_listed = entry != NULL && (!entry->is_folder || at.len == path.len);
  }
  return is_listed;
}

aml_texts aml_agreed_links(const aml_agreed *agreed) {
  aml_texts links = {0};
  for (size_t i = 0; i < agreed->entries.count; i++) {
    if (agreed->entries.items[i].is_link) {
      AML_VEC_PUSH(agreed->arena, &links, agreed->entries.items[i].path);
    }
  }
  return links;
}

aml_texts aml_agreed_torn(const aml_agreed *agreed) {
  aml_texts torn = {0};
  for (size_t i = 0; i < agreed->entries.count; i++) {
    if (agreed->entries.items[i].is_torn) {
      AML_VEC_PUSH(agreed->arena, &torn, agreed->entries.items[i].path);
    }
  }
  return torn;
}

void aml_agreed_except(aml_agreed *agreed, aml_sv path) {
  aml_sv relative;
  if (aml_agreed_covers(agreed, path, &relative) && find_file(agreed, relative) == NULL &&
      !has_folder(agreed, relative)) {
    (void)aml_map_put(&agreed->excepted, relative, agreed);
  }
}

bool aml_agreed_exists(const aml_agreed *agreed, aml_arena *arena, aml_sv path) {
  aml_sv relative;
  struct stat about;
  return aml_agreed_covers(agreed, path, &relative)
             ? find_file(agreed, relative) != NULL || has_folder(agreed, relative)
             : stat(aml_sv_cstr(arena, path), &about) == 0 || !aml_error_is_absence(errno);
}

aml_status aml_agreed_read(aml_agreed *agreed, aml_source *source, aml_arena *arena, size_t max,
    uint32_t *bad_at, aml_error *error) {
  aml_sv path;
  if (!aml_agreed_covers(agreed, source->file, &path)) {
    return aml_source_read(source, arena, max, bad_at, error);
  }
  const aml_git_entry *entry = find_file(agreed, path);
  if (entry == NULL) {
    return aml_fail(error, AML_ERR_IO, "'%.*s' does not exist in %.*s.", AML_SV_ARG(source->path),
        AML_SV_ARG(agreed->what));
  }
  aml_sv text;
  aml_status status = read_text(agreed, entry, &text, error);
  return status == AML_OK ? aml_source_fill(source, arena, text, max, bad_at, error) : status;
}
