/* Which files are in a folder: those that some row reads, or all. */
#include <dirent.h>
#include <errno.h>
#include <string.h>

#include "base/limits.h"
#include "base/sort.h"
#include "engine/reading.h"
#include "source/paths.h"

typedef struct listing { /* files of one folder that some row reads, as the disk has them, sorted without
                           regard to case */
  aml_texts names;
  DIR *open; /* while it is read */
} listing;

static int compare_ignoring_case(const void *a, const void *b) {
  int order = aml_sv_icmp(*(const aml_sv *)a, *(const aml_sv *)b);
  return order != 0 ? order : aml_sv_cmp(*(const aml_sv *)a, *(const aml_sv *)b);
}

static void close_listing(void *object) {
  listing *self = object;
  if (self->open != NULL) {
    (void)closedir(self->open);
    self->open = NULL;
  }
}

/* Parameter files that cannot be seen are not checked. Texts may stand in folders that do not exist. */
static void tell_unlisted(aml_remarks *remarks, aml_sv folder, int error_number) {
  char reason[128];
  if (error_number == 0 || error_number == ENOENT || error_number == ENOTDIR) {
    return;
  }
  aml_engine_notice(remarks, AML_SEVERITY_ERROR, folder,
      "The folder '%.*s' cannot be searched for parameter files: %s.", AML_SV_ARG(folder),
      strerror_r(error_number, reason, sizeof reason));
  remarks->is_incomplete = true;
}

/* The names into the listing; 0 or errno. */
static int read_names(const aml_inputs *inputs, listing *list) {
  for (;;) {
    errno = 0;
    const struct dirent *entry = readdir(list->open);
    if (entry == NULL) {
      return errno;
    }
    if (aml_engine_reads(inputs, aml_sv_of(entry->d_name))) {
      AML_VEC_PUSH(inputs->arena, &list->names, aml_sv_dup(inputs->arena, aml_sv_of(entry->d_name)));
    }
  }
}

/* Files that are only in the view of the run; those that it lacks are not opened anyway. */
static void add_viewed_names(const aml_inputs *inputs, aml_sv folder, listing *made) {
  const aml_texts *names = aml_map_find(&inputs->view.folders, folder);
  for (size_t i = 0; names != NULL && i < names->count; i++) {
    if (aml_engine_reads(inputs, names->items[i])) {
      AML_VEC_PUSH(inputs->arena, &made->names, names->items[i]);
    }
  }
}

typedef int compare_names(const void *a, const void *b);

/* And leaves each once. */
static void sort_names(aml_arena *scratch, aml_texts *names, compare_names *compare) {
  if (names->count == 0) {
    return;
  }
  aml_sort(scratch, names->items, names->count, sizeof(aml_sv), compare);
  size_t kept = 1;
  for (size_t i = 1; i < names->count; i++) {
    if (!aml_sv_eq(names->items[i], names->items[kept - 1])) {
      names->items[kept++] = names->items[i];
    }
  }
  names->count = kept;
}

const aml_texts *aml_engine_list_read(aml_inputs *inputs, aml_remarks *remarks, aml_sv folder) {
  listing *known = aml_map_find(&inputs->folders, folder);
  if (known != NULL) {
    return &known->names;
  }
  listing *made = AML_NEW(inputs->arena, listing);
  aml_map_put(&inputs->folders, folder, made);
  aml_sv path = aml_path_join(inputs->arena, inputs->discovery.root, folder);
  aml_arena_defer(inputs->arena, close_listing, made);
  made->open = opendir(aml_sv_cstr(inputs->arena, path));
  tell_unlisted(remarks, path, made->open == NULL ? errno : read_names(inputs, made));
  close_listing(made);
  add_viewed_names(inputs, folder, made);
  sort_names(inputs->arena, &made->names, compare_ignoring_case);
  return &made->names;
}

/* ---- all files ---- */

typedef struct full_listing {
  aml_folder_names seen;
  listing disk;
} full_listing;

typedef struct all_listing {
  const aml_reading *reading;
  aml_sv folder;
  full_listing *made; /* NULL: there is no such folder */
} all_listing;

static int compare_exactly(const void *a, const void *b) {
  return aml_sv_cmp(*(const aml_sv *)a, *(const aml_sv *)b);
}

static bool is_full(const full_listing *made) {
  return made->seen.names.count > AML_LIMIT_FOLDER_FILES;
}

/* A file that the run sees: not where the view lacks it, and, of what is staged, only that. */
static bool add_seen(
    const aml_inputs *inputs, aml_remarks *remarks, aml_sv folder, aml_sv name, full_listing *made) {
  aml_arena *arena = inputs->arena;
  aml_sv path = aml_path_join(arena, folder, aml_sv_join(arena, AML_SV("./"), name));
  bool is_seen =
      aml_engine_has_file(inputs, remarks, path, aml_path_join(arena, inputs->discovery.root, path));
  if (is_seen) {
    AML_VEC_PUSH(arena, &made->seen.names, aml_sv_dup(arena, name));
  }
  return is_seen;
}

static int read_all(const aml_inputs *inputs, aml_remarks *remarks, aml_sv folder, full_listing *made) {
  while (!is_full(made)) {
    errno = 0;
    const struct dirent *entry = readdir(made->disk.open);
    if (entry == NULL) {
      return errno;
    }
    bool is_seen =
        entry->d_type != DT_DIR && add_seen(inputs, remarks, folder, aml_sv_of(entry->d_name), made);
    made->seen.is_partial = made->seen.is_partial || (entry->d_type == DT_LNK && !is_seen);
  }
  return 0;
}

static void list_all(void *ctx) {
  all_listing *self = ctx;
  const aml_reading *reading = self->reading;
  aml_inputs *inputs = reading->inputs;
  aml_sv path = aml_path_join(inputs->arena, inputs->discovery.root, self->folder);
  const aml_texts *viewed = aml_map_find(&inputs->view.folders, self->folder);
  self->made = aml_map_find(&inputs->full_folders, self->folder);
  if (self->made != NULL ||
      !aml_engine_sees(reading->remarks, self->folder, aml_path_stays_inside(inputs->discovery.root, path))) {
    return;
  }
  full_listing *made = AML_NEW(inputs->arena, full_listing);
  aml_arena_defer(inputs->arena, close_listing, &made->disk);
  made->disk.open = opendir(aml_sv_cstr(inputs->arena, path));
  bool is_there = made->disk.open != NULL;
  tell_unlisted(
      reading->remarks, path, is_there ? read_all(inputs, reading->remarks, self->folder, made) : errno);
  close_listing(&made->disk);
  for (size_t i = 0; viewed != NULL && i < viewed->count && !is_full(made); i++) {
    (void)add_seen(inputs, reading->remarks, self->folder, viewed->items[i], made);
  }
  sort_names(inputs->arena, &made->seen.names, compare_exactly);
  if (is_there || made->seen.names.count > 0) {
    self->made = made;
    (void)aml_map_put(&inputs->full_folders, aml_sv_dup(inputs->arena, self->folder), made);
  }
}

const aml_folder_names *aml_engine_list_all(const aml_reading *reading, aml_sv folder) {
  all_listing self = {.reading = reading, .folder = folder};
  aml_engine_locked(reading->inputs, reading->remarks, list_all, &self);
  return self.made == NULL ? NULL : &self.made->seen;
}
