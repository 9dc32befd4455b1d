#include "report/preview.h"

#include "base/strbuf.h"

enum {
  MOST_LINES = 12,
  MARGIN = 80,      /* bytes kept either side of an edit on a long line */
  MOST_BYTES = 400, /* of one line shown */
};

const aml_fix *aml_fix_to_show(const aml_finding *finding) {
  for (size_t i = 0; i < finding->fix_count; i++) {
    if (finding->fixes[i].is_safe && finding->fixes[i].edit_count > 0) {
      return &finding->fixes[i];
    }
  }
  return NULL;
}

typedef struct previewer {
  aml_preview_line line;
  void *ctx;
  aml_arena *arena;
  size_t lines_left;
} previewer;

static void emit(previewer *p, bool is_new, aml_sv line) {
  if (p->lines_left == 0) {
    return;
  }
  p->lines_left--;
  if (p->lines_left == 0) {
    line = AML_SV("...");
  } else if (line.len > MOST_BYTES) {
    line =
        aml_sv_format(p->arena, "%.*s…", AML_SV_ARG(aml_sv_slice(line, 0, aml_align_back(line, MOST_BYTES))));
  }
  p->line(p->ctx, is_new, line);
}

static aml_sv take_line(aml_sv *rest) {
  aml_sv line = aml_sv_split(rest, '\n');
  if (line.len > 0 && line.data[line.len - 1] == '\r') {
    line.len--;
  }
  return line;
}

/* Drops equal lines at the beginning and the end of both. */
static void trim_common_lines(aml_sv *old, aml_sv *new) {
  for (;;) {
    aml_sv a = *old;
    aml_sv b = *new;
    if (a.len == 0 || b.len == 0 || !aml_sv_eq(take_line(&a), take_line(&b))) {
      break;
    }
    *old = a;
    *new = b;
  }
  for (;;) {
    size_t i = aml_sv_rfind_char(*old, '\n');
    size_t j = aml_sv_rfind_char(*new, '\n');
    aml_sv a = aml_sv_slice(*old, i == AML_NPOS ? 0 : i + 1, old->len);
    aml_sv b = aml_sv_slice(*new, j == AML_NPOS ? 0 : j + 1, new->len);
    if (old->len == 0 || new->len == 0 || !aml_sv_eq(a, b)) {
      break;
    }
    old->len = i == AML_NPOS ? 0 : i;
    new->len = j == AML_NPOS ? 0 : j;
  }
}

static uint32_t line_begin(const aml_source *source, uint32_t offset) {
  uint32_t begin;
  (void)aml_source_line(source, aml_source_locate(source, offset).line, &begin);
  return offset - begin > MARGIN ? aml_align_back(source->bytes, offset - MARGIN) : begin;
}

static uint32_t line_end(const aml_source *source, uint32_t offset) {
  uint32_t begin;
  aml_sv line = aml_source_line(source, aml_source_locate(source, offset).line, &begin);
  uint32_t end = begin + (uint32_t)line.len;
  if (end < offset) { /* between CR and LF */
    return offset;
  }
  return end - offset > MARGIN ? aml_align_on(source->bytes, offset + MARGIN) : end;
}

/* Edits [first, last) stand on touching lines of one source, whose text from begin to end is shown. */
static void show_place(previewer *p, aml_arena *arena, const aml_source *source, const aml_edit *first,
    const aml_edit *last, uint32_t begin, uint32_t end) {
  aml_sv bytes = source->bytes;
  aml_sv before = begin > 0 && bytes.data[begin - 1] != '\n' ? AML_SV("…") : AML_SV("");
  aml_sv behind =
      end < bytes.len && bytes.data[end] != '\n' && bytes.data[end] != '\r' ? AML_SV("…") : AML_SV("");
  aml_strbuf edited;
  aml_strbuf_init(&edited, arena, SIZE_MAX);
  aml_strbuf_add(&edited, before);
  uint32_t at = begin;
  for (const aml_edit *edit = first; edit < last; edit++) {
    aml_strbuf_add(&edited, aml_sv_slice(bytes, at, edit->span.begin));
    aml_strbuf_add(&edited, edit->text);
    at = edit->span.end;
  }
  aml_strbuf_add(&edited, aml_sv_slice(bytes, at, end));
  aml_strbuf_add(&edited, behind);
  aml_sv old = aml_sv_format(arena, "%.*s%.*s%.*s", AML_SV_ARG(before),
      AML_SV_ARG(aml_sv_slice(bytes, begin, end)), AML_SV_ARG(behind));
  aml_sv new = aml_strbuf_view(&edited);
  trim_common_lines(&old, &new);
  while (old.len > 0) {
    emit(p, false, take_line(&old));
  }
  while (new.len > 0) {
    emit(p, true, take_line(&new));
  }
}

void aml_fix_preview(
    const aml_run *run, const aml_fix *fix, const aml_secrets *secrets, aml_preview_line line, void *ctx) {
  previewer p = {line, ctx, run->arena, MOST_LINES};
  for (size_t i = 0; i < fix->edit_count; i++) {
    (void)aml_place_source(run, fix->edits[i].span); /* line tables stay behind the mark */
  }
  aml_arena_mark mark = aml_arena_set_mark(run->arena);
  for (size_t i = 0; i < fix->edit_count && p.lines_left > 0;) {
    const aml_edit *first = &fix->edits[i];
    const aml_source *source = aml_place_source(run, first->span);
    if (source == NULL) {
      i++;
      continue;
    }
    uint32_t begin = line_begin(source, first->span.begin);
    uint32_t end = line_end(source, first->span.end);
    for (i++; i < fix->edit_count && fix->edits[i].span.source == first->span.source &&
              fix->edits[i].span.begin <= end;
         i++) {
      uint32_t further = line_end(source, fix->edits[i].span.end);
      end = further > end ? further : end;
    }
    const aml_span *secret = aml_secrets_find(secrets, source->id, begin);
    if (secret == NULL || secret->begin >= end) {
      show_place(&p, run->arena, source, first, &fix->edits[i], begin, end);
    }
  }
  aml_arena_rewind(run->arena, &mark);
}
