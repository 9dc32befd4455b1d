/* Documents in arguments: bodies and templates, as objects, as JSON, or in files of their own. */
#include "terraform/arguments.h"
#include "tree/read.h"

static const aml_value *eval_node(aml_tf_instance *instance, const aml_expr *node) {
  return aml_tf_eval(instance->frame, instance, NULL,
      aml_value_expression(instance->frame->run->arena, node, (aml_sv){0}, node->span));
}

/* A document that is written as a call: the argument of jsonencode(), the file of file(); so that values keep
 * their places. NULL for neither. */
static const aml_value *called_document(aml_tf_instance *instance, const aml_value *written) {
  const aml_expr *tree = aml_value_is(written, AML_EXPRESSION) ? written->as.expression.tree : NULL;
  if (tree == NULL || tree->kind != AML_EXPR_CALL || tree->meaning == NULL || tree->arg_count != 1) {
    return NULL;
  }
  if (aml_sv_eq(tree->name, AML_SV("jsonencode"))) {
    return eval_node(instance, tree->args[0]);
  }
  if (aml_sv_eq(tree->name, AML_SV("jsondecode")) && tree->args[0]->kind == AML_EXPR_CALL) {
    tree = tree->args[0];
  }
  if (aml_sv_eq(tree->name, AML_SV("file")) && tree->arg_count == 1) {
    const aml_file *file = aml_tf_open(instance->frame->run, eval_node(instance, tree->args[0]));
    return file == NULL || file->source->is_withheld || file->tree == NULL ? NULL : aml_file_root(file);
  }
  return NULL;
}

const aml_value *aml_tf_document(aml_tf_instance *instance, const char *key) {
  aml_tf_run *run = instance->frame->run;
  const aml_value *document =
      called_document(instance, aml_object_find_exact(instance->block->body, aml_sv_of(key)));
  const aml_value *value = document != NULL ? document : aml_tf_argument_of(instance->written, key, NULL);
  if (!aml_value_is(value, AML_STRING)) {
    return value;
  }
  size_t error_at = 0;
  const aml_value *read = aml_json_text_read(run->arena, value->as.string, value->span, &error_at);
  return read != NULL ? read : aml_tf_unknown(run, "the text of '%s' is not JSON; correct it", key);
}
