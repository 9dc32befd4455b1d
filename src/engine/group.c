/* Files are grouped into units by the rows that read them, which the engine lists folders and opens files
 * for. */
#include <dirent.h>
#include <errno.h>
#include <string.h>

#include "base/limits.h"
#include "base/sort.h"
#include "engine/own_file.h"
#include "engine/unit.h"
#include "source/paths.h"

typedef struct listing { /* files of one folder that some row reads, as the disk has them, sorted without
                           regard to case */
  aml_texts names;
  DIR *open; /* while it is read */
} listing;

static int compare_names(const void *a, const void *b) {
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
static void tell_unlisted(aml_engine *engine, aml_sv folder, int error_number) {
  char reason[128];
  if (error_number == 0 || error_number == ENOENT || error_number == ENOTDIR) {
    return;
  }
  aml_engine_notice(engine, AML_SEVERITY_ERROR, folder,
      "The folder '%.*s' cannot be searched for parameter files: %s.", AML_SV_ARG(folder),
      strerror_r(error_number, reason, sizeof reason));
  engine->is_incomplete = true;
}

/* The names into the listing; 0 or errno. */
static int read_names(aml_engine *engine, listing *list) {
  for (;;) {
    errno = 0;
    const struct dirent *entry = readdir(list->open);
    if (entry == NULL) {
      return errno;
    }
    if (aml_engine_reads(engine, aml_sv_of(entry->d_name))) {
      AML_VEC_PUSH(&engine->arena, &list->names, aml_sv_dup(&engine->arena, aml_sv_of(entry->d_name)));
    }
  }
}

/* Files that are only in the view of the run; those that it lacks are not opened anyway. */
static void add_viewed_names(aml_engine *engine, aml_sv folder, listing *made) {
  const aml_texts *names = aml_map_find(&engine->view_folders, folder);
  for (size_t i = 0; names != NULL && i < names->count; i++) {
    if (aml_engine_reads(engine, names->items[i])) {
      AML_VEC_PUSH(&engine->arena, &made->names, names->items[i]);
    }
  }
}

static void sort_names(aml_arena *scratch, aml_texts *names) {
  if (names->count == 0) {
    return;
  }
  aml_sort(scratch, names->items, names->count, sizeof(aml_sv), compare_names);
  size_t kept = 1;
  for (size_t i = 1; i < names->count; i++) {
    if (!aml_sv_eq(names->items[i], names->items[kept - 1])) {
      names->items[kept++] = names->items[i];
    }
  }
  names->count = kept;
}

static const aml_texts *list_folder(void *ctx, aml_sv folder) {
  aml_engine *engine = ctx;
  listing *known = aml_map_find(&engine->folders, folder);
  if (known != NULL) {
    return &known->names;
  }
  listing *made = AML_NEW(&engine->arena, listing);
  aml_map_put(&engine->folders, folder, made);
  aml_sv path = aml_path_join(&engine->arena, engine->discovery.root, folder);
  aml_arena_defer(&engine->arena, close_listing, made);
  made->open = opendir(aml_sv_cstr(&engine->arena, path));
  tell_unlisted(engine, path, made->open == NULL ? errno : read_names(engine, made));
  close_listing(made);
  add_viewed_names(engine, folder, made);
  sort_names(&engine->arena, &made->names);
  return &made->names;
}

static aml_file *open_file(void *ctx, aml_sv path) {
  return aml_engine_open_file(ctx, path);
}

static aml_file *open_cached(void *ctx, aml_sv path) {
  return aml_engine_open_cached(ctx, path);
}

aml_front_host aml_engine_host(aml_engine *engine) {
  return (aml_front_host){.ctx = engine,
      .sources = engine->sources,
      .facts = engine->facts,
      .open = open_file,
      .open_cached = open_cached};
}

static void load_given(aml_engine *engine, aml_file_list *out) {
  for (size_t i = 0; i < engine->options.parameters.count; i++) {
    aml_sv open_as =
        aml_path_join(&engine->arena, engine->options.folder, engine->options.parameters.items[i]);
    aml_sv path = aml_engine_shown_path(engine, open_as);
    aml_file *file = aml_engine_add_file(engine, path, open_as, true);
    file->is_context = true;
    if (file->tree == NULL) {
      aml_file_load(file);
    }
    if (file->front != NULL && file->front->gives_parameters) {
      AML_VEC_PUSH(&engine->arena, out, file);
    } else if (file->state == AML_FILE_READ) {
      aml_engine_notice(engine, AML_SEVERITY_ERROR, file->source->path,
          "'%.*s' is not a deployment parameter file, so it was not used.", AML_SV_ARG(file->source->path))
          ->is_configuration = true;
      engine->is_incomplete = true;
    }
  }
}

void aml_engine_group(aml_engine *engine) {
  aml_file_list given = {0};
  aml_front_host host = aml_engine_host(engine);
  host.arena = &engine->arena;
  host.list = list_folder;
  host.given = &given;
  load_given(engine, &given);
  size_t count = engine->files.count; /* opening adds files; only the run's own are asked here */
  for (size_t i = 0; i < count; i++) {
    aml_file *file = engine->files.items[i];
    if (file->front != NULL && file->front->bring != NULL && !file->is_context) {
      file->front->bring(&host, file);
    }
  }
  for (size_t i = 0; i < engine->files.count; i++) {
    aml_file *file = engine->files.items[i];
    if (file->config == NULL) {
      file->config = aml_engine_config_for(engine, file->source->path);
    }
    if ((!file->is_context || file->is_evidence) && file->front != NULL) {
      aml_unit_group(&host, file);
    }
  }
}
