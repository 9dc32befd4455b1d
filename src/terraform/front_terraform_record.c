/* The rows of plans and states. A plan whose configuration lies beside it is a way to evaluate that; alone it
 * is judged as it stands. A state is judged where somebody names it, unless its configuration is. */
#include "front/marks.h"
#include "source/paths.h"
#include "terraform/arguments.h"
#include "terraform/front_terraform.h"
#include "terraform/record.h"

static bool read_any(aml_file *file, bool takes_plans, bool takes_states) {
  aml_tree *tree = aml_file_tree(file);
  bool is_json = tree->documents.count == 1 && tree->syntax == AML_SYNTAX_JSON;
  const aml_tf_record *record = is_json ? aml_tf_record_read(file->memory, aml_file_root(file)) : NULL;
  if (record == NULL || !(record->is_state ? takes_states : takes_plans)) {
    return false;
  }
  tree->documents.items[0].root = aml_tf_mark_sensitive(file->memory, aml_file_root(file));
  file->content = aml_tf_record_read(file->memory, aml_file_root(file));
  return true;
}

static bool read_state(aml_file *file) {
  return read_any(file, false, true);
}

static bool read_record(aml_file *file) {
  return read_any(file, true, file->source->is_named);
}

static void bring(const aml_front_host *host, aml_file *file) {
  aml_tf_record *record = aml_tf_record_of(file);
  if (!record->is_state) {
    record->folder = aml_tf_bring_plan(host, file);
  }
}

static void group(const aml_front_host *host, aml_file *file) {
  aml_tf_record *record = aml_tf_record_of(file);
  if (record->is_state) {
    record->folder = aml_tf_folder_in_run(host, aml_path_folder(file->source->path));
  }
}

static void add_instance(aml_tf_frame *frame, const aml_tf_recorded *recorded) {
  aml_tf_run *run = frame->run;
  aml_tf_block *block = AML_NEW(run->arena, aml_tf_block);
  *block = (aml_tf_block){.key = recorded->address,
      .kind = recorded->is_data ? AML_SV("data") : AML_SV("resource"),
      .type = recorded->type,
      .name = recorded->name,
      .name_span = recorded->span,
      .body = recorded->values,
      .file = run->unit->file};
  aml_tf_instance *instance = AML_NEW(run->arena, aml_tf_instance);
  *instance = (aml_tf_instance){.frame = frame,
      .block = block,
      .address = recorded->address,
      .key_text = recorded->key_text,
      .recorded = recorded};
  (void)aml_map_put(&run->instances, instance->address, instance);
}

static void expand(const aml_front_host *host, aml_unit *unit) {
  const aml_tf_record *record = unit->file->content;
  if (record->folder != NULL) {
    return;
  }
  aml_tf_run run;
  aml_tf_folder alone = {0};
  aml_tf_run_begin(&run, host, unit);
  run.record = record;
  aml_tf_frame *frame = aml_tf_frame_new(&run, &alone, NULL);
  aml_tf_module *module = aml_map_find(&run.modules, alone.path);
  module->azurerm = record->azurerm;
  run.eval.scope = &frame->scope;
  for (size_t i = 0; i < record->resources.count; i++) {
    add_instance(frame, record->resources.items[i]);
  }
  for (size_t i = 0; i < run.instances.count; i++) {
    aml_tf_make(run.instances.entries[i].value);
  }
  aml_tf_run_end(&run);
}

static const char *const traces[] = {"azurerm_machine_learning", "Microsoft.MachineLearningServices", NULL};

const aml_front_end aml_front_terraform_record = {
    .name = "terraform-plan",
    .noun = "Terraform plan or state",
    .endings = ".json .tfstate",
    .is_by_content = true,
    .traces = traces,
    .read = read_record,
    .gives_parameters = true,
    .may_be_linked = true,
    .bring = bring,
    .group = group,
    .expand = expand,
    .doing = "Evaluating",
};

const aml_front_end aml_front_terraform_state = {
    .name = "terraform-state",
    .noun = "Terraform state",
    .endings = "",
    .read = read_state,
    .expand = expand,
    .doing = "Evaluating",
};

static bool find_mark(const aml_file *file, aml_span *mark) {
  size_t begin = 0;
  size_t end = 0;
  bool is_state = aml_sv_iends(file->name, AML_SV(".tfstate")) ||
                  (file->tree != NULL && aml_tf_is_record(aml_file_root(file)));
  bool is_found = is_state && aml_marks_find(aml_file_text(file), false, &begin, &end);
  if (is_found) {
    *mark = aml_file_span(file, begin, end);
  }
  return is_found;
}

const aml_front_end aml_unread_tfstate = {
    .name = "tfstate",
    .noun = "Terraform state",
    .endings = ".tfstate",
    .is_by_content = true,
    .is_evidence = true,
    .find_mark = find_mark,
    .help = "A state says what runs, not what is declared. Name the file explicitly to check its content.",
};
