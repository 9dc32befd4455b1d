/* The blocks of a module's files, by name; what override files replace. */
#include "base/concat.h"
#include "source/paths.h"
#include "terraform/module.h"

typedef struct gathering {
  aml_arena *arena;
  aml_tf_module *module;
  const aml_file *file;
  bool is_override;
} gathering;

static bool is_in(const aml_value *body, aml_sv name) {
  return aml_object_find_exact(body, name) != NULL;
}

/* The body with what the override says: its arguments, and its blocks in place of all of their type. */
static const aml_value * override(const gathering *g, const aml_value *body, const aml_value *by) {
  if (body->kind != AML_OBJECT || by->kind != AML_OBJECT) {
    return by;
  }
  aml_object_builder builder;
  aml_object_begin_sized(&builder, g->arena, body->as.object.count + by->as.object.count);
  for (size_t i = 0; i < body->as.object.count; i++) {
    const aml_member *member = &body->as.object.members[i];
    if (!is_in(by, member->name)) {
      aml_object_add(&builder, member->name, member->name_span, member->value);
    }
  }
  for (size_t i = 0; i < by->as.object.count; i++) {
    const aml_member *member = &by->as.object.members[i];
    aml_object_add(&builder, member->name, member->name_span, member->value);
  }
  return aml_object_end(&builder, body->span, body->flags | by->flags);
}

/* Adds one block; of several of a name, which Terraform refuses, the first counts. */
static void add(gathering *g, aml_sv kind, aml_sv type, const aml_member *named) {
  bool is_resource = aml_sv_eq(kind, AML_SV("resource"));
  const aml_sv none = {0};
  aml_sv dot = AML_SV(".");
  aml_sv key = AML_SV_CONCAT(g->arena, is_resource ? none : kind, is_resource ? none : dot, type,
      type.len > 0 ? dot : none, named->name);
  aml_tf_block *block = AML_NEW(g->arena, aml_tf_block);
  aml_tf_block *known = aml_map_put(&g->module->blocks, key, block);
  if (known != NULL) {
    (void)aml_map_put(&g->module->blocks, key, known);
    known->body = g->is_override ? override(g, known->body, named->value) : known->body;
    return;
  }
  *block = (aml_tf_block){.index = g->module->blocks.count - 1,
      .key = key,
      .kind = kind,
      .type = type,
      .name = named->name,
      .name_span = named->name_span,
      .body = named->value,
      .file = g->file};
  if (is_resource || aml_sv_eq(kind, AML_SV("data"))) {
    AML_VEC_PUSH(g->arena, &g->module->resources, block);
  } else if (aml_sv_eq(kind, AML_SV("module"))) {
    AML_VEC_PUSH(g->arena, &g->module->calls, block);
  }
}

static void add_each(gathering *g, aml_sv kind, aml_sv type, const aml_value *named) {
  for (size_t i = 0; named->kind == AML_OBJECT && i < named->as.object.count; i++) {
    add(g, kind, type, &named->as.object.members[i]);
  }
}

static void add_typed(gathering *g, aml_sv kind, const aml_value *types) {
  for (size_t i = 0; types->kind == AML_OBJECT && i < types->as.object.count; i++) {
    add_each(g, kind, types->as.object.members[i].name, types->as.object.members[i].value);
  }
}

static void add_settings(gathering *g, const aml_value *settings) {
  const aml_value *providers = aml_object_find_exact(settings, AML_SV("required_providers"));
  const aml_value *azurerm = providers == NULL ? NULL : aml_object_find_exact(providers, AML_SV("azurerm"));
  g->module->azurerm = azurerm != NULL ? azurerm : g->module->azurerm;
}

static void add_provider(gathering *g, aml_sv name, const aml_value *body) {
  for (size_t i = 0; body->kind == AML_ARRAY && i < body->as.array.count; i++) { /* as JSON lists them */
    if (body->as.array.items[i]->kind == AML_OBJECT) {
      add_provider(g, name, body->as.array.items[i]);
    }
  }
  if (body->kind == AML_OBJECT) {
    const aml_value *alias = aml_object_find_exact(body, AML_SV("alias"));
    aml_sv known = aml_value_is(alias, AML_STRING) ? alias->as.string : (aml_sv){0};
    AML_VEC_PUSH(g->arena, &g->module->providers, ((aml_tf_provider){name, known, body}));
  }
}

static void add_providers(gathering *g, const aml_value *providers) {
  for (size_t i = 0; i < providers->as.object.count; i++) {
    add_provider(g, providers->as.object.members[i].name, providers->as.object.members[i].value);
  }
}

static void add_top(gathering *g, aml_sv kind, const aml_value *value) {
  static const aml_sv none = {0};
  if (value->kind == AML_ARRAY) { /* JSON may list blocks */
    for (size_t i = 0; i < value->as.array.count; i++) {
      if (value->as.array.items[i]->kind == AML_OBJECT) {
        add_top(g, kind, value->as.array.items[i]);
      }
    }
  } else if (aml_sv_eq(kind, AML_SV("resource")) || aml_sv_eq(kind, AML_SV("data"))) {
    add_typed(g, kind, value);
  } else if (aml_sv_eq(kind, AML_SV("variable"))) {
    add_each(g, AML_SV("var"), none, value);
  } else if (aml_sv_eq(kind, AML_SV("module")) || aml_sv_eq(kind, AML_SV("output"))) {
    add_each(g, kind, none, value);
  } else if (aml_sv_eq(kind, AML_SV("locals"))) {
    add_each(g, AML_SV("local"), none, value);
  } else if (aml_sv_eq(kind, AML_SV("terraform")) && value->kind == AML_OBJECT) {
    add_settings(g, value);
  } else if (aml_sv_eq(kind, AML_SV("provider")) && value->kind == AML_OBJECT) {
    add_providers(g, value);
  }
}

/* How many blocks the files have at most, so that the map of them need not grow. */
static size_t count_blocks(const aml_tf_folder *folder) {
  size_t count = 0;
  for (size_t i = 0; i < folder->files.count; i++) {
    const aml_tf_content *content = folder->files.items[i]->content;
    const aml_value *root = content->root;
    for (size_t k = 0; root->kind == AML_OBJECT && k < root->as.object.count; k++) {
      const aml_value *value = root->as.object.members[k].value;
      count += value->kind == AML_OBJECT ? value->as.object.count : 0;
    }
  }
  return count;
}

aml_tf_module *aml_tf_module_new(aml_arena *arena, const aml_tf_folder *folder) {
  aml_tf_module *module = AML_NEW(arena, aml_tf_module);
  module->folder = folder;
  aml_map_init(&module->blocks, arena, AML_MAP_EXACT);
  aml_map_reserve(&module->blocks, count_blocks(folder));
  for (size_t i = 0; i < folder->files.count; i++) {
    const aml_file *file = folder->files.items[i];
    const aml_tf_content *content = file->content;
    aml_sv name = aml_path_name(file->source->path);
    bool is_override =
        aml_sv_starts(name, AML_SV("override.")) || aml_sv_find(name, AML_SV("_override."), 0) != AML_NPOS;
    gathering g = {.arena = arena, .module = module, .file = file, .is_override = is_override};
    const aml_value *root = content->root;
    module->is_open = module->is_open || aml_value_has(root, AML_VALUE_OPEN);
    for (size_t k = 0; root->kind == AML_OBJECT && k < root->as.object.count; k++) {
      add_top(&g, root->as.object.members[k].name, root->as.object.members[k].value);
    }
  }
  return module;
}
