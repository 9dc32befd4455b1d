/* Configurations, rules, policies and facts of the run. */
#include "engine/configure.h"

#include "config/context_file.h"
#include "config/path_patterns.h"
#include "source/paths.h"

typedef struct rule_reader {
  const aml_own_reader *reader;
  aml_ruleset *rules;
} rule_reader;

static void add_rule_file(void *ctx, const aml_found *found) {
  const rule_reader *self = ctx;
  aml_remarks *remarks = self->reader->remarks;
  size_t told = remarks->diags.list.count;
  const aml_value *root = aml_engine_read_whole_file(self->reader, found->file, &aml_own_rule);
  if (root != NULL) {
    aml_ruleset_add(self->rules, root, AML_RULE_USER, &remarks->diags);
  }
  remarks->lacks_rules = remarks->lacks_rules || remarks->diags.list.count > told;
}

/* Whether every table of a folder that a found configuration names is inside the root, links resolved. */
static bool has_own_tables(const aml_inputs *inputs, aml_remarks *remarks, aml_sv folder) {
  const char *name;
  for (size_t i = 0; (name = aml_facts_file_at(i)) != NULL; i++) {
    aml_sv path = aml_path_join(inputs->arena, folder, aml_sv_of(name));
    if (!aml_path_stays_inside(inputs->discovery.root, path).is_there) {
      aml_engine_notice(remarks, AML_SEVERITY_ERROR, aml_engine_shown_path(inputs, path),
          "The table of facts '%s' is a link out of the root, so it was not read.", name)
          ->is_configuration = true;
      return false;
    }
  }
  return true;
}

/* Those of --facts, or else of the configuration at the root: facts are the same for all files of a run. */
static void open_facts(const aml_request *request, const aml_own_reader *reader, aml_criteria *criteria,
    const aml_inputs *inputs, aml_remarks *remarks) {
  const aml_config *config = aml_engine_config_for(criteria, (aml_sv){NULL, 0});
  aml_sv folder = request->options.facts;
  if (folder.len > 0) {
    aml_sv absolute = aml_path_join(inputs->arena, request->options.folder, folder);
    aml_engine_note_role(reader, absolute);
    folder = inputs->view.agreed == NULL ? folder : absolute; /* what is agreed is known by that */
  }
  if (folder.len == 0 && config->facts.len > 0) {
    folder = aml_path_join(inputs->arena, config->folder, config->facts);
    aml_engine_note_role(reader, folder);
    if (config != criteria->configs->fixed && !has_own_tables(inputs, remarks, folder)) {
      remarks->is_incomplete = true;
      folder = (aml_sv){NULL, 0};
    }
  }
  aml_error error;
  criteria->facts = aml_facts_new_agreed(inputs->arena, folder, inputs->view.agreed, &error);
  if (criteria->facts == NULL) {
    aml_engine_notice(remarks, AML_SEVERITY_ERROR, folder, "%s", error.text)->is_configuration = true;
    remarks->is_incomplete = true;
    criteria->facts = aml_facts_new(inputs->arena, (aml_sv){NULL, 0}, &error);
  }
  if (request->options.is_today &&
      aml_facts_admit(criteria->facts, request->options.as_of, &error) != AML_OK) {
    aml_engine_notice(remarks, AML_SEVERITY_ERROR, (aml_sv){NULL, 0}, "%s", error.text);
    remarks->is_incomplete = true;
  }
}

static void read_context(
    const aml_request *request, const aml_own_reader *reader, aml_criteria *criteria, aml_remarks *remarks) {
  if (request->options.context.len > 0) {
    aml_sv open_as = aml_path_join(criteria->arena, request->options.folder, request->options.context);
    const aml_value *context = aml_engine_read_own_file(reader, open_as, &aml_own_context, NULL);
    bool is_right = context != NULL && aml_context_has_shape(criteria->arena, context, "", &remarks->diags);
    criteria->context = is_right ? context : NULL;
  }
}

static bool is_excluded(aml_arena *arena, const aml_request *request, const aml_file *file) {
  if (file->source->is_named && !request->options.force_exclude) {
    return false;
  }
  aml_sv path = aml_engine_relative_to_config(file->config, file->source->path);
  return aml_config_excludes(file->config, arena, path);
}

/* Whether some row of documents takes the name; most names are none of theirs. */
static bool may_be_document(const aml_front_ends *table, aml_sv path) {
  bool is_any = false;
  for (size_t i = 0; i < table->count && !is_any; i++) {
    is_any = table->rows[i]->is_document && aml_front_end_takes(table->rows[i], path);
  }
  return is_any;
}

/* A document, that a search found, where documents are not asked for: as if nobody had seen it. */
static bool is_passed_by(const aml_inputs *inputs, aml_sv path, const aml_config *config) {
  if (config->documents || !may_be_document(inputs->front_ends, path)) {
    return false;
  }
  const aml_front_end *row = aml_front_ends_of_name(inputs->front_ends, path, true);
  return row != NULL && row->is_document;
}

static void forget_documents_left_out(const aml_criteria *criteria, aml_inputs *inputs) {
  size_t kept = 0;
  for (size_t i = 0; i < inputs->discovery.left_out.count; i++) {
    const aml_left_out item = inputs->discovery.left_out.items[i];
    if (!is_passed_by(inputs, item.path, aml_engine_config_for(criteria, item.path))) {
      inputs->discovery.left_out.items[kept++] = item;
    }
  }
  inputs->discovery.left_out.count = kept;
}

/* Finds each file's configuration and leaves out what it excludes. */
static void assign_configs(const aml_request *request, const aml_criteria *criteria, aml_inputs *inputs) {
  size_t kept = 0;
  for (size_t i = 0; i < inputs->files.count; i++) {
    aml_file *file = inputs->files.items[i];
    file->config = aml_engine_config_for(criteria, file->source->path);
    if (!file->source->is_named && !file->is_given &&
        is_passed_by(inputs, file->source->path, file->config)) {
      continue;
    }
    if (is_excluded(inputs->arena, request, file) && !aml_engine_reads(inputs, file->source->path)) {
      file->left_out_by = file->config->path; /* if it should be read: see add_unread.c */
      inputs->files.items[kept++] = file;
    } else if (is_excluded(inputs->arena, request, file)) {
      aml_left_out item = {file->source->path, file->config->path};
      AML_VEC_PUSH(inputs->arena, &inputs->discovery.left_out, item);
    } else {
      inputs->files.items[kept++] = file;
    }
  }
  inputs->files.count = kept;
  forget_documents_left_out(criteria, inputs);
  aml_left_out_sort(inputs->arena, &inputs->discovery.left_out);
}

/* The configurations in force, each once, in the order of the files. A configuration's path tells it from
 * others. */
static aml_config_list list_configs(const aml_inputs *inputs) {
  aml_config_list list = {0};
  aml_map seen;
  aml_map_init(&seen, inputs->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < inputs->files.count; i++) {
    const aml_config *config = inputs->files.items[i]->config;
    if (aml_map_find(&seen, config->path) == NULL) {
      aml_map_put(&seen, config->path, &seen);
      AML_VEC_PUSH(inputs->arena, &list, config);
    }
  }
  return list;
}

void aml_engine_configure(const aml_request *request, const aml_own_reader *reader, aml_criteria *criteria,
    aml_inputs *inputs, aml_remarks *remarks) {
  const aml_engine_options *options = &request->options;
  rule_reader rules = {reader, aml_ruleset_new_sharing(inputs->arena, request->kept_rules)};
  criteria->rules = rules.rules;
  criteria->rules->sources = inputs->sources;
  aml_engine_choose_config(criteria->configs, options);
  open_facts(request, reader, criteria, inputs, remarks);
  read_context(request, reader, criteria, remarks);
  assign_configs(request, criteria, inputs);
  const aml_own_walk how = {.noun = "Rule file", .visit = add_rule_file, .ctx = &rules};
  aml_engine_walk_own_files(reader, &options->rules, options->folder, &how);
  const aml_config_list configs = list_configs(inputs);
  for (size_t i = 0; i < configs.count; i++) {
    aml_engine_walk_own_files(reader, &configs.items[i]->rules, configs.items[i]->folder, &how);
  }
  aml_engine_name_evidence(reader, criteria, &configs);
  size_t told = remarks->diags.list.count;
  aml_engine_add_policies(reader, criteria, &configs);
  remarks->lacks_rules = remarks->lacks_rules || remarks->diags.list.count > told;
  aml_engine_check_option_selectors(request, criteria, remarks);
  for (size_t i = 0; i < configs.count; i++) {
    aml_engine_check_config_selectors(criteria, remarks, configs.items[i]);
    aml_engine_check_config_names(criteria, remarks, configs.items[i]);
  }
}
