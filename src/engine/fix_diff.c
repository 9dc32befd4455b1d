/* A unified diff made from known edits: no search for common lines is needed. */
#include "base/strbuf.h"
#include "engine/fix.h"
#include "source/lines.h"

enum { CONTEXT = 3 };

typedef struct hunk { /* lines [first, last] of the old text, from 1, and the edits inside */
  uint32_t first, last;
  size_t begin_edit, end_edit;
} hunk;

typedef struct differ {
  aml_arena *arena;
  const aml_run *run;
  const aml_fixed_file *file;
  aml_strbuf text;
  long shift; /* lines that the new text is ahead */
} differ;

static uint32_t line_of(const aml_fixed_file *file, uint32_t offset) {
  return aml_source_locate(file->source, offset).line;
}

/* The last old line that an edit touches. */
static uint32_t last_line_of(const aml_fixed_file *file, const aml_edit *edit) {
  return line_of(file, edit->span.end);
}

static uint32_t offset_of_line(const aml_fixed_file *file, uint32_t line) {
  uint32_t begin = (uint32_t)file->before.len;
  if (line <= file->source->line_count) {
    (void)aml_source_line(file->source, line, &begin);
  }
  return begin;
}

/* Adds the old text [begin, end) with secrets masked. */
static void add_masked(const differ *self, aml_strbuf *text, uint32_t begin, uint32_t end) {
  const aml_source *source = self->file->source;
  for (uint32_t at = begin; at < end;) {
    const aml_span *secret = aml_run_secret_at(self->run, source->id, at);
    uint32_t plain = secret != NULL && secret->begin < end ? secret->begin : end;
    if (plain > at) {
      aml_strbuf_add(text, aml_sv_slice(self->file->before, at, plain));
      at = plain;
    } else {
      aml_strbuf_add(text, AML_SV("***"));
      at = secret->end;
    }
  }
}

/* The new text of old lines [first, last]. */
static aml_sv new_text(differ *self, const hunk *part, uint32_t first, uint32_t last) {
  const aml_fixed_file *file = self->file;
  aml_strbuf text;
  aml_strbuf_init(&text, self->arena, SIZE_MAX);
  uint32_t at = offset_of_line(file, first);
  uint32_t end = offset_of_line(file, last + 1);
  for (size_t i = part->begin_edit; i < part->end_edit; i++) {
    const aml_edit *edit = &file->edits.items[i];
    add_masked(self, &text, at, edit->span.begin);
    aml_strbuf_add(&text, edit->text);
    at = edit->span.end;
  }
  add_masked(self, &text, at, end);
  return aml_strbuf_view(&text);
}

/* Each line of the text behind a mark; a text whose last line has no end is said to. */
static long add_lines(differ *self, char mark, aml_sv text) {
  long count = 0;
  while (text.len > 0) {
    size_t end = aml_sv_find_char(text, '\n', 0);
    bool has_end = end != AML_NPOS;
    aml_strbuf_add_char(&self->text, mark);
    aml_strbuf_add(&self->text, aml_sv_slice(text, 0, has_end ? end : text.len));
    aml_strbuf_add(&self->text, has_end ? AML_SV("\n") : AML_SV("\n\\ No newline at end of file\n"));
    text = has_end ? aml_sv_slice(text, end + 1, text.len) : (aml_sv){NULL, 0};
    count++;
  }
  return count;
}

static aml_sv old_text(const differ *self, uint32_t first, uint32_t last) {
  aml_strbuf text;
  aml_strbuf_init(&text, self->arena, SIZE_MAX);
  add_masked(self, &text, offset_of_line(self->file, first), offset_of_line(self->file, last + 1));
  return aml_strbuf_view(&text);
}

static long count_lines(aml_sv text) {
  long count = text.len > 0 && text.data[text.len - 1] != '\n' ? 1 : 0;
  for (size_t i = 0; i < text.len; i++) {
    count += text.data[i] == '\n' ? 1 : 0;
  }
  return count;
}

/* The first line of a text with its line end. */
static aml_sv first_line(aml_sv text) {
  size_t end = aml_sv_find_char(text, '\n', 0);
  return aml_sv_slice(text, 0, end == AML_NPOS ? text.len : end + 1);
}

static aml_sv last_line(aml_sv text) {
  aml_sv body = aml_sv_slice(text, 0, text.len == 0 ? 0 : text.len - 1);
  size_t before = aml_sv_rfind_char(body, '\n');
  return aml_sv_slice(text, before == AML_NPOS ? 0 : before + 1, text.len);
}

/* Takes lines that both begin or end with out of the change, so that an inserted line shows as just that. */
static void trim(hunk *part, aml_sv *removed, aml_sv *added) {
  while (removed->len > 0 && added->len > 0 && aml_sv_eq(first_line(*removed), first_line(*added))) {
    size_t n = first_line(*removed).len;
    *removed = aml_sv_slice(*removed, n, removed->len);
    *added = aml_sv_slice(*added, n, added->len);
    part->first++;
  }
  while (removed->len > 0 && added->len > 0 && aml_sv_eq(last_line(*removed), last_line(*added))) {
    size_t n = last_line(*removed).len;
    *removed = aml_sv_slice(*removed, 0, removed->len - n);
    *added = aml_sv_slice(*added, 0, added->len - n);
    part->last--;
  }
}

static void add_hunk(differ *self, hunk part) {
  uint32_t count = (uint32_t)self->file->source->line_count;
  aml_sv added = new_text(self, &part, part.first, part.last);
  aml_sv removed = old_text(self, part.first, part.last);
  trim(&part, &removed, &added);
  uint32_t before = part.first > CONTEXT ? part.first - CONTEXT : 1;
  uint32_t after = part.last + CONTEXT < count ? part.last + CONTEXT : count;
  aml_sv context_before = before < part.first ? old_text(self, before, part.first - 1) : (aml_sv){NULL, 0};
  aml_sv context_after = part.last < after ? old_text(self, part.last + 1, after) : (aml_sv){NULL, 0};
  long around = count_lines(context_before) + count_lines(context_after);
  aml_strbuf_addf(&self->text, "@@ -%u,%ld +%ld,%ld @@\n", before, around + count_lines(removed),
      (long)before + self->shift, around + count_lines(added));
  (void)add_lines(self, ' ', context_before);
  long minus = add_lines(self, '-', removed);
  long plus = add_lines(self, '+', added);
  (void)add_lines(self, ' ', context_after);
  self->shift += plus - minus;
}

aml_sv aml_fix_diff(aml_arena *arena, const aml_run *run, const aml_fixed_file *file) {
  differ self = {.arena = arena, .run = run, .file = file};
  aml_strbuf_init(&self.text, arena, SIZE_MAX);
  aml_source_index_lines(file->source, arena);
  aml_strbuf_addf(
      &self.text, "--- a/%.*s\n+++ b/%.*s\n", AML_SV_ARG(file->source->path), AML_SV_ARG(file->source->path));
  for (size_t i = 0; i < file->edits.count;) {
    hunk part = {.first = line_of(file, file->edits.items[i].span.begin),
        .last = last_line_of(file, &file->edits.items[i]),
        .begin_edit = i,
        .end_edit = i + 1};
    while (part.end_edit < file->edits.count &&
           line_of(file, file->edits.items[part.end_edit].span.begin) <= part.last + 2 * CONTEXT + 1) {
      part.last = last_line_of(file, &file->edits.items[part.end_edit]);
      part.end_edit++;
    }
    add_hunk(&self, part);
    i = part.end_edit;
  }
  return aml_strbuf_view(&self.text);
}
