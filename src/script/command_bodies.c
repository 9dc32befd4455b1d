#include "script/command_bodies.h"

#include "script/named.h"
#include "source/paths.h"
#include "tree/guest_value.h"
#include "tree/placeholder_values.h"

static const aml_value *unknown_body(const aml_filling *filling, aml_sv reason, aml_span span) {
  return aml_value_unknown(filling->arena, reason, AML_KINDS_ANY, span);
}

/* What the marks of a text make of it as a whole: NULL where it has none. */
static const aml_value *doubt_of(const aml_filling *filling, aml_sv text, aml_span span) {
  const aml_value *value = aml_filled_value(filling, text, span);
  return value->kind == AML_UNKNOWN ? unknown_body(filling, value->as.unknown->reason, span) : NULL;
}

/* A text that is no JSON is a mistake only where all of it is known. */
static const aml_value *read_text(
    const aml_filling *filling, const aml_guest *text, aml_span span, aml_diags *diags) {
  aml_diags found;
  aml_diags_init(&found, filling->arena);
  const aml_tree *tree = aml_guest_read_tree(text, AML_SYNTAX_JSON, filling->arena, &found);
  const aml_value *doubt = doubt_of(filling, text->text, span);
  if (tree->is_broken && doubt != NULL) {
    return doubt;
  }
  aml_diags_take(diags, &found);
  return tree->documents.count == 0
             ? unknown_body(filling, AML_SV("the command does not send JSON; correct it"), span)
             : aml_filled_tree(filling, tree->documents.items[0].root);
}

/* The here-document that the script wrote to a file of that name before the command; NULL for none. */
static const aml_guest *written_before(const aml_shell *shell, uint32_t command, aml_sv name, uint32_t *by) {
  for (uint32_t i = command; i > 0; i--) {
    const aml_command *writer = &shell->commands[i - 1];
    const aml_guest *body = NULL;
    bool is_it = false;
    for (uint32_t r = 0; r < writer->redirection_count; r++) {
      const aml_redirection *redirection = writer->redirections[r];
      aml_sv target;
      body = redirection->body != NULL ? redirection->body : body;
      is_it = is_it || (redirection->is_output && aml_word_literal(&redirection->target, &target) &&
                           aml_sv_eq(target, name));
    }
    if (is_it) {
      *by = i - 1;
      return body;
    }
  }
  return NULL;
}

/* What the command's own here-document holds; NULL where it has none. */
static const aml_guest *standard_input(const aml_shell *shell, uint32_t command) {
  const aml_command *reader = &shell->commands[command];
  const aml_guest *body = NULL;
  for (uint32_t r = 0; r < reader->redirection_count; r++) {
    body = reader->redirections[r]->body != NULL ? reader->redirections[r]->body : body;
  }
  return body;
}

static const aml_value *read_file(aml_filling *filling, const aml_request_place *place,
    const aml_az_call *call, const aml_value *name, aml_diags *diags) {
  if (name->kind != AML_STRING) {
    return unknown_body(filling, name->as.unknown->reason, name->span);
  }
  const aml_shell *shell = aml_variables_shell(filling->variables);
  uint32_t by = call->index;
  bool is_input = aml_sv_eq(name->as.string, AML_SV("-"));
  const aml_guest *body = is_input ? standard_input(shell, call->index)
                                   : written_before(shell, call->index, name->as.string, &by);
  const aml_guest *text = body == NULL ? NULL : aml_filled_heredoc(filling, by, body);
  if (text != NULL) {
    return read_text(filling, text, name->span, diags);
  }
  const aml_file *file =
      place->host == NULL || is_input ? NULL : aml_use_open(place->host, filling->arena, place->file, name);
  if (file != NULL && file->tree != NULL && file->state == AML_FILE_READ) {
    return aml_value_placeholders(filling->arena, aml_file_root(file));
  }
  aml_sv reason = aml_sv_format(filling->arena,
      "the body comes from '%.*s', which is not available here; keep it in a file next to the script",
      AML_SV_ARG(name->as.string));
  if (place->host != NULL) {
    aml_diags_add(diags, "AML004", name->span,
        "The file '%.*s', which this command sends, does not exist, is not JSON, or is outside the root; its "
        "content was not checked.",
        AML_SV_ARG(name->as.string));
  }
  return unknown_body(filling, reason, name->span);
}

const aml_value *aml_body_read(aml_filling *filling, const aml_request_place *place, const aml_az_call *call,
    const aml_shell_argument *argument, aml_diags *diags) {
  aml_sv begin =
      argument->value->kind == AML_STRING ? argument->value->as.string : argument->value->as.unknown->prefix;
  if (aml_sv_starts(begin, AML_SV("@"))) {
    const aml_shell_argument name = aml_shell_argument_after(filling->variables, call->index, argument, 1);
    return read_file(filling, place, call, name.value, diags);
  }
  const aml_guest *text =
      argument->word == NULL ? NULL : aml_filled_word(filling, call->index, argument->word);
  if (text != NULL) {
    return read_text(filling, text, argument->value->span, diags);
  }
  size_t error_at;
  const aml_value *read =
      argument->value->kind != AML_STRING
          ? NULL
          : aml_json_text_read(filling->arena, argument->value->as.string, argument->value->span, &error_at);
  return read != NULL
             ? read
             : unknown_body(filling, AML_SV("the JSON that the command sends is not known; write it out"),
                   argument->value->span);
}
