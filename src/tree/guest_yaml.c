/* Plain and quoted scalars of YAML, as libyaml folds them. */
#include "base/utf8.h"
#include "tree/guest_style.h"
#include "tree/read.h"
#include "tree/yaml_reader.h"

static bool is_blank(aml_sv text, size_t at) {
  return at < text.len && (text.data[at] == ' ' || text.data[at] == '\t');
}

void aml_guest_put_break(aml_guest_builder *builder, size_t at, size_t length) {
  bool is_itself = length == 3 || builder->written.data[at] == '\n';
  if (is_itself) {
    aml_guest_copy(builder, at, at + length);
  } else {
    aml_guest_put(builder, AML_SV("\n"), at, at + length);
  }
}

/* The line ends at `at` with the blanks before and behind them. One alone becomes a blank; of several the
 * first stands for nothing. `is_joined`: a backslash before has taken the first already. Returns where the
 * text goes on. */
static size_t read_fold(aml_guest_builder *builder, size_t at, bool is_joined) {
  aml_sv text = builder->written;
  size_t first = 0, first_length = 0; /* the first line end */
  bool is_alone = true;
  for (;; at++) {
    size_t length = aml_utf8_break(text, at);
    if (length == 0 && !is_blank(text, at)) {
      break;
    }
    if (length > 0 && first_length == 0 && !is_joined) {
      first = at;
      first_length = length;
      if (length == 3) { /* a separator stays */
        aml_guest_put_break(builder, at, length);
        is_alone = false;
      }
    } else if (length > 0) {
      aml_guest_put_break(builder, at, length);
      is_alone = false;
    }
    at += length > 0 ? length - 1 : 0;
  }
  if (is_alone && !is_joined) {
    aml_guest_put(builder, AML_SV(" "), first, first + first_length);
  }
  return at;
}

/* Behind the blanks at `at`. */
static size_t skip_blanks(aml_sv text, size_t at) {
  while (is_blank(text, at)) {
    at++;
  }
  return at;
}

typedef struct escape {
  char letter;
  uint32_t code_point;
} escape;

/* The escape at `at`; returns where it ends, 0 where it is none. */
static size_t read_escape(aml_guest_builder *builder, size_t at) {
  static const escape escapes[] = {{'0', 0}, {'a', 7}, {'b', 8}, {'t', 9}, {'\t', 9}, {'n', 10}, {'v', 11},
      {'f', 12}, {'r', 13}, {'e', 27}, {' ', ' '}, {'"', '"'}, {'/', '/'}, {'\\', '\\'}, {'N', 0x85},
      {'_', 0xA0}, {'L', 0x2028}, {'P', 0x2029}};
  aml_sv text = builder->written;
  char letter = text.data[at + 1];
  size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
  size_t end = at + 2;
  uint32_t code_point = 0;
  if (digits > 0) {
    if (!aml_guest_read_hex(text, &end, digits, &code_point)) {
      return 0;
    }
  } else {
    size_t i = 0;
    size_t count = sizeof escapes / sizeof escapes[0];
    while (i < count && escapes[i].letter != letter) {
      i++;
    }
    if (i == count) {
      return 0;
    }
    code_point = escapes[i].code_point;
  }
  char bytes[AML_UTF8_MAX];
  aml_guest_put(builder, (aml_sv){bytes, aml_utf8_encode(code_point, bytes)}, at, end);
  return end;
}

/* What a backslash at `at` begins, or a doubled quote; returns where it ends, and 0 for neither. */
static size_t read_special(aml_guest_builder *builder, size_t at, char quote) {
  aml_sv text = builder->written;
  char next = at + 1 < text.len ? text.data[at + 1] : '\0';
  if (quote == '\'' && text.data[at] == '\'' && next == '\'') {
    aml_guest_put(builder, AML_SV("'"), at, at + 2);
    return at + 2;
  }
  if (quote != '"' || text.data[at] != '\\' || at + 1 == text.len) {
    return 0;
  }
  size_t length = aml_utf8_break(text, at + 1);
  return length > 0 ? read_fold(builder, at + 1 + length, true) : read_escape(builder, at);
}

/* From `at` to the closing quote, or to the end; returns where that is, AML_NPOS where an escape is none. */
static size_t read_flow(aml_guest_builder *builder, size_t at, char quote) {
  aml_sv text = builder->written;
  size_t copied = at;
  while (at < text.len) {
    size_t blanks = skip_blanks(text, at);
    if (aml_utf8_break(text, blanks) > 0) {
      aml_guest_copy(builder, copied, at);
      at = copied = read_fold(builder, blanks, false);
      continue;
    }
    at = blanks;
    bool is_mark = at < text.len && (text.data[at] == quote || (quote == '"' && text.data[at] == '\\'));
    if (!is_mark) {
      at += at < text.len ? 1 : 0;
      continue;
    }
    aml_guest_copy(builder, copied, at);
    size_t next = read_special(builder, at, quote);
    if (next == 0) {
      return text.data[at] == quote ? at : AML_NPOS;
    }
    at = copied = next;
  }
  aml_guest_copy(builder, copied, at);
  return at;
}

static bool read_quoted(aml_guest_builder *builder) {
  aml_sv text = builder->written;
  bool is_quoted = text.len >= 2 && (text.data[0] == '"' || text.data[0] == '\'');
  builder->empty_at = 1;
  return is_quoted && read_flow(builder, 1, text.data[0]) == text.len - 1;
}

static bool read_plain(aml_guest_builder *builder) {
  return read_flow(builder, 0, '\0') == builder->written.len;
}

/* Whether a text may stand in YAML as it is, on one line. */
static bool is_printable(aml_sv text) {
  for (size_t at = 0; at < text.len;) {
    uint32_t code_point = aml_utf8_next(text, &at);
    if (code_point == AML_UTF8_INVALID || aml_yaml_is_special(code_point)) {
      return false;
    }
  }
  return true;
}

/* Whether what is replaced lies on one line of the host, behind its indentation: that of others is not ours.
 * Neither is a line that may become the mark of a document. */
static bool is_on_a_line(const aml_guest_change *change) {
  size_t line = change->begin; /* where it begins; 0 for the first, which begins before what is written */
  while (line > 0 && aml_utf8_break_before(change->written, line) == 0) {
    line--;
  }
  for (size_t at = change->begin; at < change->end; at++) {
    if (aml_utf8_break(change->written, at) > 0) {
      return false;
    }
  }
  char first = line < change->written.len ? change->written.data[line] : '\0';
  return line == 0 || (line < change->begin && first != '-' && first != '.');
}

static bool write_quoted(const aml_guest_change *change, aml_strbuf *out) {
  if (change->written.data[0] == '"') {
    return is_on_a_line(change) && aml_guest_escape(change->text, '"', out);
  }
  for (size_t i = 0; i < change->text.len; i++) {
    aml_strbuf_add(out, change->text.data[i] == '\'' ? AML_SV("''") : aml_sv_slice(change->text, i, i + 1));
  }
  return is_on_a_line(change) && is_printable(change->text);
}

/* Whether nothing in the text can end a plain scalar or make another of it, wherever it stands. */
static bool is_plain_inside(aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    bool is_colon = c == ':' && i > 0 && i + 1 < text.len && aml_ascii_alnum(text.data[i + 1]);
    if (!is_colon && aml_sv_find_char(AML_SV(":#,[]{}\"'`"), c, 0) != AML_NPOS) {
      return false;
    }
  }
  return is_printable(text);
}

static bool is_white(aml_sv text, size_t at) {
  return is_blank(text, at) || aml_utf8_break(text, at) > 0;
}

static bool is_behind_white(aml_sv text, size_t at) {
  return (at > 0 && is_blank(text, at - 1)) || aml_utf8_break_before(text, at) > 0;
}

/* Whether a plain scalar may begin so: with a letter and the like, or as it did, where that is no mark of its
 * own. */
static bool begins_plain(aml_sv text, bool is_as_before) {
  if (text.len == 0 || aml_sv_starts(text, AML_SV("---")) || aml_sv_starts(text, AML_SV("..."))) {
    return false;
  }
  bool is_mark =
      aml_sv_find_char(AML_SV("-?:"), text.data[0], 0) != AML_NPOS && (text.len == 1 || is_white(text, 1));
  bool is_plain =
      aml_ascii_alnum(text.data[0]) || text.data[0] == '/' || text.data[0] == '.' || text.data[0] == '$';
  return is_plain || (is_as_before && !is_mark);
}

/* Whether something ends a plain scalar, or makes a key of it, that was not there before two parts were
 * joined. */
static bool has_end(aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    bool is_last = i + 1 == text.len;
    bool is_key =
        text.data[i] == ':' && (is_last || is_white(text, i + 1) ||
                                   aml_sv_find_char(AML_SV(",[]{}?"), text.data[i + 1], 0) != AML_NPOS);
    bool is_comment = text.data[i] == '#' && is_behind_white(text, i);
    if (is_key || is_comment) {
      return true;
    }
  }
  return is_behind_white(text, text.len);
}

/* Whether the text, as it will be, is a plain scalar and still a string. */
static bool stays_plain(const aml_guest_change *change) {
  aml_strbuf whole;
  aml_strbuf_init(&whole, change->arena, SIZE_MAX);
  aml_strbuf_add(&whole, aml_sv_slice(change->written, 0, change->begin));
  aml_strbuf_add(&whole, change->text);
  aml_strbuf_add(&whole, aml_sv_slice(change->written, change->end, change->written.len));
  aml_sv text = aml_strbuf_view(&whole);
  const aml_value *value =
      aml_yaml_scalar_value(change->arena, text, AML_YAML_PLAIN, AML_SV(""), AML_NO_SPAN);
  return begins_plain(text, change->begin > 0) && !has_end(text) && value->kind == AML_STRING;
}

static bool write_plain(const aml_guest_change *change, aml_strbuf *out) {
  aml_strbuf_add(out, change->text);
  return is_on_a_line(change) && is_plain_inside(change->text) && stays_plain(change);
}

const aml_guest_style aml_guest_yaml_plain = {.read = read_plain, .write = write_plain};
const aml_guest_style aml_guest_yaml_quoted = {.read = read_quoted, .write = write_quoted};
