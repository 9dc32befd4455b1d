#include "engine/own_file.h"
#include "source/paths.h"

static const aml_sv config_names[] = {AML_SV_CONST("amlint.yml"), AML_SV_CONST("amlint.yaml"),
    AML_SV_CONST(".amlint.yml"), AML_SV_CONST(".amlint.yaml")};

/* A file that a configuration extends: only from inside the root. */
static bool open_extended(void *ctx, aml_sv from, aml_sv relative, aml_config_file *out) {
  aml_engine *engine = ctx;
  aml_sv path = aml_path_join(&engine->arena, aml_path_folder(from), relative);
  aml_sv open_as = aml_path_join(&engine->arena, engine->discovery.root, path);
  if (aml_path_is_outside(path) || !aml_path_is_file_inside(engine->discovery.root, open_as)) {
    return false;
  }
  aml_source *source;
  const aml_value *root = aml_engine_read_own_file(engine, path, open_as, &source);
  *out = (aml_config_file){root, path, aml_path_folder(open_as)};
  return root != NULL;
}

static aml_config *load_config(aml_engine *engine, aml_sv path, aml_sv open_as) {
  aml_source *source;
  const aml_value *root = aml_engine_read_own_file(engine, path, open_as, &source);
  if (root == NULL) {
    return aml_config_new(&engine->arena);
  }
  const aml_config_file file = {root, path, aml_path_folder(open_as)};
  const aml_config_files files = {engine, open_extended};
  aml_config *config = aml_config_read_with(&engine->arena, &file, &files, &engine->diags);
  config->source = source->id;
  return config;
}

/* The configuration file in a folder (relative to the root), or NULL. */
static aml_config *find_config_in(aml_engine *engine, aml_sv folder) {
  for (size_t i = 0; i < sizeof config_names / sizeof config_names[0]; i++) {
    aml_sv path = aml_path_join(&engine->arena, folder, config_names[i]);
    aml_sv open_as = aml_path_join(&engine->arena, engine->discovery.root, path);
    if (aml_path_is_file_inside(engine->discovery.root, open_as)) {
      return load_config(engine, path, open_as);
    }
  }
  return NULL;
}

/* Of the folder itself or the nearest above it, up to the root. Iterative: paths may be as deep as the system
 * allows. */
static aml_config *find_config(aml_engine *engine, aml_sv folder) {
  AML_VEC(aml_sv) visited = {0};
  aml_config *config = NULL;
  while (config == NULL) {
    config = aml_map_find(&engine->configs, folder);
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
    aml_map_put(&engine->configs, visited.items[i], config);
  }
  return config;
}

const aml_config *aml_engine_config_for(aml_engine *engine, aml_sv path) {
  if (engine->fixed_config != NULL) {
    return engine->fixed_config;
  }
  aml_sv folder = aml_path_is_outside(path) ? (aml_sv){NULL, 0} : aml_path_folder(path);
  return find_config(engine, folder);
}

aml_sv aml_engine_relative_to_config(const aml_engine *engine, const aml_config *config, aml_sv path) {
  (void)engine;
  aml_sv folder = aml_path_folder(config->path);
  if (folder.len == 0 || !aml_sv_starts(path, folder) || path.len <= folder.len ||
      path.data[folder.len] != '/') {
    return path;
  }
  return aml_sv_slice(path, folder.len + 1, path.len);
}

static void choose_fixed_config(aml_engine *engine) {
  if (engine->options.isolated) {
    engine->fixed_config = aml_config_new(&engine->arena);
  } else if (engine->options.config.len > 0) {
    aml_sv open_as = aml_path_join(&engine->arena, engine->options.folder, engine->options.config);
    engine->fixed_config = load_config(engine, aml_engine_shown_path(engine, open_as), open_as);
  }
}

static void add_rule_file(aml_engine *engine, aml_sv path, aml_sv open_as) {
  aml_source *source;
  const aml_value *root = aml_engine_read_own_file(engine, path, open_as, &source);
  if (root != NULL) {
    aml_ruleset_add(engine->rules, root, AML_RULE_USER, &engine->diags);
  }
}

/* Rule files by name or by folder; paths are relative to `folder`, absolute. */
static void add_rules(aml_engine *engine, const aml_sv *paths, size_t count, aml_sv folder) {
  if (count == 0) {
    return;
  }
  aml_discovery found;
  aml_discover_options how = {.working_folder = folder, .no_ignore_files = true};
  aml_discover(&found, &engine->arena, paths, count, &how);
  for (size_t i = 0; i < found.files.count; i++) {
    add_rule_file(engine, found.files.items[i].path, found.files.items[i].file);
  }
  for (size_t i = 0; i < found.troubles.count; i++) {
    aml_engine_notice(engine, AML_SEVERITY_ERROR, found.troubles.items[i].path, "Rule file '%.*s' %.*s.",
        AML_SV_ARG(found.troubles.items[i].path), AML_SV_ARG(found.troubles.items[i].text));
    engine->is_incomplete = true;
  }
}

/* Those of --facts, or else of the configuration at the root: facts are the same for all files of a run. */
static void open_facts(aml_engine *engine) {
  const aml_config *config = aml_engine_config_for(engine, (aml_sv){NULL, 0});
  aml_sv folder = engine->options.facts;
  if (folder.len == 0 && config->facts.len > 0) {
    folder = aml_path_join(&engine->arena, config->folder, config->facts);
  }
  aml_error error;
  engine->facts = aml_facts_new(&engine->arena, folder, &error);
  if (engine->facts == NULL) {
    aml_engine_notice(engine, AML_SEVERITY_ERROR, folder, "%s", error.text);
    engine->is_incomplete = true;
    engine->facts = aml_facts_new(&engine->arena, (aml_sv){NULL, 0}, &error);
  }
}

static void read_context(aml_engine *engine) {
  if (engine->options.context.len > 0) {
    aml_sv open_as = aml_path_join(&engine->arena, engine->options.folder, engine->options.context);
    aml_source *source;
    engine->context =
        aml_engine_read_own_file(engine, aml_engine_shown_path(engine, open_as), open_as, &source);
  }
}

static bool is_excluded(const aml_engine *engine, const aml_file *file) {
  if (file->source->is_named && !engine->options.force_exclude) {
    return false;
  }
  aml_sv path = aml_engine_relative_to_config(engine, file->config, file->source->path);
  for (size_t i = 0; i < file->config->exclude.count; i++) {
    if (aml_glob_match(file->config->exclude.items[i], path)) {
      return true;
    }
  }
  return false;
}

/* Finds each file's configuration and leaves out what it excludes. */
static void assign_configs(aml_engine *engine) {
  size_t kept = 0;
  for (size_t i = 0; i < engine->files.count; i++) {
    aml_file *file = engine->files.items[i];
    file->config = aml_engine_config_for(engine, file->source->path);
    if (!is_excluded(engine, file)) {
      engine->files.items[kept++] = file;
    }
  }
  engine->files.count = kept;
}

void aml_engine_configure(aml_engine *engine) {
  engine->rules = aml_ruleset_new(&engine->arena);
  engine->rules->sources = engine->sources;
  choose_fixed_config(engine);
  open_facts(engine);
  read_context(engine);
  assign_configs(engine);
  add_rules(engine, engine->options.rules.items, engine->options.rules.count, engine->options.folder);
  AML_VEC(const aml_config *) seen = {0};
  for (size_t i = 0; i < engine->files.count; i++) {
    const aml_file *file = engine->files.items[i];
    bool is_new = seen.count == 0 || seen.items[seen.count - 1] != file->config;
    for (size_t k = 0; is_new && k < seen.count; k++) {
      is_new = seen.items[k] != file->config;
    }
    if (is_new) {
      AML_VEC_PUSH(&engine->arena, &seen, file->config);
      add_rules(engine, file->config->rules.items, file->config->rules.count, file->config->folder);
    }
  }
  aml_engine_add_policies(engine, seen.items, seen.count);
  aml_engine_check_option_selectors(engine);
  for (size_t i = 0; i < seen.count; i++) {
    aml_engine_check_config_selectors(engine, seen.items[i]);
  }
}
