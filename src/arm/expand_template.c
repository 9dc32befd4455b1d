#include "arm/template_expansion.h"

static void init_run(aml_arm_run *run, const aml_arm_input *input, aml_arena *arena, aml_diags *diags) {
  *run = (aml_arm_run){.input = input,
      .arena = arena,
      .scratch = aml_arena_new_scratch(arena),
      .diags = diags,
      .nodes_left = AML_LIMIT_COPIED_VALUES,
      .checks_left = AML_LIMIT_VALUE_CHECKS};
  run->eval = AML_NEW(run->scratch, aml_eval);
  run->eval->arena = arena;
  run->lifter = (aml_lifter){.arena = arena, .sources = input->sources, .remembers = true};
  run->eval->steps_left = AML_LIMIT_EVAL_STEPS;
  aml_map_init(&run->reported, run->scratch, AML_MAP_EXACT);
}

static void check_template(aml_arm_run *run, const aml_value *template_) {
  if (aml_object_find(template_, AML_SV("contentVersion")) == NULL) {
    aml_diag *diag = aml_diags_add(run->diags, "AML007", aml_arm_opening(template_),
        "This template has no 'contentVersion', which the service requires.");
    diag->severity = AML_SEVERITY_WARNING; /* what it deploys is clear all the same */
    diag->help = AML_SV("Add \"contentVersion\": \"1.0.0.0\".");
  }
  if (aml_object_find(template_, AML_SV("resources")) == NULL) {
    aml_arm_report(run, "AML007", aml_arm_opening(template_), "This template has no 'resources'.");
  }
}

void aml_arm_expand(
    const aml_arm_input *input, aml_resources *resources, aml_diags *diags, aml_arm_stats *stats) {
  if (!aml_value_is(input->template_, AML_OBJECT)) {
    return;
  }
  aml_arm_stats unused = {0};
  aml_arm_run run;
  init_run(&run, input, resources->arena, diags);
  run.resources = resources;
  run.stats = stats != NULL ? stats : &unused;
  check_template(&run, input->template_);
  aml_arm_frame *root = aml_arm_frame_new(&run, NULL, input->template_);
  root->path = input->template_path;
  root->level = aml_arm_template_level(input->template_);
  root->place = aml_arm_root_place(&run, root->level);
  aml_arm_frame_declare(root);
  if (input->parameters != NULL) {
    root->parameters_path = input->parameters_path;
  }
  if (input->options != NULL) {
    aml_arm_parameters_from_command(root, input);
  } else if (input->parameters != NULL) {
    aml_arm_parameters_from_file(root, input->parameters);
  }
  aml_arm_resources_add(root);
  aml_arena_release(run.scratch);
}

const aml_value *aml_arm_evaluate(const aml_arm_context *context, const aml_sources *sources,
    const aml_value *string, aml_arena *arena, aml_diags *diags) {
  aml_arm_input input = {.sources = sources, .context = context};
  aml_arm_stats stats = {0};
  aml_arm_run run;
  init_run(&run, &input, arena, diags);
  run.stats = &stats;
  aml_arm_frame *root = aml_arm_frame_new(&run, NULL, NULL);
  root->place = aml_arm_root_place(&run, AML_ARM_GROUP);
  const aml_value *value = aml_arm_evaluate_at((aml_arm_site){root, NULL}, string);
  aml_arena_release(run.scratch);
  return value;
}
