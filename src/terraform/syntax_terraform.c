/* Reading files of Terraform: native syntax, and JSON, whose texts are templates. */
#include "source/paths.h"
#include "terraform/front_terraform.h"
#include "terraform/module.h"
#include "terraform/provisioners.h"
#include "tree/guest_value.h"

const aml_hcl_dialect aml_tf_dialect = {AML_SV_CONST("var"), AML_SV_CONST("local")};

static void finish(aml_file *file, const aml_value *root) {
  aml_tf_content *content = AML_NEW(file->memory, aml_tf_content);
  content->root = root;
  content->state = AML_NEW(file->memory, aml_tf_state);
  file->content = content;
}

static const aml_guest *text_of(const aml_file *file) {
  return file->guest != NULL ? file->guest : aml_guest_whole(file->memory, file->source);
}

static void read_native(aml_file *file) {
  file->tree = AML_NEW(file->memory, aml_tree);
  const aml_hcl_input input = {.arena = file->memory,
      .text = text_of(file),
      .diags = file->diags,
      .dialect = &aml_tf_dialect,
      .tree = file->tree};
  const aml_document all = {.root = aml_hcl_read(&input)};
  AML_VEC_PUSH(file->memory, &file->tree->documents, all);
  if (file->tree->is_broken) {
    file->state = AML_FILE_BROKEN;
  }
  aml_tf_read_provisioners(file, all.root, true);
  finish(file, all.root);
}

/* ---- JSON ---- */

static const aml_value *lift(aml_file *file, const aml_value *value);

static const aml_value *lift_text(aml_file *file, const aml_value *text) {
  bool is_plain = aml_sv_find(text->as.string, AML_SV("${"), 0) == AML_NPOS &&
                  aml_sv_find(text->as.string, AML_SV("%{"), 0) == AML_NPOS;
  const aml_guest *guest =
      is_plain ? NULL : aml_guest_of_value(file->memory, text_of(file), AML_SYNTAX_JSON, text);
  if (guest == NULL) {
    return text;
  }
  const aml_hcl_input input = {
      .arena = file->memory, .text = guest, .diags = file->diags, .dialect = &aml_tf_dialect};
  const aml_value *read = aml_hcl_read_template(&input);
  return aml_value_moved(file->memory, read, text->span, NULL, read->flags | (unsigned)AML_VALUE_BLOCK);
}

static const aml_value *lift_array(aml_file *file, const aml_value *array) {
  const aml_value **items = AML_NEW_ARRAY(file->memory, const aml_value *, array->as.array.count);
  for (size_t i = 0; i < array->as.array.count; i++) {
    items[i] = lift(file, array->as.array.items[i]);
  }
  return aml_value_array(file->memory, items, array->as.array.count, array->span);
}

/* Depth is bounded by the reader. */
static const aml_value *lift(aml_file *file, const aml_value *value) {
  if (value->kind == AML_STRING) {
    return lift_text(file, value);
  }
  if (value->kind == AML_ARRAY) {
    return lift_array(file, value);
  }
  if (value->kind != AML_OBJECT) {
    return value;
  }
  aml_object_builder builder;
  aml_object_begin_sized(&builder, file->memory, value->as.object.count);
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    if (!aml_sv_eq(member->name, AML_SV("//"))) { /* a comment */
      aml_object_add(&builder, member->name, member->name_span, lift(file, member->value));
    }
  }
  return aml_object_end(&builder, value->span, value->flags);
}

bool aml_tf_read(aml_file *file) {
  if (aml_sv_iends(file->name, AML_SV(".json"))) {
    (void)aml_file_tree(file);
    const aml_value *root = lift(file, aml_file_root(file));
    aml_tf_read_provisioners(file, root, false);
    finish(file, root);
  } else {
    read_native(file);
  }
  return true;
}
