/* Block scalars of YAML, literal and folded, as libyaml reads them. */
#include "base/utf8.h"
#include "tree/guest_style.h"
#include "tree/read.h"

typedef struct block {
  aml_guest_builder *builder;
  size_t at;
  size_t indent; /* 0: not known yet */
  bool is_folded, strips, keeps;
  bool is_malformed;             /* a tab stands where the indentation is to be told */
  size_t end_begin, end_length;  /* the line end of the latest line; 0: none yet */
  size_t blank_begin, blank_end; /* the empty lines behind it */
} block;

/* The header: the style, and how line ends at the end are taken. The width of the indentation is the
 * builder's. */
static bool read_header(block *b) {
  aml_sv text = b->builder->written;
  if (text.len == 0 || (text.data[0] != '|' && text.data[0] != '>')) {
    return false;
  }
  b->is_folded = text.data[0] == '>';
  size_t at = 1;
  for (; at < text.len && text.data[at] != '#' && aml_utf8_break(text, at) == 0; at++) {
    b->strips = b->strips || text.data[at] == '-';
    b->keeps = b->keeps || text.data[at] == '+';
  }
  while (at < text.len && aml_utf8_break(text, at) == 0) {
    at++; /* a comment */
  }
  b->at = at + aml_utf8_break(text, at);
  b->builder->empty_at = b->at;
  return true;
}

static bool is_char(const block *b, char c) {
  return b->at < b->builder->written.len && b->builder->written.data[b->at] == c;
}

/* Moves over empty lines, and over the indentation of the line behind them; returns that line's column. */
static size_t read_indentation(block *b) {
  size_t widest = 0;
  b->blank_begin = b->blank_end = b->at;
  for (;;) {
    size_t column = 0;
    while ((b->indent == 0 || column < b->indent) && is_char(b, ' ')) {
      column++;
      b->at++;
    }
    widest = column > widest ? column : widest;
    size_t length = aml_utf8_break(b->builder->written, b->at);
    if (length == 0) {
      b->is_malformed = b->is_malformed || (b->indent == 0 && is_char(b, '\t'));
      b->indent = b->indent == 0 ? (widest > 0 ? widest : 1) : b->indent;
      return column;
    }
    b->at += length;
    b->blank_end = b->at;
  }
}

/* The line ends of the empty lines. */
static void put_blank_lines(block *b) {
  aml_sv text = b->builder->written;
  for (size_t at = b->blank_begin; at < b->blank_end;) {
    size_t length = aml_utf8_break(text, at);
    if (length > 0) {
      aml_guest_put_break(b->builder, at, length);
    }
    at += length > 0 ? length : 1;
  }
}

static void put_line_end(block *b) {
  if (b->end_length > 0) {
    aml_guest_put_break(b->builder, b->end_begin, b->end_length);
  }
}

/* What stands between two lines. */
static void join_lines(block *b, bool is_either_deeper) {
  bool is_fold = b->is_folded && b->end_length > 0 && b->end_length < 3 && !is_either_deeper;
  if (!is_fold) {
    put_line_end(b);
  } else if (b->blank_begin == b->blank_end) {
    aml_guest_put(b->builder, AML_SV(" "), b->end_begin, b->end_begin + b->end_length);
  }
  put_blank_lines(b);
}

static bool read_block(aml_guest_builder *builder) {
  block b = {.builder = builder, .indent = builder->indent};
  if (!read_header(&b)) {
    return false;
  }
  aml_sv text = builder->written;
  size_t column = read_indentation(&b);
  bool was_deeper = false;
  while (column == b.indent && b.at < text.len) {
    bool is_deeper = is_char(&b, ' ') || is_char(&b, '\t');
    join_lines(&b, was_deeper || is_deeper);
    was_deeper = is_deeper;
    size_t begin = b.at;
    while (b.at < text.len && aml_utf8_break(text, b.at) == 0) {
      b.at++;
    }
    aml_guest_copy(builder, begin, b.at);
    b.end_begin = b.at;
    b.end_length = aml_utf8_break(text, b.at);
    b.at += b.end_length;
    column = read_indentation(&b);
  }
  if (!b.strips) {
    put_line_end(&b);
  }
  if (b.keeps) {
    put_blank_lines(&b);
  }
  return b.at == text.len && !b.is_malformed;
}

/* Control characters cannot be written in a block; a line end can, where lines are not folded. */
static bool is_writable(const aml_guest_change *change) {
  bool is_folded = change->written.data[0] == '>';
  for (size_t at = 0; at < change->text.len;) {
    uint32_t code_point = aml_utf8_next(change->text, &at);
    bool is_fine = code_point == '\t' || (code_point == '\n' && !is_folded);
    if (code_point == AML_UTF8_INVALID || (!is_fine && aml_yaml_is_special(code_point))) {
      return false;
    }
  }
  return true;
}

/* The column of the first line that holds anything, as the reader finds it. */
static size_t find_indent(const aml_guest *guest, aml_sv written) {
  aml_guest_builder builder = {.written = written};
  block b = {.builder = &builder, .indent = guest->indent};
  if (b.indent == 0 && read_header(&b)) {
    (void)read_indentation(&b);
  }
  return b.indent;
}

/* A block of blank lines does not tell how deep others must be, so nothing is written there. */
static bool write_block(const aml_guest_change *change, aml_strbuf *out) {
  if (aml_sv_trim(change->guest->text).len == 0 || !is_writable(change)) {
    return false;
  }
  aml_guest_write_lines(change, find_indent(change->guest, change->written), out);
  return true;
}

const aml_guest_style aml_guest_yaml_block = {true, read_block, write_block};
