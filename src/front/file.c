#include "front/file.h"

#include "base/limits.h"
#include "tree/guest_value.h"

const aml_file *aml_file_holder(const aml_file *file) {
  while (file->host != NULL) {
    file = file->host;
  }
  return file;
}

aml_sv aml_file_text(const aml_file *file) {
  return file->guest != NULL ? file->guest->text : file->source->bytes;
}

aml_sv aml_file_text_again(const aml_file *file, aml_arena *arena) {
  if (file->state == AML_FILE_FAILED) {
    return (aml_sv){NULL, 0};
  }
  if (file->guest != NULL || file->source->bytes.data != NULL) {
    return aml_file_text(file);
  }
  aml_error error;
  uint32_t bad_at = 0;
  aml_source copy = *file->source; /* the file itself belongs to all threads */
  aml_status status = file->is_given
                          ? aml_source_fill(&copy, arena, file->given, AML_LIMIT_FILE_BYTES, &bad_at, &error)
                          : aml_source_read(&copy, arena, AML_LIMIT_FILE_BYTES, &bad_at, &error);
  return status == AML_OK ? copy.bytes : (aml_sv){NULL, 0};
}

aml_span aml_file_span(const aml_file *file, size_t begin, size_t end) {
  return file->guest != NULL ? aml_guest_span(file->guest, begin, end)
                             : (aml_span){file->source->id, (uint32_t)begin, (uint32_t)end};
}

/* JSON begins as an object does, or its name says so; all else is YAML. */
static aml_syntax syntax_of_guest(const aml_file *file) {
  aml_sv text = aml_sv_trim(file->guest->text);
  bool is_json = aml_sv_starts(text, AML_SV("{")) || aml_sv_iends(file->name, AML_SV(".json"));
  return is_json ? AML_SYNTAX_JSON : AML_SYNTAX_YAML;
}

aml_tree *aml_file_tree(aml_file *file) {
  if (file->tree != NULL) {
    return file->tree;
  }
  if (file->guest != NULL) {
    file->tree = aml_guest_read_tree(file->guest, syntax_of_guest(file), file->memory, file->diags);
  } else {
    file->tree = aml_tree_read_with(file->source, file->placeholders, file->memory, file->diags);
  }
  file->state = file->tree->is_broken ? AML_FILE_BROKEN : file->state;
  return file->tree;
}

const aml_value *aml_file_root(const aml_file *file) {
  static const aml_value nothing = {.kind = AML_NULL};
  return file->tree == NULL || file->tree->documents.count == 0 ? &nothing
                                                                : file->tree->documents.items[0].root;
}
