/* Documents in arguments: bodies and templates, as objects, as JSON, or in files of their own. */
#include "source/paths.h"
#include "terraform/arguments.h"
#include "tree/read.h"

/* The file that a path names, seen from the root module, where Terraform runs; NULL where it is not at hand.
 */
static const aml_file *open_path(const aml_tf_run *run, aml_sv path) {
  aml_sv folder = aml_path_folder(run->unit->file->source->path);
  aml_sv joined = aml_path_join(run->arena, folder, path);
  bool is_inside = path.len > 0 && path.data[0] != '/' && !aml_path_is_outside(joined);
  const aml_file *file = is_inside ? aml_host_open(run->host, joined) : NULL;
  return file == NULL || file->source->is_withheld ? NULL : file;
}

static const aml_file *open_argument(const aml_tf_run *run, const aml_value *path) {
  return aml_value_is(path, AML_STRING) ? open_path(run, path->as.string) : NULL;
}

/* file(): its text, where it is one of those that are read. */
const aml_value *aml_tf_call(void *ctx, const aml_hcl_call *call) {
  aml_tf_frame *frame = ctx;
  aml_sv name = call->expr->name;
  bool is_text = aml_sv_eq(name, AML_SV("file")) && call->expr->arg_count == 1;
  static const aml_sv others[] = {AML_SV_CONST("filebase64"), AML_SV_CONST("fileexists"),
      AML_SV_CONST("fileset"), AML_SV_CONST("filemd5"), AML_SV_CONST("filesha1"), AML_SV_CONST("filesha256"),
      AML_SV_CONST("filesha512"), AML_SV_CONST("filebase64sha256"), AML_SV_CONST("filebase64sha512"),
      AML_SV_CONST("templatefile"), AML_SV_CONST("templatestring"), AML_SV_CONST("file")};
  if (is_text) {
    const aml_file *file = open_argument(frame->run, aml_eval_arg(call->eval, call->expr, 0));
    if (file != NULL) {
      return aml_value_string(frame->run->arena, aml_file_text(file), aml_eval_here(call->eval));
    }
  }
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    if (aml_sv_eq(name, others[i])) {
      return aml_tf_unknown(
          frame->run, "what %.*s() reads is not available here; state the value", AML_SV_ARG(name));
    }
  }
  bool is_provider = aml_sv_starts(name, AML_SV("provider::"));
  return is_provider
             ? aml_tf_unknown(frame->run, "functions of providers are not computed here; state the value")
             : NULL;
}

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
    const aml_file *file = open_argument(instance->frame->run, eval_node(instance, tree->args[0]));
    return file == NULL || file->tree == NULL ? NULL : aml_file_root(file);
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
