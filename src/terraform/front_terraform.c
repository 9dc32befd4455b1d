#include "terraform/front_terraform.h"

#include "base/limits.h"
#include "terraform/provisioners.h"
#include "terraform/record.h"

static bool read_values(aml_file *file) {
  return aml_tf_read(file);
}

/* A test declares nothing: it says what a module is run with. */
static bool read_test(aml_file *file) {
  (void)aml_tf_read(file);
  return true;
}

/* What terraform init has put there, with examples and tests of others, counts where it is called. */
static bool is_installed(const aml_file *file) {
  aml_sv path = file->source->path;
  return aml_sv_starts(path, AML_SV(".terraform/")) ||
         aml_sv_find(path, AML_SV("/.terraform/"), 0) != AML_NPOS;
}

/* Whether the unit of this file evaluates the module: others of its folder make nothing by themselves, nor
 * do modules that are called. */
static bool is_judged(const aml_file *file, const aml_tf_folder *folder) {
  return folder == NULL || (!folder->is_called && folder->files.items[0] == file && !is_installed(file));
}

static void add_values(aml_tf_frame *root, const aml_value *values) {
  const aml_value **given = AML_NEW_ARRAY(root->run->arena, const aml_value *, root->given_count + 1);
  for (size_t i = 0; i < root->given_count; i++) {
    given[i] = root->given[i];
  }
  given[root->given_count++] = values;
  root->given = given;
}

static void make_all(aml_tf_frame *frame);

/* ---- what evaluating a block may cost ---- */

enum {
  STEPS_EACH = AML_LIMIT_EVAL_STEPS / 4,     /* of a block and what it asks for */
  STEPS_ALWAYS = AML_LIMIT_EVAL_STEPS / 1024 /* even where others have used up all */
};

static size_t share_of(size_t all) {
  size_t share = all > STEPS_EACH ? STEPS_EACH : all;
  return share > STEPS_ALWAYS ? share : STEPS_ALWAYS;
}

/* So that one that takes too much costs itself only. Returns what is left for all. */
static size_t begin_block(aml_tf_run *run) {
  size_t all = run->eval.steps_left;
  run->eval.steps_left = share_of(all);
  return all;
}

static void end_block(aml_tf_run *run, const aml_tf_block *block, size_t all) {
  size_t share = share_of(all);
  bool is_spent = run->eval.steps_left == 0;
  size_t used = share - run->eval.steps_left;
  run->eval.steps_left = used < all ? all - used : 0;
  if (run->eval.hit_limit) {
    aml_sv limit = is_spent ? aml_sv_format(run->arena, "%zu evaluation steps", share) : run->eval.limit_text;
    aml_diags_add(&run->unit->diags, "AML003", block->name_span,
        "Evaluating '%.*s' takes more than the limit of %.*s; the rest of it is unknown.",
        AML_SV_ARG(block->key), AML_SV_ARG(limit))
        ->is_incomplete = true;
    run->eval.hit_limit = false;
  }
}

static void make_called(const aml_tf_instance *call) {
  if (call != NULL && call->callee != NULL) {
    make_all(call->callee);
  }
}

static void make_block(aml_tf_frame *frame, const aml_tf_block *block) {
  size_t all = begin_block(frame->run);
  const aml_tf_copies *copies = aml_tf_copies_of(frame, block);
  for (size_t k = 0; k < copies->list.count; k++) {
    aml_tf_make(copies->list.items[k]);
    aml_tf_make_commands(copies->list.items[k], k > 0);
  }
  if (copies->off != NULL) {
    aml_tf_make(copies->off);
    aml_tf_make_commands(copies->off, false);
  }
  end_block(frame->run, block, all);
}

/* Makes what the frame declares, and what the modules do that it calls. Depth is bounded by aml_tf_frame_new.
 */
static void make_all(aml_tf_frame *frame) {
  for (size_t i = 0; i < frame->module->resources.count; i++) {
    make_block(frame, frame->module->resources.items[i]);
  }
  for (size_t i = 0; i < frame->module->calls.count; i++) {
    const aml_tf_block *call = frame->module->calls.items[i];
    if (call->body->kind != AML_OBJECT) {
      continue;
    }
    size_t all = begin_block(frame->run);
    const aml_tf_copies *copies = aml_tf_copies_of(frame, call);
    end_block(frame->run, call, all);
    for (size_t k = 0; k < copies->list.count; k++) {
      make_called(copies->list.items[k]);
    }
    make_called(copies->off);
  }
}

static const aml_value *values_in(const aml_file *file) {
  const aml_tf_content *content = file->content;
  return content->root;
}

/* The values of a file of variables, or of a plan, which also knows what comes of them. */
static void add_choice(aml_tf_frame *root, const aml_file *file) {
  if (file->front != &aml_front_terraform_record) {
    add_values(root, values_in(file));
    return;
  }
  root->run->record = file->content;
  if (root->run->record->variables != NULL) {
    add_values(root, root->run->record->variables);
  }
}

void aml_tf_run_begin(aml_tf_run *run, const aml_front_host *host, aml_unit *unit) {
  *run = (aml_tf_run){.host = host,
      .unit = unit,
      .arena = &unit->arena,
      .eval = {.arena = &unit->arena, .steps_left = AML_LIMIT_EVAL_STEPS},
      .deployment = aml_sv_format(&unit->arena, "%.*s|", AML_SV_ARG(unit->file->source->path))};
  aml_map_init(&run->modules, run->arena, AML_MAP_EXACT);
  aml_map_init(&run->instances, run->arena, AML_MAP_EXACT);
  aml_map_init(&run->said, run->arena, AML_MAP_EXACT);
  aml_map_init(&run->templates, run->arena, AML_MAP_EXACT);
}

void aml_tf_run_end(const aml_tf_run *run) {
  if (run->eval.hit_limit) {
    aml_diags_add(&run->unit->diags, "AML003",
        run->unit->file->source == NULL ? AML_NO_SPAN : aml_file_span(run->unit->file, 0, 0),
        "Evaluating this module takes more than the limit of %.*s; the rest is unknown.",
        AML_SV_ARG(run->eval.limit_text))
        ->is_incomplete = true;
  }
}

static void expand(const aml_front_host *host, aml_unit *unit) {
  const aml_tf_content *content = unit->file->content;
  const aml_tf_folder *folder = content->state->folder;
  if (!is_judged(unit->file, folder)) {
    return;
  }
  aml_tf_folder alone = {0};
  if (folder == NULL) {
    AML_VEC_PUSH(&unit->arena, &alone.files, unit->file);
    folder = &alone;
  }
  aml_tf_run run;
  aml_tf_run_begin(&run, host, unit);
  aml_tf_frame *root = aml_tf_frame_new(&run, folder, NULL);
  run.eval.scope = &root->scope;
  for (size_t i = 0; i < folder->values.count; i++) {
    add_values(root, values_in(folder->values.items[i]));
  }
  if (unit->parameters != NULL) {
    add_choice(root, unit->parameters);
  }
  make_all(root);
  aml_tf_run_end(&run);
  for (size_t i = 0; i < unit->resources.list.count; i++) {
    unit->resources.list.items[i]->parameters =
        unit->parameters == NULL ? (aml_sv){0} : unit->parameters->source->path;
    unit->resources.list.items[i]->is_only_evaluation = unit->file->units.count == 1;
  }
}

static const char *const traces[] = {"azurerm_machine_learning", "Microsoft.MachineLearningServices", NULL};

const aml_front_end aml_front_terraform = {
    .name = "terraform",
    .noun = "Terraform file",
    .endings = ".tf .tofu .tf.json .tofu.json",
    .traces = traces,
    .read = aml_tf_read,
    .may_be_linked = true,
    .bring = aml_tf_bring,
    .group = aml_tf_group,
    .expand = expand,
    .doing = "Evaluating",
    .editor = &aml_terraform_editor,
};

const aml_front_end aml_front_tfvars = {
    .name = "tfvars",
    .noun = "Terraform variable file",
    .endings = ".tfvars .tfvars.json",
    .read = read_values,
    .gives_parameters = true,
    .may_be_linked = true,
    .bring = aml_tf_bring_values,
    .editor = &aml_terraform_editor,
};

const aml_front_end aml_front_terraform_test = {
    .name = "terraform-test",
    .noun = "Terraform test file",
    .endings = ".tftest.hcl .tofutest.hcl .tftest.json .tofutest.json",
    .read = read_test,
    .may_be_linked = true,
};

const aml_front_end aml_front_terraform_lock = {
    .name = "terraform-lock",
    .noun = "Terraform lock file",
    .endings = ".terraform.lock.hcl",
    .read = read_values,
    .may_be_linked = true,
};
