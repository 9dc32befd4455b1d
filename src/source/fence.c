#include "source/fence.h"

enum { TAB = 4, MOST_INDENT = 3, LEAST_MARKS = 3, MOST_ITEMS = 16 };

/* A line of the document. */
typedef struct line {
  size_t begin, text, end, next; /* text: behind its indentation; end: before its line end */
  size_t column;                 /* of text */
} line;

static size_t next_column(size_t column, char c) {
  return c == '\t' ? column + TAB - column % TAB : column + 1;
}

static line read_line(aml_sv text, size_t begin) {
  line at = {.begin = begin, .text = begin, .end = begin};
  while (at.end < text.len && text.data[at.end] != '\n' && text.data[at.end] != '\r') {
    at.end++;
  }
  at.next = at.end;
  if (at.next < text.len) {
    bool is_pair = text.data[at.next] == '\r' && at.next + 1 < text.len && text.data[at.next + 1] == '\n';
    at.next += is_pair ? 2 : 1;
  }
  for (; at.text < at.end && (text.data[at.text] == ' ' || text.data[at.text] == '\t'); at.text++) {
    at.column = next_column(at.column, text.data[at.text]);
  }
  return at;
}

static bool is_blank(const line *at) {
  return at->text == at->end;
}

static size_t count_marks(aml_sv text, size_t at, size_t end) {
  char mark = at < end ? text.data[at] : '\0';
  size_t count = 0;
  while ((mark == '`' || mark == '~') && at + count < end && text.data[at + count] == mark) {
    count++;
  }
  return count;
}

/* Whether a line closes the block that the mark opened. */
static bool closes(aml_sv text, const line *at, aml_sv mark) {
  size_t count = count_marks(text, at->text, at->end);
  return mark.len > 0 && count >= mark.len && text.data[at->text] == mark.data[0] &&
         aml_sv_trim(aml_sv_slice(text, at->text + count, at->end)).len == 0;
}

/* The length of a list's mark with one blank behind it: "- ", "12. "; 0 where none stands at `at`. */
static size_t measure_item(aml_sv text, size_t at, size_t end) {
  size_t mark = at;
  if (at < end && aml_sv_find_char(AML_SV("-*+"), text.data[at], 0) != AML_NPOS) {
    mark++;
  } else {
    while (mark < end && aml_ascii_digit(text.data[mark])) {
      mark++;
    }
    bool is_number = mark > at && mark < end && (text.data[mark] == '.' || text.data[mark] == ')');
    mark = is_number ? mark + 1 : at;
  }
  bool is_item = mark > at && mark < end && (text.data[mark] == ' ' || text.data[mark] == '\t');
  return is_item ? mark + 1 - at : 0;
}

/* Moves the line's text behind the marks of list items that begin on it, and keeps the items that are open.
 */
static void enter_items(aml_fences *fences, line *at) {
  while (fences->depth > 0 && !is_blank(at) && at->column < fences->items[fences->depth - 1]) {
    fences->depth--;
  }
  size_t length;
  while ((length = measure_item(fences->text, at->text, at->end)) > 0 && fences->depth < MOST_ITEMS) {
    size_t outer = fences->depth == 0 ? 0 : fences->items[fences->depth - 1];
    if (at->column - outer > MOST_INDENT) {
      return; /* code that is indented */
    }
    for (size_t i = 0; i < length; i++) {
      at->column = next_column(at->column, fences->text.data[at->text++]);
    }
    fences->items[fences->depth] = at->column;
    while (
        at->text < at->end && (fences->text.data[at->text] == ' ' || fences->text.data[at->text] == '\t')) {
      at->column = next_column(at->column, fences->text.data[at->text++]);
    }
    bool is_code = at->column - fences->items[fences->depth] > MOST_INDENT;
    fences->items[fences->depth] = is_code ? fences->items[fences->depth] : at->column;
    fences->depth++;
  }
}

static bool opens(const aml_fences *fences, const line *at, aml_fence *out) {
  size_t outer = fences->depth == 0 ? 0 : fences->items[fences->depth - 1];
  size_t count = count_marks(fences->text, at->text, at->end);
  if (count < LEAST_MARKS || at->column - outer > MOST_INDENT) {
    return false;
  }
  aml_sv info = aml_sv_trim(aml_sv_slice(fences->text, at->text + count, at->end));
  bool is_inline = fences->text.data[at->text] == '`' && aml_sv_find_char(info, '`', 0) != AML_NPOS;
  *out = (aml_fence){.info = info,
      .body = {at->next, at->next},
      .indent = at->column,
      .mark = aml_sv_slice(fences->text, at->text, at->text + count)};
  return !is_inline;
}

/* Finds the block's end, and moves behind it. */
static void find_close(aml_fences *fences, aml_fence *out) {
  size_t outer = fences->depth == 0 ? 0 : fences->items[fences->depth - 1];
  while (fences->at < fences->text.len) {
    line at = read_line(fences->text, fences->at);
    if (!is_blank(&at) && at.column < outer) {
      return; /* the item has ended, and this line is looked at anew */
    }
    fences->at = at.next;
    out->is_closed = at.column - outer <= MOST_INDENT && closes(fences->text, &at, out->mark);
    if (out->is_closed) {
      return;
    }
    out->body.end = at.next;
  }
}

/* ".. code-block:: bash": the language, where the line is a directive for code. */
static bool is_directive(aml_sv text, const line *at, aml_sv *info) {
  static const aml_sv names[] = {
      AML_SV_CONST(".. code-block::"), AML_SV_CONST(".. code::"), AML_SV_CONST(".. sourcecode::")};
  aml_sv rest = aml_sv_slice(text, at->text, at->end);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (aml_sv_istarts(rest, names[i])) {
      *info = aml_sv_trim(aml_sv_slice(rest, names[i].len, rest.len));
      return true;
    }
  }
  return false;
}

/* The lines below a directive that are indented deeper than it is: options, a blank line, and the code. */
static bool find_code(aml_fences *fences, size_t outer, aml_fence *out) {
  bool is_begun = false, had_blank = false;
  while (fences->at < fences->text.len) {
    line at = read_line(fences->text, fences->at);
    if (!is_blank(&at) && at.column <= outer) {
      break;
    }
    fences->at = at.next;
    had_blank = had_blank || is_blank(&at);
    if (is_blank(&at) || !had_blank) {
      continue;
    }
    out->body.begin = is_begun ? out->body.begin : at.begin;
    out->indent = !is_begun || at.column < out->indent ? at.column : out->indent;
    out->body.end = at.next;
    is_begun = true;
  }
  out->is_closed = true;
  return is_begun;
}

bool aml_fence_next(aml_fences *fences, aml_fence *out) {
  while (fences->at < fences->text.len) {
    line at = read_line(fences->text, fences->at);
    fences->at = at.next;
    aml_sv info;
    if (fences->markup == AML_REST) {
      if (is_directive(fences->text, &at, &info)) {
        *out = (aml_fence){.info = info};
        if (find_code(fences, at.column, out)) {
          return true;
        }
      }
      continue;
    }
    enter_items(fences, &at);
    if (opens(fences, &at, out)) {
      find_close(fences, out);
      return true;
    }
  }
  return false;
}

/* Lines without their indentation; a tab that is indentation in part leaves blanks. */
static bool read_body(aml_guest_builder *builder) {
  static const char blanks[TAB + 1] = "    ";
  aml_sv text = builder->written;
  for (size_t begin = 0; begin < text.len;) {
    line at = read_line(text, begin);
    if (builder->is_edited && closes(text, &at, builder->mark)) { /* at some depth it would */
      return false;
    }
    size_t column = 0;
    while (begin < at.text && column < builder->indent) {
      column = next_column(column, text.data[begin++]);
    }
    if (column > builder->indent) {
      aml_guest_put(builder, (aml_sv){blanks, column - builder->indent}, begin - 1, begin);
    }
    aml_guest_copy(builder, begin, at.next);
    begin = at.next;
  }
  return true;
}

/* The same where nothing but the lines themselves tells how deep they are, and where they begin and end. */
static bool read_directive(aml_guest_builder *builder) {
  size_t least = SIZE_MAX;
  bool is_last_blank = true;
  for (size_t begin = 0; begin < builder->written.len;) {
    line at = read_line(builder->written, begin);
    is_last_blank = is_blank(&at);
    least = !is_last_blank && at.column < least ? at.column : least;
    if (is_last_blank && begin == 0) {
      return false;
    }
    begin = at.next;
  }
  return least == builder->indent && !is_last_blank && read_body(builder);
}

static bool write_body(const aml_guest_change *change, aml_strbuf *out) {
  aml_guest_write_lines(change, change->guest->indent, out);
  return true;
}

const aml_guest *aml_fence_guest(aml_arena *arena, const aml_guest *host, const aml_fence *fence) {
  static const aml_guest_style fenced = {true, read_body, write_body};
  static const aml_guest_style directive = {true, read_directive, write_body};
  const aml_guest_place place = {
      fence->body, fence->mark.len > 0 ? &fenced : &directive, fence->indent, fence->mark};
  return aml_guest_new(arena, host, &place);
}
