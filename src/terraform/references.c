/* What names stand for in a module: var.x, local.x, a resource, a data source, a module's output. */
#include "base/concat.h"
#include "source/paths.h"
#include "terraform/module.h"
#include "tree/reason.h"
#include "tree/secret_values.h"

typedef struct aml_tf_value {
  const aml_value *value; /* NULL while it is being evaluated */
} aml_tf_value;

static const aml_tf_block *find_block(aml_tf_frame *frame, aml_sv kind, aml_sv name) {
  aml_sv key = AML_SV_CONCAT(frame->run->arena, kind, AML_SV("."), name);
  return aml_map_find(&frame->module->blocks, key);
}

static const aml_origin *step(
    aml_tf_run *run, aml_step kind, aml_sv name, aml_span span, const aml_origin *from) {
  return aml_origin_new(run->arena, kind, name, span, from);
}

/* ---- variables ---- */

/* What is given to a variable, on its way; NULL for nothing. */
static const aml_value *given_to(aml_tf_frame *frame, aml_sv name) {
  aml_tf_run *run = frame->run;
  if (frame->call != NULL) {
    const aml_value *argument = aml_object_find_exact(frame->call->block->body, name);
    if (argument == NULL) {
      return NULL;
    }
    const aml_value *value = aml_tf_eval(frame->call->frame, frame->call, NULL, argument);
    return aml_value_moved(run->arena, value, value->span,
        step(run, AML_STEP_ARGUMENT, name, argument->span, value->origin), value->flags);
  }
  for (size_t i = frame->given_count; i > 0; i--) {
    const aml_value *found = aml_object_find_exact(frame->given[i - 1], name);
    if (found != NULL) {
      const aml_value *value = aml_tf_eval(frame, NULL, NULL, found);
      return aml_value_moved(run->arena, value, value->span,
          step(run, AML_STEP_PARAMETER_FILE, name, found->span, value->origin), value->flags);
    }
  }
  return NULL;
}

static const aml_value *default_of(aml_tf_frame *frame, const aml_tf_block *block) {
  aml_tf_run *run = frame->run;
  const aml_value *written = aml_object_find_exact(block->body, AML_SV("default"));
  if (written == NULL) {
    return NULL;
  }
  const aml_value *value = aml_tf_eval(frame, NULL, NULL, written);
  return aml_value_moved(run->arena, value, value->span,
      step(run, AML_STEP_DEFAULT, block->name, written->span, value->origin), value->flags);
}

static const aml_hcl_type *type_of(aml_tf_frame *frame, const aml_tf_block *block) {
  const aml_value *written = aml_object_find_exact(block->body, AML_SV("type"));
  if (written == NULL) {
    return &aml_hcl_any;
  }
  const aml_expr *tree = written->kind == AML_EXPRESSION ? written->as.expression.tree
                         : written->kind == AML_STRING
                             ? aml_expr_string(frame->run->arena, written->as.string, written->span)
                             : NULL;
  const aml_scope *outer = frame->run->eval.scope;
  frame->run->eval.scope = &frame->scope;
  const aml_hcl_type *type =
      tree == NULL ? &aml_hcl_any : aml_hcl_type_of_expression(&frame->run->eval, tree);
  frame->run->eval.scope = outer;
  return type;
}

static bool is_flag(const aml_value *body, aml_sv name, bool otherwise) {
  const aml_value *flag = aml_object_find_exact(body, name);
  return aml_value_is(flag, AML_BOOL) ? flag->as.boolean : otherwise;
}

static aml_kinds kinds_of(const aml_hcl_type *type) {
  switch (type->kind) {
  case AML_HCL_TYPE_STRING:
    return AML_KIND_BIT(AML_STRING) | AML_KIND_BIT(AML_NULL);
  case AML_HCL_TYPE_NUMBER:
    return AML_KIND_BIT(AML_INT) | AML_KIND_BIT(AML_FLOAT) | AML_KIND_BIT(AML_NULL);
  case AML_HCL_TYPE_BOOL:
    return AML_KIND_BIT(AML_BOOL) | AML_KIND_BIT(AML_NULL);
  case AML_HCL_TYPE_LIST:
  case AML_HCL_TYPE_SET:
  case AML_HCL_TYPE_TUPLE:
    return AML_KIND_BIT(AML_ARRAY) | AML_KIND_BIT(AML_NULL);
  case AML_HCL_TYPE_MAP:
  case AML_HCL_TYPE_OBJECT:
    return AML_KIND_BIT(AML_OBJECT) | AML_KIND_BIT(AML_NULL);
  case AML_HCL_TYPE_ANY:
    break;
  }
  return AML_KINDS_ANY;
}

static const aml_value *not_given(aml_tf_frame *frame, const aml_tf_block *block, const aml_hcl_type *type) {
  aml_sv reason = aml_sv_format(frame->run->arena,
      frame->call == NULL
          ? "variable '%.*s' has no value; give it one in a .tfvars file or with '--parameters FILE'"
          : "the call of the module gives variable '%.*s' no value; pass one",
      AML_SV_ARG(block->name));
  return aml_value_unknown(frame->run->arena, reason, kinds_of(type), block->name_span);
}

static const aml_value *variable(aml_tf_frame *frame, const aml_tf_block *block) {
  aml_tf_run *run = frame->run;
  aml_sv name = block->name;
  const aml_hcl_type *type = type_of(frame, block);
  const aml_value *value = given_to(frame, name);
  bool is_null = value != NULL && value->kind == AML_NULL;
  bool is_doubted = run->doubts_defaults && frame->call == NULL;
  if (value == NULL || (is_null && !is_flag(block->body, AML_SV("nullable"), true))) {
    value = is_doubted ? NULL : default_of(frame, block);
  }
  if (value == NULL) {
    value = not_given(frame, block, type);
  }
  const aml_value *converted = aml_hcl_convert(&run->eval, value, type);
  if (converted == NULL) {
    converted = aml_tf_unknown(
        run, "variable '%.*s' has a value that is not of its type; correct it", AML_SV_ARG(name));
  }
  converted = aml_value_hide_named(run->arena, name, converted);
  bool is_secret = is_flag(block->body, AML_SV("sensitive"), false);
  unsigned flags = converted->flags | (is_secret ? (unsigned)AML_VALUE_SECURE : 0U);
  return aml_value_moved(run->arena, converted, converted->span,
      step(run, AML_STEP_PARAMETER, name, block->name_span, value->origin), flags);
}

static const aml_value *local(aml_tf_frame *frame, const aml_tf_block *block) {
  aml_tf_run *run = frame->run;
  aml_sv name = block->name;
  const aml_value *value =
      aml_value_hide_named(run->arena, name, aml_tf_eval(frame, NULL, NULL, block->body));
  return aml_value_moved(run->arena, value, value->span,
      step(run, AML_STEP_VARIABLE, name, block->body->span, value->origin), value->flags);
}

/* ---- copies as values ---- */

/* Whether what is evaluated is itself there only where the default that switches others off does not hold. */
static bool sees_off(const aml_tf_frame *frame) {
  return frame->is_off || (frame->instance != NULL && frame->instance->is_off);
}

/* What a reference to a block without an index stands for: an object, or a tuple or an object of them. */
static const aml_value *value_of_copies(
    aml_tf_frame *frame, const aml_tf_block *block, const aml_value *(*value_of)(aml_tf_instance *instance)) {
  aml_tf_run *run = frame->run;
  const aml_tf_copies *copies = aml_tf_copies_of(frame, block);
  if (!copies->is_known || (copies->list.count == 0 && !copies->has_count && !copies->has_each)) {
    /* Whatever copy is asked for, it has the arguments that are the same for all. */
    return aml_unknown_because(&run->eval, copies->why, AML_KINDS_ANY);
  }
  if (!copies->has_count && !copies->has_each) {
    return value_of(copies->list.items[0]);
  }
  if (copies->off != NULL && sees_off(frame)) {
    const aml_value **one = AML_NEW(run->arena, const aml_value *); /* the array takes it over */
    *one = value_of(copies->off);
    return copies->has_count ? aml_value_array(run->arena, one, 1, block->name_span)
                             : aml_unknown_because(&run->eval, copies->off->key, AML_KINDS_ANY);
  }
  aml_object_builder builder;
  const aml_value **items = AML_NEW_ARRAY(run->arena, const aml_value *, copies->list.count);
  aml_object_begin_sized(&builder, run->arena, copies->list.count);
  for (size_t i = 0; i < copies->list.count; i++) {
    aml_tf_instance *copy = copies->list.items[i];
    items[i] = value_of(copy);
    if (copies->has_each) {
      aml_object_add(&builder, aml_value_text(copy->key), copy->key->span, items[i]);
    }
  }
  return copies->has_count ? aml_value_array(run->arena, items, copies->list.count, block->name_span)
                           : aml_object_end(&builder, block->name_span, 0);
}

static const aml_value *outputs_of(aml_tf_instance *call) {
  aml_tf_run *run = call->frame->run;
  aml_tf_frame *callee = call->callee;
  if (callee == NULL) {
    return aml_tf_unknown(run, "module '%.*s' was not read; run 'terraform init' to make it available",
        AML_SV_ARG(call->block->name));
  }
  aml_object_builder builder;
  aml_object_begin(&builder, run->arena);
  for (size_t i = 0; i < callee->module->blocks.count; i++) {
    const aml_tf_block *block = callee->module->blocks.entries[i].value;
    if (aml_sv_eq(block->kind, AML_SV("output"))) {
      aml_object_add(&builder, block->name, block->name_span, aml_tf_output(callee, block->name));
    }
  }
  return aml_object_end(&builder, call->block->name_span, callee->module->is_open ? AML_VALUE_OPEN : 0);
}

/* ---- each value once ---- */

typedef const aml_value *make_value(aml_tf_frame *frame, const aml_tf_block *block);

typedef struct named_kind {
  aml_sv kind;      /* of the block */
  const char *noun; /* for people */
  make_value *make;
  bool is_object; /* the block has a body, else a value */
} named_kind;

static const aml_value *remember(aml_tf_frame *frame, const named_kind *kind, const aml_tf_block *block) {
  aml_tf_run *run = frame->run;
  aml_tf_cells *values = run->doubts_defaults ? &frame->doubted : &frame->values;
  void **cell = aml_tf_cell(run->arena, frame->module, values, block);
  aml_tf_value *known = *cell;
  if (known == NULL) {
    known = AML_NEW(run->arena, aml_tf_value);
    *cell = known;
    known->value = kind->make(frame, block);
  } else if (known->value == NULL) {
    return aml_tf_unknown(
        run, "%s '%.*s' depends on itself; correct this", kind->noun, AML_SV_ARG(block->name));
  }
  return known->value;
}

/* var.x, local.x */
static const aml_value *remember_named(aml_tf_frame *frame, const named_kind *kind, aml_sv name) {
  const aml_tf_block *block = find_block(frame, kind->kind, name);
  if (block == NULL || (kind->is_object && block->body->kind != AML_OBJECT)) {
    return aml_tf_unknown(frame->run, "no file of the module declares %s '%.*s'; check the whole folder",
        kind->noun, AML_SV_ARG(name));
  }
  return remember(frame, kind, block);
}

static const aml_value *no_output(const aml_tf_frame *frame, aml_sv name) {
  return aml_tf_unknown(frame->run, "the module has no output '%.*s'; correct the name", AML_SV_ARG(name));
}

static const aml_value *output(aml_tf_frame *frame, const aml_tf_block *block) {
  aml_sv name = block->name;
  const aml_value *written = aml_object_find_exact(block->body, AML_SV("value"));
  if (written == NULL) {
    return no_output(frame, name);
  }
  const aml_value *value = aml_tf_eval(frame, NULL, NULL, written);
  unsigned flags =
      value->flags | (is_flag(block->body, AML_SV("sensitive"), false) ? (unsigned)AML_VALUE_SECURE : 0U);
  return aml_value_moved(frame->run->arena, value, value->span,
      step(frame->run, AML_STEP_OUTPUT, name, written->span, value->origin), flags);
}

const aml_value *aml_tf_output(aml_tf_frame *callee, aml_sv name) {
  static const named_kind kind = {AML_SV_CONST("output"), "output", output, true};
  const aml_tf_block *block = find_block(callee, kind.kind, name);
  return block == NULL || block->body->kind != AML_OBJECT ? no_output(callee, name)
                                                          : remember(callee, &kind, block);
}

/* ---- roots ---- */

static const aml_value *find_module(aml_tf_frame *frame, aml_hcl_path *path) {
  const aml_tf_block *block =
      path->count == 0 ? NULL : find_block(frame, AML_SV("module"), path->names[0]->name);
  if (block == NULL || block->body->kind != AML_OBJECT) {
    return aml_tf_unknown(frame->run, "no file of the module declares that module; check the whole folder");
  }
  path->used = 1;
  const aml_tf_copies *copies = aml_tf_copies_of(frame, block);
  bool is_one = !copies->has_count && !copies->has_each && copies->list.count == 1;
  if (is_one && path->count > 1 && copies->list.items[0]->callee != NULL) {
    path->used = 2;
    return aml_tf_output(copies->list.items[0]->callee, path->names[1]->name);
  }
  return value_of_copies(frame, block, outputs_of);
}

/* A resource that no file at hand declares has an id nevertheless. */
static const aml_value *undeclared(aml_tf_frame *frame, aml_sv key, aml_sv type) {
  aml_arena *arena = frame->run->arena;
  aml_span here = aml_eval_here(&frame->run->eval);
  aml_sv reason =
      aml_sv_format(arena, "no file of the module declares '%.*s'; check the whole folder", AML_SV_ARG(key));
  if (aml_sv_find_char(type, '_', 0) == AML_NPOS) {
    return aml_value_unknown(arena, reason, AML_KINDS_ANY, here);
  }
  bool is_azure = aml_sv_starts(type, AML_SV("azurerm_")) || aml_sv_starts(type, AML_SV("azapi_"));
  aml_object_builder builder;
  aml_object_begin(&builder, arena);
  aml_object_add(&builder, AML_SV("id"), here,
      aml_value_unknown_text(arena, reason, is_azure ? AML_SV("/") : (aml_sv){0}, (aml_sv){0}, here));
  return aml_object_end(&builder, here, AML_VALUE_OPEN);
}

static const aml_value *find_resource(aml_tf_frame *frame, aml_sv kind, aml_sv type, aml_sv name) {
  aml_arena *arena = frame->run->arena;
  aml_sv key = AML_SV_CONCAT(arena, kind, kind.len > 0 ? AML_SV(".") : (aml_sv){0}, type, AML_SV("."), name);
  const aml_tf_block *block = aml_map_find(&frame->module->blocks, key);
  if (block == NULL) {
    return undeclared(frame, key, type);
  }
  return value_of_copies(frame, block, aml_tf_object);
}

/* Paths are those that Terraform has where it runs in the root module. */
static const aml_value *part_of_path(aml_tf_frame *frame, aml_sv name) {
  aml_arena *arena = frame->run->arena;
  const aml_tf_frame *root = frame;
  while (root->call != NULL) {
    root = root->call->frame;
  }
  bool is_module = aml_sv_eq(name, AML_SV("module"));
  if (is_module && root != frame) {
    aml_sv path = aml_path_relative(arena, root->module->folder->path, frame->module->folder->path);
    return aml_value_string(arena, path, AML_NO_SPAN);
  }
  if (is_module || aml_sv_eq(name, AML_SV("root"))) {
    return aml_value_string(arena, AML_SV("."), AML_NO_SPAN);
  }
  return aml_tf_unknown(frame->run, "where Terraform runs is not known; use 'path.module'");
}

static const aml_value *find_here(aml_tf_frame *frame, aml_sv root, aml_sv first) {
  const aml_tf_instance *instance = frame->instance;
  bool is_count = aml_sv_eq(root, AML_SV("count"));
  if (instance == NULL) {
    return NULL;
  }
  return is_count                            ? instance->index
         : aml_sv_eq(first, AML_SV("key"))   ? instance->key
         : aml_sv_eq(first, AML_SV("value")) ? instance->value
                                             : NULL;
}

/* What stands for the root without a word of Terraform's for it: a resource or a data source. */
static const aml_value *find_declared(aml_tf_frame *frame, aml_hcl_path *path) {
  aml_sv first = path->count > 0 ? path->names[0]->name : (aml_sv){0};
  bool is_data = aml_sv_eq(path->root, AML_SV("data")) || aml_sv_eq(path->root, AML_SV("ephemeral"));
  if (is_data && path->count > 1) {
    path->used = 2;
    return find_resource(frame, path->root, first, path->names[1]->name);
  }
  if (path->count == 0 || is_data) {
    path->used = 0;
    return aml_tf_unknown(
        frame->run, "'%.*s' is not a value by itself; name one of its attributes", AML_SV_ARG(path->root));
  }
  return find_resource(frame, (aml_sv){0}, path->root, first);
}

const aml_value *aml_tf_find(void *ctx, aml_eval *eval, aml_hcl_path *path) {
  aml_tf_frame *frame = ctx;
  aml_sv root = path->root;
  aml_sv first = path->count > 0 ? path->names[0]->name : (aml_sv){0};
  (void)eval;
  path->used = path->count > 0 ? 1 : 0;
  if (aml_sv_eq(root, AML_SV("var"))) {
    static const named_kind kind = {AML_SV_CONST("var"), "variable", variable, true};
    return remember_named(frame, &kind, first);
  }
  if (aml_sv_eq(root, AML_SV("local"))) {
    static const named_kind kind = {AML_SV_CONST("local"), "local", local, false};
    return remember_named(frame, &kind, first);
  }
  if (aml_sv_eq(root, AML_SV("each")) || aml_sv_eq(root, AML_SV("count"))) {
    return find_here(frame, root, first);
  }
  if (aml_sv_eq(root, AML_SV("module"))) {
    return find_module(frame, path);
  }
  if (aml_sv_eq(root, AML_SV("path"))) {
    return part_of_path(frame, first);
  }
  if (aml_sv_eq(root, AML_SV("self")) && frame->instance != NULL) {
    path->used = 0;
    return aml_tf_object(aml_map_find(&frame->run->instances, frame->instance->address));
  }
  if (aml_sv_eq(root, AML_SV("terraform")) || aml_sv_eq(root, AML_SV("self"))) {
    return aml_tf_unknown(frame->run,
        "'%.*s.%.*s' is known only when Terraform runs; give a plan in JSON with '--parameters FILE'",
        AML_SV_ARG(root), AML_SV_ARG(first));
  }
  return find_declared(frame, path);
}

void aml_tf_fail(void *ctx, aml_eval *eval, aml_span span, aml_sv message) {
  aml_tf_frame *frame = ctx;
  aml_tf_run *run = frame->run;
  const char *rule = eval->is_unreadable ? "AML001" : "AML013";
  aml_sv key = aml_sv_format(run->arena, "%s %u %u %u", rule, span.source, span.begin, span.end);
  if (aml_map_put(&run->said, key, run) == NULL && !aml_span_is_none(span)) {
    aml_diags_add(&run->unit->diags, rule, span, "%.*s", AML_SV_ARG(message))->is_incomplete =
        eval->is_unreadable;
  }
}
