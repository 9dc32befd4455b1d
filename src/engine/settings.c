/* Which configuration holds for a file: the one that was named, else the nearest above it. */
#include "engine/own_file.h"
#include "source/paths.h"

static const aml_sv config_names[] = {AML_SV_CONST("amlint.yml"), AML_SV_CONST("amlint.yaml"),
    AML_SV_CONST(".amlint.yml"), AML_SV_CONST(".amlint.yaml")};

/* A file that a configuration extends; whether it may name it is decided before. */
static bool open_extended(void *ctx, aml_sv from, aml_sv relative, aml_config_file *out) {
  aml_engine *engine = ctx;
  aml_sv path = aml_path_join(&engine->arena, aml_path_folder(from), relative);
  aml_sv open_as = aml_path_join(&engine->arena, engine->inputs.discovery.root, path);
  const aml_value *root = aml_engine_read_own_file(engine, open_as, &aml_own_config, NULL);
  *out = (aml_config_file){root, path, aml_path_folder(open_as)};
  return root != NULL;
}

typedef enum config_reach { INSIDE, ANYWHERE } config_reach;

static aml_config *load_config(aml_engine *engine, aml_sv open_as, config_reach reach) {
  aml_source *source;
  bool is_found = reach == INSIDE && !aml_path_is_link(open_as);
  const aml_own_kind *kind = is_found ? &aml_own_found_config : &aml_own_config;
  const aml_value *root = aml_engine_read_own_file(engine, open_as, kind, &source);
  if (root == NULL) {
    return aml_config_new(&engine->arena);
  }
  const aml_config_file file = {root, source->path, aml_path_folder(open_as)};
  const aml_config_files files = {engine, open_extended, reach == INSIDE ? aml_engine_may_open : NULL};
  aml_config *config = aml_config_read_with(&engine->arena, &file, &files, &engine->remarks.diags);
  config->source = source->id;
  return config;
}

/* A link out of the root: whoever put it there expects it to be read. */
static void refuse_link(aml_engine *engine, aml_sv path, aml_sv open_as) {
  const aml_source *source = aml_sources_add(engine->inputs.sources, path, open_as);
  aml_diag *diag = aml_diags_add(&engine->remarks.diags, "AML012", (aml_span){source->id, 0, 0},
      "'%.*s' is a link that does not lead to a file below the root and outside '.git', so it was not read.",
      AML_SV_ARG(path));
  diag->help = AML_SV("Put the file itself there, or name it with --config.");
  diag->is_incomplete = true;
}

/* The configuration file in a folder (relative to the root), or NULL. */
static aml_config *find_config_in(aml_engine *engine, aml_sv folder) {
  for (size_t i = 0; i < sizeof config_names / sizeof config_names[0]; i++) {
    aml_sv path = aml_path_join(&engine->arena, folder, config_names[i]);
    aml_sv open_as = aml_path_join(&engine->arena, engine->inputs.discovery.root, path);
    aml_engine_note_role(engine, open_as);
    aml_presence presence =
        aml_agreed_has(engine->inputs.view.agreed, engine->inputs.discovery.root, open_as);
    if (aml_engine_sees(&engine->remarks, path, presence)) {
      return load_config(engine, open_as, INSIDE);
    }
    if (presence.error_number != 0) {
      return aml_config_new(&engine->arena);
    }
    if (engine->inputs.view.agreed == NULL && aml_path_is_link(open_as)) {
      refuse_link(engine, path, open_as);
      return aml_config_new(&engine->arena);
    }
  }
  return NULL;
}

/* The nearest that was read before; else the defaults. */
static aml_config *find_known(aml_engine *engine, aml_sv folder) {
  aml_config *config = aml_map_find(&engine->criteria.configs->by_folder, folder);
  while (config == NULL && folder.len > 0) {
    folder = aml_path_folder(folder);
    config = aml_map_find(&engine->criteria.configs->by_folder, folder);
  }
  if (config == NULL) {
    config = aml_config_new(&engine->arena);
    aml_map_put(&engine->criteria.configs->by_folder, (aml_sv){NULL, 0}, config);
  }
  return config;
}

/* Of the folder itself or the nearest above it, up to the root. Iterative: paths may be as deep as the system
 * allows. */
static aml_config *find_config(aml_engine *engine, aml_sv folder) {
  aml_texts visited = {0};
  if (engine->remarks.has_ended) { /* nothing is read any more */
    return find_known(engine, folder);
  }
  aml_config *config = NULL;
  while (config == NULL) {
    config = aml_map_find(&engine->criteria.configs->by_folder, folder);
    if (config != NULL) {
      break;
    }
    AML_VEC_PUSH(&engine->arena, &visited, folder);
    config = find_config_in(engine, folder);
    if (config == NULL && folder.len == 0) {
      config = aml_config_new(&engine->arena);
    }
    folder = aml_path_folder(folder);
  }
  for (size_t i = 0; i < visited.count; i++) {
    aml_map_put(&engine->criteria.configs->by_folder, visited.items[i], config);
  }
  return config;
}

const aml_config *aml_engine_config_for(aml_engine *engine, aml_sv path) {
  if (engine->criteria.configs->fixed != NULL) {
    return engine->criteria.configs->fixed;
  }
  aml_sv folder = aml_path_is_outside(path) ? (aml_sv){NULL, 0} : aml_path_folder(path);
  return find_config(engine, folder);
}

aml_sv aml_engine_relative_to_config(const aml_config *config, aml_sv path) {
  aml_sv folder = aml_path_folder(config->path);
  if (folder.len == 0 || !aml_sv_starts(path, folder) || path.len <= folder.len ||
      path.data[folder.len] != '/') {
    return path;
  }
  return aml_sv_slice(path, folder.len + 1, path.len);
}

void aml_engine_choose_config(aml_engine *engine) {
  if (engine->request.options.isolated) {
    engine->criteria.configs->fixed = aml_config_new(&engine->arena);
  } else if (engine->request.options.config.len > 0) {
    aml_sv open_as =
        aml_path_join(&engine->arena, engine->request.options.folder, engine->request.options.config);
    engine->criteria.configs->fixed = load_config(engine, open_as, ANYWHERE);
  }
}
