/* Files are read by the first row of the table that takes them. */
#include "base/limits.h"
#include "front/front_end.h"
#include "source/paths.h"

/* Notes the file's stretch of the source, whose editor is not known before a row has read it. */
static void note_stretch(aml_file *file) {
  aml_edited_list *all = file->host != NULL ? file->host->stretches : AML_NEW(file->memory, aml_edited_list);
  aml_edited *edited = AML_NEW(file->memory, aml_edited);
  *edited = (aml_edited){.span = aml_file_span(file, 0, aml_file_text(file).len),
      .guest = file->guest,
      .outer = file->host == NULL ? NULL : file->host->edited};
  AML_VEC_PUSH(file->memory, &all->list, edited);
  file->edited = edited;
  file->stretches = all;
  file->source->edited = all;
}

static bool read_by(aml_file *file, const aml_front_end *row) {
  bool is_damaged = file->source->encoding == AML_ENCODING_OTHER && file->guest == NULL;
  if ((is_damaged && !row->is_tolerant) || !row->read(file)) {
    return false;
  }
  file->front = row;
  file->edited->editor = row->editor;
  file->edited->is_closed = row->is_closed;
  return true;
}

/* By the rows that take its name; *is_any: there are such. */
static bool read_by_name(aml_file *file, bool *is_any) {
  const aml_front_ends *table = file->front_ends;
  aml_sv name = aml_path_name(file->name);
  for (size_t i = 0; i < table->count; i++) {
    const aml_front_end *row = table->rows[i];
    if (row->read != NULL && aml_front_end_takes_name(row, name)) {
      *is_any = true;
      if (read_by(file, row)) {
        return true;
      }
    }
  }
  return false;
}

/* By the row that takes its first bytes. */
static bool read_by_bytes(aml_file *file, bool *is_any) {
  const aml_front_end *row = aml_front_ends_of_bytes(file->front_ends, file->name, aml_file_text(file), true);
  *is_any = *is_any || row != NULL;
  return row != NULL && read_by(file, row);
}

static bool read_by_content(aml_file *file) {
  const aml_front_ends *table = file->front_ends;
  for (size_t i = 0; i < table->count; i++) {
    const aml_front_end *row = table->rows[i];
    if (row->read != NULL && row->is_by_content && read_by(file, row)) {
      return true;
    }
  }
  return false;
}

static bool read_evidence(aml_file *file) {
  const aml_front_ends *table = file->front_ends;
  for (size_t i = 0; i < table->count; i++) {
    if (table->rows[i]->is_for_evidence) {
      return read_by(file, table->rows[i]);
    }
  }
  return false;
}

bool aml_front_ends_read(aml_file *file) {
  bool is_any = false;
  note_stretch(file);
  if (file->is_evidence) {
    return read_evidence(file);
  }
  return read_by_name(file, &is_any) || read_by_bytes(file, &is_any) ||
         (!is_any && file->guest == NULL && read_by_content(file));
}

aml_file *aml_file_add_guest(aml_file *host, const aml_guest *guest, aml_sv name) {
  aml_file *file = AML_NEW(host->memory, aml_file);
  *file = (aml_file){.source = host->source,
      .guest = guest,
      .host = host,
      .name = name,
      .front_ends = host->front_ends,
      .memory = host->memory,
      .diags = host->diags,
      .placeholders = host->placeholders,
      .is_loaded = true,
      .is_context = host->is_context};
  if (!aml_front_ends_read(file)) {
    return NULL;
  }
  host->state = file->state == AML_FILE_BROKEN ? AML_FILE_BROKEN : host->state;
  AML_VEC_PUSH(host->memory, &host->guests, file);
  return file;
}
