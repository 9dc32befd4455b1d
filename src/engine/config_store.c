/* Which configuration holds for a file: the one that was named, else the nearest above it. */
#include "engine/own_file.h"
#include "source/paths.h"

static const aml_sv config_names[] = {AML_SV_CONST("amlint.yml"), AML_SV_CONST("amlint.yaml"),
    AML_SV_CONST(".amlint.yml"), AML_SV_CONST(".amlint.yaml")};

/* A file that a configuration extends; whether it may name it is decided before. */
static bool open_extended(void *ctx, aml_sv from, aml_sv relative, aml_config_file *out) {
  aml_own_reader *reader = ctx;
  aml_sv path = aml_path_join(reader->arena, aml_path_folder(from), relative);
  aml_sv open_as = aml_path_join(reader->arena, reader->inputs->discovery.root, path);
  aml_config_file *known = aml_map_find(&reader->extended, open_as);
  if (known == NULL) {
    const aml_value *root = aml_engine_read_own_file(reader, open_as, &aml_own_config, NULL);
    known = AML_NEW(reader->arena, aml_config_file);
    *known = (aml_config_file){root, path, aml_path_folder(open_as)};
    aml_map_put(&reader->extended, open_as, known);
  }
  *out = *known;
  return known->root != NULL;
}

typedef enum config_reach { INSIDE, ANYWHERE } config_reach;

static aml_config *load_config(aml_own_reader *reader, aml_sv open_as, config_reach reach) {
  aml_source *source;
  bool is_found = reach == INSIDE && !aml_path_is_link(open_as);
  const aml_own_kind *kind = is_found ? &aml_own_found_config : &aml_own_config;
  const aml_value *root = aml_engine_read_own_file(reader, open_as, kind, &source);
  if (root == NULL) {
    return aml_config_new(reader->arena);
  }
  const aml_config_file file = {root, source->path, aml_path_folder(open_as)};
  const aml_config_files files = {reader, open_extended, reach == INSIDE ? aml_engine_may_open : NULL};
  aml_config *config = aml_config_read_with(reader->arena, &file, &files, &reader->remarks->diags);
  config->source = source->id;
  return config;
}

/* A link out of the root: whoever put it there expects it to be read. */
static void refuse_link(const aml_own_reader *reader, aml_sv path, aml_sv open_as) {
  const aml_source *source = aml_sources_add(reader->inputs->sources, path, open_as);
  aml_diag *diag = aml_diags_add(&reader->remarks->diags, "AML012", (aml_span){source->id, 0, 0},
      "'%.*s' is a link that does not lead to a file below the root and outside '.git', so it was not read.",
      AML_SV_ARG(path));
  diag->help = AML_SV("Put the file itself there, or name it with --config.");
  diag->is_incomplete = true;
}

/* The configuration file in a folder (relative to the root), or NULL. */
static aml_config *find_config_in(aml_own_reader *reader, aml_sv folder) {
  for (size_t i = 0; i < sizeof config_names / sizeof config_names[0]; i++) {
    aml_sv path = aml_path_join(reader->arena, folder, config_names[i]);
    aml_sv open_as = aml_path_join(reader->arena, reader->inputs->discovery.root, path);
    aml_engine_note_role(reader, open_as);
    aml_presence presence =
        aml_agreed_has(reader->inputs->view.agreed, reader->inputs->discovery.root, open_as);
    if (aml_engine_sees(reader->remarks, path, presence)) {
      return load_config(reader, open_as, INSIDE);
    }
    if (presence.error_number != 0) {
      return aml_config_new(reader->arena);
    }
    if (reader->inputs->view.agreed == NULL && aml_path_is_link(open_as)) {
      refuse_link(reader, path, open_as);
      return aml_config_new(reader->arena);
    }
  }
  return NULL;
}

/* The nearest that was read before; else the defaults. */
static aml_config *find_known(aml_config_store *configs, aml_sv folder) {
  aml_arena *arena = configs->reader->arena;
  aml_config *config = aml_map_find(&configs->by_folder, folder);
  while (config == NULL && folder.len > 0) {
    folder = aml_path_folder(folder);
    config = aml_map_find(&configs->by_folder, folder);
  }
  if (config == NULL) {
    config = aml_config_new(arena);
    aml_map_put(&configs->by_folder, (aml_sv){NULL, 0}, config);
  }
  return config;
}

/* Of the folder itself or the nearest above it, up to the root. Iterative: paths may be as deep as the system
 * allows. */
static aml_config *find_config(aml_config_store *configs, aml_sv folder) {
  aml_arena *arena = configs->reader->arena;
  aml_texts visited = {0};
  if (configs->reader->remarks->has_ended) { /* nothing is read any more */
    return find_known(configs, folder);
  }
  aml_config *config = NULL;
  while (config == NULL) {
    config = aml_map_find(&configs->by_folder, folder);
    if (config != NULL) {
      break;
    }
    AML_VEC_PUSH(arena, &visited, folder);
    config = find_config_in(configs->reader, folder);
    if (config == NULL && folder.len == 0) {
      config = aml_config_new(arena);
    }
    folder = aml_path_folder(folder);
  }
  for (size_t i = 0; i < visited.count; i++) {
    aml_map_put(&configs->by_folder, visited.items[i], config);
  }
  return config;
}

const aml_config *aml_engine_config_for(const aml_criteria *criteria, aml_sv path) {
  aml_config_store *configs = criteria->configs;
  if (configs->fixed != NULL) {
    return configs->fixed;
  }
  aml_sv folder = aml_path_is_outside(path) ? (aml_sv){NULL, 0} : aml_path_folder(path);
  return find_config(configs, folder);
}

aml_sv aml_engine_relative_to_config(const aml_config *config, aml_sv path) {
  aml_sv folder = aml_path_folder(config->path);
  if (folder.len == 0 || !aml_sv_starts(path, folder) || path.len <= folder.len ||
      path.data[folder.len] != '/') {
    return path;
  }
  return aml_sv_slice(path, folder.len + 1, path.len);
}

void aml_engine_choose_config(aml_config_store *configs, const aml_engine_options *options) {
  if (options->isolated) {
    configs->fixed = aml_config_new(configs->reader->arena);
  } else if (options->config.len > 0) {
    aml_sv open_as = aml_path_join(configs->reader->arena, options->folder, options->config);
    configs->fixed = load_config(configs->reader, open_as, ANYWHERE);
  }
}
