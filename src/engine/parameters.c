/* Which parameter files belong to which template: by name in one folder, by a link inside, or by option. */
#include <dirent.h>
#include <errno.h>
#include <string.h>

#include "base/limits.h"
#include "base/sort.h"
#include "engine/own_file.h"
#include "source/paths.h"

typedef AML_VEC(aml_file *) file_list;

typedef struct listing { /* JSON files of one folder, as the disk has them, sorted without regard to case */
  aml_texts names;
  DIR *open; /* while it is read */
} listing;

static int compare_names(const void *a, const void *b) {
  int order = aml_sv_icmp(*(const aml_sv *)a, *(const aml_sv *)b);
  return order != 0 ? order : aml_sv_cmp(*(const aml_sv *)a, *(const aml_sv *)b);
}

static bool is_json_name(aml_sv name) {
  return aml_sv_iends(name, AML_SV(".json")) || aml_sv_iends(name, AML_SV(".jsonc"));
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
      "Parameter files in the folder '%.*s' cannot be looked for: %s.", AML_SV_ARG(folder),
      strerror_r(error_number, reason, sizeof reason));
  engine->is_incomplete = true;
}

/* The names into the listing; 0 or errno. */
static int read_names(aml_arena *arena, listing *list) {
  for (;;) {
    errno = 0;
    const struct dirent *entry = readdir(list->open);
    if (entry == NULL) {
      return errno;
    }
    if (is_json_name(aml_sv_of(entry->d_name))) {
      AML_VEC_PUSH(arena, &list->names, aml_sv_dup(arena, aml_sv_of(entry->d_name)));
    }
  }
}

/* Files that are only in the view of the run; those that it lacks are not opened anyway. */
static void add_viewed_names(aml_engine *engine, aml_sv folder, listing *made) {
  const aml_texts *names = aml_map_find(&engine->view_folders, folder);
  for (size_t i = 0; names != NULL && i < names->count; i++) {
    if (is_json_name(names->items[i])) {
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

static listing *list_folder(aml_engine *engine, aml_sv folder) {
  listing *known = aml_map_find(&engine->folders, folder);
  if (known != NULL) {
    return known;
  }
  listing *made = AML_NEW(&engine->arena, listing);
  aml_map_put(&engine->folders, folder, made);
  aml_sv path = aml_path_join(&engine->arena, engine->discovery.root, folder);
  aml_arena_defer(&engine->arena, close_listing, made);
  made->open = opendir(aml_sv_cstr(&engine->arena, path));
  tell_unlisted(engine, path, made->open == NULL ? errno : read_names(&engine->arena, made));
  close_listing(made);
  add_viewed_names(engine, folder, made);
  sort_names(&engine->arena, &made->names);
  return made;
}

static void add_expansion(aml_engine *engine, aml_file *file, aml_file *parameters) {
  aml_expansion *expansion = AML_NEW(&engine->arena, aml_expansion);
  aml_arena_init(&expansion->arena, SIZE_MAX);
  expansion->file = file;
  expansion->parameters = parameters;
  AML_VEC_PUSH(&engine->arena, &file->expansions, expansion);
}

static bool is_paired(const aml_file *file, const aml_file *parameters) {
  for (size_t i = 0; i < file->expansions.count; i++) {
    if (file->expansions.items[i]->parameters == parameters) {
      return true;
    }
  }
  return false;
}

static void pair(aml_engine *engine, aml_file *file, aml_file *parameters) {
  if (is_paired(file, parameters)) {
    return;
  }
  if (file->expansions.count == AML_LIMIT_PARAMETER_FILES) {
    aml_diags_add(&file->diags, "AML003",
        parameters->source->id == 0 ? AML_NO_SPAN : (aml_span){file->source->id, 0, 0},
        "More than %d parameter files belong to this template; '%.*s' and later ones are not evaluated.",
        AML_LIMIT_PARAMETER_FILES, AML_SV_ARG(parameters->source->path))
        ->is_incomplete = true;
    return;
  }
  add_expansion(engine, file, parameters);
}

/* The first name that begins with the prefix, or comes after all that do: a folder may hold thousands. */
static size_t find_first(const listing *list, aml_sv prefix) {
  size_t low = 0;
  size_t high = list->names.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    aml_sv name = list->names.items[middle];
    if (aml_sv_icmp(aml_sv_slice(name, 0, prefix.len), prefix) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

typedef void visit_name(aml_engine *engine, aml_file *file, aml_sv path);

static void visit_names(aml_engine *engine, aml_file *file, aml_sv folder, aml_sv prefix, visit_name *visit) {
  const listing *list = list_folder(engine, folder);
  for (size_t i = find_first(list, prefix);
       i < list->names.count && aml_sv_istarts(list->names.items[i], prefix); i++) {
    visit(engine, file, aml_path_join(&engine->arena, folder, list->names.items[i]));
  }
}

static void pair_if_belonging(aml_engine *engine, aml_file *file, aml_sv path) {
  if (!aml_arm_parameters_belong(file->source->path, path, NULL)) {
    return;
  }
  aml_file *parameters = aml_engine_open_file(engine, path);
  if (parameters != NULL && parameters->kind == AML_FILE_PARAMETERS) {
    pair(engine, file, parameters);
  }
}

static aml_sv stem_of(aml_sv path) {
  aml_sv name = aml_path_name(path);
  return aml_sv_slice(name, 0, aml_sv_rfind_char(name, '.'));
}

/* Parameter files beside the template, in the run or on disk. */
static void pair_by_name(aml_engine *engine, aml_file *file) {
  aml_sv folder = aml_path_folder(file->source->path);
  if (aml_path_is_outside(file->source->path)) {
    return;
  }
  aml_sv stem = stem_of(file->source->path);
  visit_names(engine, file, folder, aml_sv_join(&engine->arena, stem, AML_SV(".")), pair_if_belonging);
  visit_names(engine, file, folder, aml_sv_format(&engine->arena, "parameters.%.*s.", AML_SV_ARG(stem)),
      pair_if_belonging);
}

static void bring_if_owner(aml_engine *engine, aml_file *parameters, aml_sv path) {
  if (!aml_arm_parameters_belong(path, parameters->source->path, NULL)) {
    return;
  }
  aml_file *file = aml_engine_open_file(engine, path);
  if (file != NULL && file->kind == AML_FILE_TEMPLATE) {
    file->is_context = false;
  }
}

/* The template that a parameter file of the run belongs to, when nobody named that template: it is what the
 * change affects. */
static void bring_template(aml_engine *engine, aml_file *parameters) {
  aml_sv linked = aml_value_text(aml_value_path(aml_file_root(parameters), AML_SV("metadata.template")));
  aml_sv folder = aml_path_folder(parameters->source->path);
  if (linked.len > 0) {
    aml_file *file = aml_engine_open_file(engine, aml_path_join(&engine->arena, folder, linked));
    if (file != NULL && file->kind == AML_FILE_TEMPLATE) {
      file->is_context = false;
      pair(engine, file, parameters);
    }
    return;
  }
  if (aml_path_is_outside(parameters->source->path)) {
    return;
  }
  /* "main.parameters.dev" belongs to "main.json"; "parameters.main" does as well. */
  aml_sv stem = stem_of(parameters->source->path);
  for (size_t dot = aml_sv_find_char(stem, '.', 0); dot != AML_NPOS;
       dot = aml_sv_find_char(stem, '.', dot + 1)) {
    aml_sv before = aml_sv_join(&engine->arena, aml_sv_slice(stem, 0, dot), AML_SV(".json"));
    aml_sv after = aml_sv_join(&engine->arena, aml_sv_slice(stem, dot + 1, stem.len), AML_SV(".json"));
    visit_names(engine, parameters, folder, before, bring_if_owner);
    visit_names(engine, parameters, folder, after, bring_if_owner);
  }
}

static void load_option_parameters(aml_engine *engine, file_list *out) {
  for (size_t i = 0; i < engine->options.parameters.count; i++) {
    aml_sv open_as =
        aml_path_join(&engine->arena, engine->options.folder, engine->options.parameters.items[i]);
    aml_sv path = aml_engine_shown_path(engine, open_as);
    aml_file *file = aml_engine_add_file(engine, path, open_as, true);
    file->is_context = true;
    if (file->tree == NULL) {
      aml_file_load(file);
    }
    if (file->kind == AML_FILE_PARAMETERS) {
      AML_VEC_PUSH(&engine->arena, out, file);
    } else if (file->state == AML_FILE_READ) {
      aml_engine_notice(engine, AML_SEVERITY_ERROR, file->source->path,
          "'%.*s' is not a deployment parameter file, so it was not used.", AML_SV_ARG(file->source->path))
          ->is_configuration = true;
      engine->is_incomplete = true;
    }
  }
}

void aml_engine_pair_parameters(aml_engine *engine) {
  file_list given = {0};
  load_option_parameters(engine, &given);
  size_t count = engine->files.count; /* opening adds files; only the run's own are asked here */
  for (size_t i = 0; i < count && given.count == 0; i++) {
    aml_file *file = engine->files.items[i];
    if (file->kind == AML_FILE_PARAMETERS && !file->is_context) {
      bring_template(engine, file);
    }
  }
  for (size_t i = 0; i < engine->files.count; i++) {
    aml_file *file = engine->files.items[i];
    if (file->config == NULL) {
      file->config = aml_engine_config_for(engine, file->source->path);
    }
    if (file->is_context || file->kind == AML_FILE_OTHER || file->kind == AML_FILE_PARAMETERS) {
      continue;
    }
    for (size_t k = 0; file->kind == AML_FILE_TEMPLATE && k < given.count; k++) {
      pair(engine, file, given.items[k]);
    }
    if (file->kind == AML_FILE_TEMPLATE && given.count == 0) {
      pair_by_name(engine, file);
    }
    if (file->expansions.count == 0) {
      add_expansion(engine, file, NULL);
    }
  }
}
