/* Configurations, rules, policies and facts of the run. */
#include "config/context_file.h"
#include "config/path_patterns.h"
#include "engine/own_file.h"
#include "source/paths.h"

static void add_rule_file(void *ctx, const aml_found *found) {
  aml_engine *engine = ctx;
  size_t told = engine->remarks.diags.list.count;
  const aml_value *root = aml_engine_read_whole_file(engine, found->file, &aml_own_rule);
  if (root != NULL) {
    aml_ruleset_add(engine->criteria.rules, root, AML_RULE_USER, &engine->remarks.diags);
  }
  engine->remarks.lacks_rules = engine->remarks.lacks_rules || engine->remarks.diags.list.count > told;
}

/* Whether every table of a folder that a found configuration names is inside the root, links resolved. */
static bool has_own_tables(aml_engine *engine, aml_sv folder) {
  const char *name;
  for (size_t i = 0; (name = aml_facts_file_at(i)) != NULL; i++) {
    aml_sv path = aml_path_join(&engine->arena, folder, aml_sv_of(name));
    if (!aml_path_stays_inside(engine->inputs.discovery.root, path).is_there) {
      aml_engine_notice(&engine->remarks, AML_SEVERITY_ERROR, aml_engine_shown_path(engine, path),
          "The table of facts '%s' is a link out of the root, so it was not read.", name)
          ->is_configuration = true;
      return false;
    }
  }
  return true;
}

/* Those of --facts, or else of the configuration at the root: facts are the same for all files of a run. */
static void open_facts(aml_engine *engine) {
  const aml_config *config = aml_engine_config_for(engine, (aml_sv){NULL, 0});
  aml_sv folder = engine->request.options.facts;
  if (folder.len > 0) {
    aml_sv absolute = aml_path_join(&engine->arena, engine->request.options.folder, folder);
    aml_engine_note_role(engine, absolute);
    folder = engine->inputs.view.agreed == NULL ? folder : absolute; /* what is agreed is known by that */
  }
  if (folder.len == 0 && config->facts.len > 0) {
    folder = aml_path_join(&engine->arena, config->folder, config->facts);
    aml_engine_note_role(engine, folder);
    if (config != engine->criteria.configs->fixed && !has_own_tables(engine, folder)) {
      engine->remarks.is_incomplete = true;
      folder = (aml_sv){NULL, 0};
    }
  }
  aml_error error;
  engine->criteria.facts = aml_facts_new_agreed(&engine->arena, folder, engine->inputs.view.agreed, &error);
  if (engine->criteria.facts == NULL) {
    aml_engine_notice(&engine->remarks, AML_SEVERITY_ERROR, folder, "%s", error.text)->is_configuration =
        true;
    engine->remarks.is_incomplete = true;
    engine->criteria.facts = aml_facts_new(&engine->arena, (aml_sv){NULL, 0}, &error);
  }
  if (engine->request.options.is_today &&
      aml_facts_admit(engine->criteria.facts, engine->request.options.as_of, &error) != AML_OK) {
    aml_engine_notice(&engine->remarks, AML_SEVERITY_ERROR, (aml_sv){NULL, 0}, "%s", error.text);
    engine->remarks.is_incomplete = true;
  }
}

static void read_context(aml_engine *engine) {
  if (engine->request.options.context.len > 0) {
    aml_sv open_as =
        aml_path_join(&engine->arena, engine->request.options.folder, engine->request.options.context);
    const aml_value *context = aml_engine_read_own_file(engine, open_as, &aml_own_context, NULL);
    bool is_right =
        context != NULL && aml_context_has_shape(&engine->arena, context, "", &engine->remarks.diags);
    engine->criteria.context = is_right ? context : NULL;
  }
}

static bool is_excluded(aml_engine *engine, const aml_file *file) {
  if (file->source->is_named && !engine->request.options.force_exclude) {
    return false;
  }
  aml_sv path = aml_engine_relative_to_config(file->config, file->source->path);
  return aml_config_excludes(file->config, &engine->arena, path);
}

/* A document, that a search found, where documents are not asked for: as if nobody had seen it. */
static bool is_passed_by(const aml_engine *engine, aml_sv path, const aml_config *config) {
  const aml_front_end *row = aml_front_ends_of_name(engine->inputs.front_ends, path, true);
  return row != NULL && row->is_document && !config->documents;
}

static void forget_documents_left_out(aml_engine *engine) {
  size_t kept = 0;
  for (size_t i = 0; i < engine->inputs.discovery.left_out.count; i++) {
    const aml_left_out item = engine->inputs.discovery.left_out.items[i];
    if (!is_passed_by(engine, item.path, aml_engine_config_for(engine, item.path))) {
      engine->inputs.discovery.left_out.items[kept++] = item;
    }
  }
  engine->inputs.discovery.left_out.count = kept;
}

/* Finds each file's configuration and leaves out what it excludes. */
static void assign_configs(aml_engine *engine) {
  size_t kept = 0;
  for (size_t i = 0; i < engine->inputs.files.count; i++) {
    aml_file *file = engine->inputs.files.items[i];
    file->config = aml_engine_config_for(engine, file->source->path);
    if (!file->source->is_named && !file->is_given &&
        is_passed_by(engine, file->source->path, file->config)) {
      continue;
    }
    if (is_excluded(engine, file) && !aml_engine_reads(engine, file->source->path)) {
      file->left_out_by = file->config->path; /* if it should be read: see add_unread.c */
      engine->inputs.files.items[kept++] = file;
    } else if (is_excluded(engine, file)) {
      aml_left_out item = {file->source->path, file->config->path};
      AML_VEC_PUSH(&engine->arena, &engine->inputs.discovery.left_out, item);
    } else {
      engine->inputs.files.items[kept++] = file;
    }
  }
  engine->inputs.files.count = kept;
  forget_documents_left_out(engine);
  aml_left_out_sort(&engine->arena, &engine->inputs.discovery.left_out);
}

typedef AML_VEC(const aml_config *) config_list;

/* The configurations in force, each once, in the order of the files. A configuration's path tells it from
 * others. */
static config_list list_configs(aml_engine *engine) {
  config_list list = {0};
  aml_map seen;
  aml_map_init(&seen, &engine->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < engine->inputs.files.count; i++) {
    const aml_config *config = engine->inputs.files.items[i]->config;
    if (aml_map_find(&seen, config->path) == NULL) {
      aml_map_put(&seen, config->path, engine);
      AML_VEC_PUSH(&engine->arena, &list, config);
    }
  }
  return list;
}

void aml_engine_configure(aml_engine *engine) {
  engine->criteria.rules = aml_ruleset_new_sharing(&engine->arena, engine->request.kept_rules);
  engine->criteria.rules->sources = engine->inputs.sources;
  aml_engine_choose_config(engine);
  open_facts(engine);
  read_context(engine);
  assign_configs(engine);
  const aml_own_walk how = {.noun = "Rule file", .visit = add_rule_file, .ctx = engine};
  aml_engine_walk_own_files(engine, &engine->request.options.rules, engine->request.options.folder, &how);
  config_list configs = list_configs(engine);
  for (size_t i = 0; i < configs.count; i++) {
    const aml_config *config = configs.items[i];
    aml_engine_walk_own_files(engine, &config->rules, config->folder, &how);
  }
  aml_engine_name_evidence(engine, configs.items, configs.count);
  size_t told = engine->remarks.diags.list.count;
  aml_engine_add_policies(engine, configs.items, configs.count);
  engine->remarks.lacks_rules = engine->remarks.lacks_rules || engine->remarks.diags.list.count > told;
  aml_engine_check_option_selectors(engine);
  for (size_t i = 0; i < configs.count; i++) {
    aml_engine_check_config_selectors(engine, configs.items[i]);
    aml_engine_check_config_names(engine, configs.items[i]);
  }
}
