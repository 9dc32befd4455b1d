/* A unified diff made from known edits: no search for common lines is needed. Lines end at LF alone, as the
 * programs that apply a diff see them. */
#include "base/strbuf.h"
#include "engine/fix.h"
#include "report/place.h"

enum { CONTEXT = 3 };

typedef struct change { /* lines [first, end) of the old text, from 0, and what becomes of them */
  size_t first, end;
  aml_sv removed, added;
} change;

typedef struct differ {
  aml_arena *arena;
  const aml_fixed_file *file;
  AML_VEC(uint32_t) starts; /* of the lines */
  AML_VEC(change) changes;
  aml_strbuf text;
  long shift; /* lines that the new text is ahead */
} differ;

static void index_lines(differ *self) {
  aml_sv text = self->file->before;
  for (size_t at = 0; at < text.len;) {
    AML_VEC_PUSH(self->arena, &self->starts, (uint32_t)at);
    size_t end = aml_sv_find_char(text, '\n', at);
    at = end == AML_NPOS ? text.len : end + 1;
  }
}

/* The line that an offset is on; the end of a text that ends with a line end is on a line of its own. */
static size_t line_of(const differ *self, uint32_t offset) {
  size_t low = 0;
  size_t high = self->starts.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (self->starts.items[middle] <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  aml_sv text = self->file->before;
  bool is_past = offset == text.len && (text.len == 0 || text.data[text.len - 1] == '\n');
  return is_past ? self->starts.count : low - 1;
}

static uint32_t offset_of_line(const differ *self, size_t line) {
  return line < self->starts.count ? self->starts.items[line] : (uint32_t)self->file->before.len;
}

/* Adds the old text [begin, end) with secrets masked. */
static void add_masked(const differ *self, aml_strbuf *text, uint32_t begin, uint32_t end) {
  const aml_fixed_file *file = self->file;
  for (uint32_t at = begin; at < end;) {
    const aml_span *secret = aml_run_secret_at(file->run, file->source->id, at);
    uint32_t plain = secret != NULL && secret->begin < end ? secret->begin : end;
    if (plain > at) {
      aml_strbuf_add(text, aml_sv_slice(file->before, at, plain));
      at = plain;
    } else {
      aml_strbuf_add(text, AML_SV("***"));
      at = secret->end;
    }
  }
}

/* Lines [first, end) of the old text, with these edits made. */
static aml_sv write_lines(
    const differ *self, size_t first, size_t end, const aml_edit *edits, size_t edit_count) {
  aml_strbuf text;
  aml_strbuf_init(&text, self->arena, SIZE_MAX);
  uint32_t at = offset_of_line(self, first);
  if (first == 0 && end > 0 && self->file->source->encoding == AML_ENCODING_UTF8_BOM) {
    aml_strbuf_add(&text, AML_SV("\xEF\xBB\xBF")); /* it belongs to the file's first line */
  }
  for (size_t i = 0; i < edit_count; i++) {
    add_masked(self, &text, at, edits[i].span.begin);
    aml_strbuf_add(&text, edits[i].text);
    at = edits[i].span.end;
  }
  add_masked(self, &text, at, offset_of_line(self, end));
  return aml_strbuf_view(&text);
}

/* Each line of the text behind a mark; a text whose last line has no end is said to. */
static long add_lines(aml_strbuf *out, char mark, aml_sv text) {
  long count = 0;
  while (text.len > 0) {
    size_t end = aml_sv_find_char(text, '\n', 0);
    bool has_end = end != AML_NPOS;
    aml_strbuf_add_char(out, mark);
    aml_strbuf_add(out, aml_sv_slice(text, 0, has_end ? end : text.len));
    aml_strbuf_add(out, has_end ? AML_SV("\n") : AML_SV("\n\\ No newline at end of file\n"));
    text = has_end ? aml_sv_slice(text, end + 1, text.len) : (aml_sv){NULL, 0};
    count++;
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
static void trim(change *one) {
  aml_sv *removed = &one->removed;
  aml_sv *added = &one->added;
  while (removed->len > 0 && added->len > 0 && aml_sv_eq(first_line(*removed), first_line(*added))) {
    size_t n = first_line(*removed).len;
    *removed = aml_sv_slice(*removed, n, removed->len);
    *added = aml_sv_slice(*added, n, added->len);
    one->first++;
  }
  while (removed->len > 0 && added->len > 0 && aml_sv_eq(last_line(*removed), last_line(*added))) {
    size_t n = last_line(*removed).len;
    *removed = aml_sv_slice(*removed, 0, removed->len - n);
    *added = aml_sv_slice(*added, 0, added->len - n);
    one->end--;
  }
}

/* The line after the last one that an edit touches. */
static size_t end_line_of(const differ *self, const aml_edit *edit) {
  size_t line = line_of(self, edit->span.end);
  return line < self->starts.count ? line + 1 : line;
}

/* Edits of one line, or of lines that follow each other, are one change. */
static void collect_changes(differ *self) {
  const aml_edit *edits = self->file->edits.items;
  size_t count = self->file->edits.count;
  for (size_t i = 0; i < count;) {
    size_t from = i;
    change one = {.first = line_of(self, edits[i].span.begin), .end = end_line_of(self, &edits[i])};
    for (i++; i < count && line_of(self, edits[i].span.begin) <= one.end; i++) {
      one.end = end_line_of(self, &edits[i]);
    }
    one.removed = write_lines(self, one.first, one.end, NULL, 0);
    one.added = write_lines(self, one.first, one.end, edits + from, i - from);
    trim(&one);
    AML_VEC_PUSH(self->arena, &self->changes, one);
  }
}

/* Changes whose context meets stand in one hunk. */
static size_t find_hunk_end(const differ *self, size_t from) {
  const change *changes = self->changes.items;
  size_t end = from + 1;
  while (end < self->changes.count && changes[end].first <= changes[end - 1].end + 2 * (size_t)CONTEXT) {
    end++;
  }
  return end;
}

static void add_hunk(differ *self, const change *first, const change *end) {
  size_t at = first->first > CONTEXT ? first->first - CONTEXT : 0;
  size_t begin = at;
  aml_strbuf body;
  aml_strbuf_init(&body, self->arena, SIZE_MAX);
  long shift = 0;
  for (const change *one = first; one < end; one++) {
    (void)add_lines(&body, ' ', write_lines(self, at, one->first, NULL, 0));
    shift -= add_lines(&body, '-', one->removed);
    shift += add_lines(&body, '+', one->added);
    at = one->end;
  }
  size_t last = at + CONTEXT < self->starts.count ? at + CONTEXT : self->starts.count;
  (void)add_lines(&body, ' ', write_lines(self, at, last, NULL, 0));
  long count = (long)(last - begin);
  aml_strbuf_addf(&self->text, "@@ -%zu,%ld +%ld,%ld @@\n", begin + 1, count, (long)begin + 1 + self->shift,
      count + shift);
  aml_strbuf_add(&self->text, aml_strbuf_view(&body));
  self->shift += shift;
}

aml_sv aml_fix_diff(aml_arena *arena, const aml_fixed_file *file) {
  differ self = {.arena = arena, .file = file};
  aml_sv path = aml_path_shown(arena, file->source->path);
  aml_strbuf_init(&self.text, arena, SIZE_MAX);
  aml_strbuf_addf(&self.text, "--- a/%.*s\n+++ b/%.*s\n", AML_SV_ARG(path), AML_SV_ARG(path));
  index_lines(&self);
  collect_changes(&self);
  for (size_t i = 0; i < self.changes.count;) {
    size_t end = find_hunk_end(&self, i);
    add_hunk(&self, self.changes.items + i, self.changes.items + end);
    i = end;
  }
  return aml_strbuf_view(&self.text);
}
