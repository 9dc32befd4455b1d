#include "engine/files.h"

#include "base/limits.h"

static aml_status fill(aml_file *file, aml_arena *arena, uint32_t *bad_at, aml_error *error) {
  return file->is_given
             ? aml_source_fill(file->source, arena, file->given, AML_LIMIT_FILE_BYTES, bad_at, error)
             : aml_source_read(file->source, arena, AML_LIMIT_FILE_BYTES, bad_at, error);
}

static void say_not_read(aml_file *file, aml_status status, uint32_t bad_at, const char *why) {
  file->state = AML_FILE_FAILED;
  aml_span span = {file->source->id, bad_at, bad_at};
  if (status == AML_ERR_INPUT) {
    span.end = bad_at + 1;
  }
  const char *rule = status == AML_ERR_LIMIT ? "AML003" : "AML001";
  aml_diags_add(file->diags, rule, span, "%s", why)->is_incomplete = true;
}

/* A text in which some bytes belong to no character, by a row that can do without them; false where no row
 * of its name can. */
static bool read_damaged(aml_file *file, uint32_t bad_at, const char *why) {
  const aml_front_ends *table = file->front_ends;
  aml_source *source = file->source;
  const aml_sv bytes = source->bytes;
  const aml_encoding encoding = source->encoding;
  if (!aml_source_replace_ill_formed(source, &file->arena)) {
    return false;
  }
  if (aml_front_ends_read(file)) {
    aml_diag *diag =
        aml_diags_add(file->diags, "AML001", (aml_span){source->id, bad_at, bad_at + 1}, "%s", why);
    diag->help = AML_SV("Save the file as UTF-8. The rest of it was checked, with '?' for each such byte.");
    diag->is_incomplete = true;
    file->state = AML_FILE_BROKEN;
    return true;
  }
  const aml_front_end *row = aml_front_ends_of_name(table, file->name, true);
  row = row != NULL ? row : aml_front_ends_of_bytes(table, file->name, bytes, true);
  if (row != NULL && row->is_tolerant) {
    return true; /* nothing of ours in it */
  }
  source->bytes = bytes;
  source->encoding = encoding;
  return false;
}

static bool is_wide(const aml_source *source) {
  return source->encoding == AML_ENCODING_UTF16_LE || source->encoding == AML_ENCODING_UTF16_BE;
}

/* Fills the source of a file that is only searched: bytes that are no UTF-8 do no harm. */
static bool fill_for_search(aml_file *file, aml_arena *arena, aml_error *error) {
  aml_status status = fill(file, arena, NULL, error);
  return status == AML_OK || (status == AML_ERR_INPUT && !is_wide(file->source));
}

static void search(aml_file *file) {
  aml_error error;
  aml_span span;
  if (fill_for_search(file, &file->arena, &error)) {
    file->is_marked = file->unread_as->find_mark(file, &span);
  } else {
    file->is_marked = true;
    file->unsearched = aml_sv_dup(&file->arena, aml_sv_of(error.text));
  }
}

aml_span aml_file_find_mark(aml_file *file, aml_arena *arena) {
  aml_error error;
  aml_span span = {file->source->id, 0, 0};
  if (file->source->bytes.len > 0 || fill_for_search(file, arena, &error)) {
    (void)file->unread_as->find_mark(file, &span);
  }
  return span;
}

/* Of what is passed over: the form that its name has besides JSON, YAML or what else was tried; else those
 * that are known by what they hold. */
static void search_passed_over(aml_file *file) {
  const aml_front_ends *table = file->front_ends;
  const aml_front_end *named = aml_front_ends_of_name(table, file->name, false);
  named = named != NULL ? named : aml_front_ends_of_bytes(table, file->name, file->source->bytes, false);
  aml_span span;
  for (size_t i = 0; i < table->count && !file->is_marked; i++) {
    const aml_front_end *row = table->rows[i];
    bool is_asked = row->read == NULL && (named != NULL ? row == named : row->is_by_content);
    if (is_asked) {
      file->unread_as = row;
      file->is_marked = row->find_mark(file, &span);
    }
  }
}

/* Of files that a search took for their first bytes. */
static const aml_front_end *form_of_first_bytes(const aml_front_ends *table) {
  for (size_t i = 0; i < table->count; i++) {
    if (table->rows[i]->first_bytes != NULL) {
      return table->rows[i]->read == NULL ? table->rows[i] : NULL;
    }
  }
  return NULL;
}

/* The form that is only searched, by the name; of a name without an ending, that a search found it to begin
 * like one. */
static const aml_front_end *form_before_reading(const aml_file *file) {
  const aml_front_ends *table = file->front_ends;
  bool is_found = !file->source->is_named && !file->is_context && !file->is_given;
  switch (aml_front_ends_take(table, file->name)) {
  case AML_TAKE_SEARCH:
    return aml_front_ends_of_name(table, file->name, false);
  case AML_TAKE_BY_BYTES:
    return is_found ? form_of_first_bytes(table) : NULL;
  case AML_TAKE_NONE:
  case AML_TAKE_READ:
    break;
  }
  return NULL;
}

/* The text that stands for a file whose content is elsewhere: "Git LFS specification", The pointer. */
static bool is_lfs_pointer(aml_sv text) {
  enum { MOST = 1024 };
  return text.len < MOST && aml_sv_starts(text, AML_SV("version https://git-lfs.github.com/spec/v1\n")) &&
         aml_sv_find(text, AML_SV("\noid sha256:"), 0) != AML_NPOS;
}

static void refuse_pointer(aml_file *file) {
  file->state = AML_FILE_FAILED;
  aml_diag *diag = aml_diags_add(file->diags, "AML001", (aml_span){file->source->id, 0, 0},
      "This is a Git LFS pointer: the content of the file is not in this checkout.");
  diag->help = AML_SV("Fetch it with 'git lfs pull', or keep files of this kind out of Git LFS.");
  diag->is_incomplete = true;
}

static void read_text(aml_file *file) {
  if (is_lfs_pointer(file->source->bytes) &&
      aml_front_ends_take(file->front_ends, file->name) == AML_TAKE_READ) {
    refuse_pointer(file);
    return;
  }
  const aml_front_ends *table = file->front_ends;
  const aml_front_end *row = aml_front_ends_of_bytes(table, file->name, file->source->bytes, false);
  bool is_read = aml_front_ends_of_bytes(table, file->name, file->source->bytes, true) != NULL;
  if (row != NULL && !is_read) {
    file->unread_as = row;
    search(file);
  } else if (!aml_front_ends_read(file)) {
    search_passed_over(file);
  }
}

/* Before it is known how long the text is: where that adds to what may be taken, it is within it. */
static void allow_text(aml_file *file, const aml_allowance *allowance) {
  size_t memory = allowance->for_a_byte > 0 ? SIZE_MAX : allowance->memory;
  file->is_bounded_alone = false;
  file->budget = aml_budget_of(AML_READ_STEPS, memory, allowance->finish);
  file->arena.budget = &file->budget;
}

/* Once it is known, for what is made of the text. */
static void allow_reading(aml_file *file, const aml_allowance *allowance) {
  size_t size = file->source->bytes.len;
  size_t used = file->arena.used;
  size_t most = AML_READ_MEMORY + size * AML_RUN_MEMORY_FOR_A_BYTE;
  size_t memory = allowance->memory + size * allowance->for_a_byte;
  file->is_bounded_alone = memory >= most;
  memory = file->is_bounded_alone ? most : memory;
  file->budget = aml_budget_of(AML_READ_STEPS + size, memory, allowance->finish);
  file->budget.memory -= used < memory ? used : memory;
}

static void load_text(aml_file *file, const aml_allowance *allowance) {
  uint32_t bad_at = 0;
  aml_error error;
  aml_status status = fill(file, &file->arena, &bad_at, &error);
  allow_reading(file, allowance);
  if (status == AML_OK) {
    read_text(file);
  } else if (status != AML_ERR_INPUT || !read_damaged(file, bad_at, error.text)) {
    say_not_read(file, status, bad_at, error.text);
  } else if (file->front == NULL) {
    search_passed_over(file);
  }
}

typedef struct loading {
  aml_file *file;
  const aml_allowance *allowance;
} loading;

static void load(void *ctx) {
  const loading *self = ctx;
  aml_file *file = self->file;
  allow_text(file, self->allowance);
  file->unread_as = form_before_reading(file);
  if (file->unread_as != NULL) {
    search(file);
  } else {
    load_text(file, self->allowance);
  }
}

/* What the file's arena holds. */
static void give_back(aml_file *file) {
  file->source->bytes = file->source->disk = (aml_sv){NULL, 0};
  file->folders.count = 0;
  aml_arena_release(&file->arena);
  aml_diags_init(file->diags, &file->arena);
}

/* All that reading has made. */
static void forget(aml_file *file) {
  file->state = AML_FILE_READ;
  file->is_marked = false;
  file->unsearched = (aml_sv){NULL, 0};
  file->front = NULL;
  file->content = NULL;
  file->export = NULL;
  file->tree = NULL;
  file->guests = (aml_file_list){0};
  file->edited = NULL;
  file->stretches = NULL;
  file->source->edited = NULL;
  file->source->parts = NULL;
  file->source->line_starts = NULL;
  file->source->point_counts = NULL;
  give_back(file);
}

void aml_file_load(aml_file *file, const aml_allowance *allowance) {
  loading self = {file, allowance};
  if (file->is_loaded) {
    forget(file);
  }
  file->is_loaded = true;
  file->status = aml_guard_run(&file->arena, load, &self);
  file->arena.budget = NULL;
  if (file->status != AML_OK) {
    forget(file);
    file->state = AML_FILE_FAILED;
  } else if (file->unread_as != NULL && file->tree == NULL && file->unsearched.len == 0) {
    give_back(file);
  }
}

bool aml_file_needs_more(const aml_file *file) {
  return file->status == AML_ERR_LIMIT && file->budget.end == AML_BUDGET_MEMORY && !file->is_bounded_alone;
}

void aml_file_release(aml_file *file) {
  for (size_t i = 0; i < file->units.count; i++) {
    aml_arena_release(&file->units.items[i]->arena);
  }
  aml_arena_release(&file->arena);
}

static bool has_trace(const aml_front_end *row, aml_sv text) {
  for (size_t i = 0; row->traces != NULL && row->traces[i] != NULL; i++) {
    if (aml_sv_ifind(text, aml_sv_of(row->traces[i]), 0) != AML_NPOS) {
      return true;
    }
  }
  return false;
}

bool aml_file_is_of_interest(const aml_file *file) {
  for (size_t i = 0; i < file->front_ends->count; i++) {
    if (has_trace(file->front_ends->rows[i], file->source->bytes)) {
      return true;
    }
  }
  return file->front != NULL;
}
