#include "report/excerpt.h"

#include <string.h>

#include "base/utf8.h"

enum {
  TAB_STOP = 4,
  MOST_CELLS = 400, /* shown of one line even without a terminal: a minified file is one line of megabytes */
  LEAST_CELLS = 24,
  ELLIPSIS = 3,
};

/* What one code point becomes on the screen. */
typedef struct cell_piece {
  char bytes[AML_SAFE_MAX];
  size_t length, cells;
} cell_piece;

/* The line's visible part. Offsets count from the line's beginning. */
typedef struct view {
  aml_sv line;
  size_t begin, end;           /* of the visible part */
  size_t mark_begin, mark_end; /* of the place, within the line */
} view;

/* `cell` is where the piece will stand, which a tab needs to know. */
static cell_piece next_piece(aml_sv line, size_t *at, size_t cell) {
  cell_piece piece;
  if (line.data[*at] == '\t') {
    *at += 1;
    piece.length = piece.cells = TAB_STOP - cell % TAB_STOP;
    memset(piece.bytes, ' ', piece.length);
    return piece;
  }
  size_t begin = *at;
  piece.length = aml_safe_next(line, at, piece.bytes);
  bool is_as_written = (unsigned char)piece.bytes[0] >= 0x80;
  if (is_as_written) {
    size_t decoded = begin;
    piece.cells = (size_t)aml_utf8_width(aml_utf8_next(line, &decoded));
  } else {
    piece.cells = piece.length; /* ASCII, or an escape */
  }
  return piece;
}

static size_t least_of(size_t a, size_t b) {
  return a < b ? a : b;
}

/* Whether the whole line fits; looks at no more of it than could. */
static bool fits(aml_sv line, size_t cells) {
  size_t used = 0;
  size_t zero_width = 0;
  for (size_t at = 0; at < line.len;) {
    size_t plain = aml_safe_run(line, at, least_of(line.len, at + cells + 1 - used));
    used += plain - at;
    at = plain;
    if (at == line.len || used > cells) {
      break;
    }
    cell_piece piece = next_piece(line, &at, used);
    used += piece.cells;
    zero_width += piece.cells == 0;
    if (zero_width > cells) {
      return false;
    }
  }
  return used <= cells;
}

/* How far back from `at` the given number of cells reaches. */
static size_t walk_back(aml_sv line, size_t at, size_t cells) {
  size_t begin = at;
  for (size_t used = 0; begin > 0 && used < cells; used++) { /* a code point is taken for a cell */
    begin = aml_align_back(line, (uint32_t)begin - 1);
  }
  return begin;
}

static size_t walk_on(aml_sv line, size_t begin, size_t cells) {
  size_t at = begin;
  size_t used = 0;
  for (size_t count = 0; at < line.len && count < cells; count++) {
    size_t plain = aml_safe_run(line, at, least_of(line.len, at + cells - (used > count ? used : count)));
    used += plain - at;
    count += plain - at;
    at = plain;
    if (at == line.len) {
      break;
    }
    size_t next = at; /* behind the last cell it is a mark that belongs to it, or too much */
    used += next_piece(line, &next, used).cells;
    if (used > cells) {
      break;
    }
    at = next;
  }
  return at;
}

size_t aml_digit_count(uint32_t number) {
  size_t count = 1;
  for (; number >= 10; number /= 10) {
    count++;
  }
  return count;
}

static view choose_view(const aml_excerpt *excerpt, uint32_t number) {
  uint32_t line_begin;
  view v = {.line = aml_source_line(excerpt->source, number, &line_begin)};
  size_t begin = excerpt->span.begin > line_begin ? excerpt->span.begin - line_begin : 0;
  size_t end = excerpt->span.end > line_begin ? excerpt->span.end - line_begin : 0;
  v.mark_begin = begin < v.line.len ? begin : v.line.len;
  v.mark_end = end < v.line.len ? end : v.line.len;
  size_t cells = MOST_CELLS;
  if (excerpt->width > 0 && excerpt->width < cells) {
    cells = excerpt->width;
  }
  size_t frame = excerpt->gutter + 3;
  cells = cells > frame + LEAST_CELLS ? cells - frame : LEAST_CELLS;
  if (fits(v.line, cells)) {
    v.end = v.line.len;
    return v;
  }
  v.begin = walk_back(v.line, v.mark_begin, cells / 3);
  size_t room = cells - (v.begin > 0 ? ELLIPSIS : 0);
  v.end = walk_on(v.line, v.begin, room);
  if (v.end < v.line.len) {
    v.end = walk_on(v.line, v.begin, room - ELLIPSIS);
  }
  return v;
}

typedef struct marks { /* cells */
  size_t begin, end;
} marks;

/* Writes what stands in one line's visible part from `at` on as it is, up to where something begins or ends;
 * returns where. */
static size_t write_run(aml_out *out, const view *v, size_t at, size_t secret) {
  size_t end = least_of(v->end, secret);
  end = at < v->mark_begin ? least_of(end, v->mark_begin) : end;
  end = at < v->mark_end ? least_of(end, v->mark_end) : end;
  size_t plain = aml_safe_run(v->line, at, end);
  aml_out_text(out, aml_sv_slice(v->line, at, plain));
  return plain;
}

/* Writes the visible part, secrets masked, and finds out where the place has come to stand. */
static marks write_line(aml_out *out, const aml_excerpt *excerpt, const view *v, uint32_t line_begin) {
  size_t cell = v->begin > 0 ? ELLIPSIS : 0;
  marks m = {cell, 0};
  aml_out_fill(out, '.', cell);
  for (size_t at = v->begin; at < v->end;) {
    if (at <= v->mark_begin) {
      m.begin = cell;
    }
    const aml_span *secret =
        aml_secrets_find(excerpt->secrets, excerpt->source->id, line_begin + (uint32_t)at);
    if (secret != NULL && secret->begin <= line_begin + at) {
      aml_out_str(out, AML_SECRET_MASK);
      cell += sizeof AML_SECRET_MASK - 1;
      at = secret->end - line_begin < v->end ? secret->end - line_begin : v->end;
    } else {
      size_t plain = write_run(out, v, at, secret == NULL ? AML_NPOS : secret->begin - line_begin);
      cell += plain - at;
      if (plain == at) {
        cell_piece piece = next_piece(v->line, &at, cell);
        aml_out_text(out, (aml_sv){piece.bytes, piece.length});
        cell += piece.cells;
      } else {
        at = plain;
      }
    }
    if (at <= v->mark_end) {
      m.end = cell;
    }
  }
  if (v->mark_begin >= v->end) {
    m.begin = cell;
  }
  if (v->mark_end > v->end) {
    m.end = cell;
  }
  aml_out_fill(out, '.', v->end < v->line.len ? ELLIPSIS : 0);
  return m;
}

/* The line's number, or blanks for 0. */
static void write_gutter(aml_out *out, const aml_excerpt *excerpt, uint32_t number) {
  size_t digits = number == 0 ? 0 : aml_digit_count(number);
  aml_out_str(out, excerpt->gutter_on);
  if (number > 0) {
    aml_out_int(out, number);
  }
  aml_out_fill(out, ' ', excerpt->gutter > digits ? excerpt->gutter - digits : 0);
  aml_out_str(out, " |");
  aml_out_str(out, excerpt->off);
}

void aml_excerpt_write(aml_out *out, const aml_excerpt *excerpt) {
  const aml_position begin = aml_source_locate(excerpt->source, excerpt->span.begin);
  const aml_place place = {.begin = begin, .end = aml_source_locate(excerpt->source, excerpt->span.end)};
  uint32_t last = aml_place_last_line(&place);
  uint32_t line_begin;
  (void)aml_source_line(excerpt->source, begin.line, &line_begin);
  view v = choose_view(excerpt, begin.line);
  write_gutter(out, excerpt, begin.line);
  if (v.line.len > 0) {
    aml_out_char(out, ' ');
  }
  marks m = write_line(out, excerpt, &v, line_begin);
  aml_out_char(out, '\n');

  write_gutter(out, excerpt, 0);
  aml_out_fill(out, ' ', m.begin + 1);
  aml_out_str(out, excerpt->mark_on);
  aml_out_fill(out, excerpt->mark, m.end > m.begin ? m.end - m.begin : 1);
  if (last > begin.line) {
    aml_out_str(out, " to line ");
    aml_out_int(out, last);
  }
  if (excerpt->label.len > 0) {
    aml_out_char(out, ' ');
    aml_out_safe(out, excerpt->label);
  }
  aml_out_str(out, excerpt->off);
  aml_out_char(out, '\n');
}
