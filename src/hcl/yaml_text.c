/* yamlencode(), as zclconf/go-cty-yaml 1.0.2 writes YAML (encode.go, emitterc.go): strings in double quotes,
 * or as a literal block where they have several lines; lists in a map without indentation. */
#include "base/strbuf.h"
#include "base/utf8.h"
#include "hcl/function_bodies.h"

enum { KEY_MAX = 128 }; /* longer keys are written in another way, which is not done here */

typedef struct encoding {
  aml_eval *eval;
  aml_strbuf out;
  const aml_value *unknown; /* why the text is not known; NULL as long as it is */
} encoding;

static void give_up(encoding *e) {
  e->unknown = e->unknown != NULL ? e->unknown
                                  : aml_eval_unknown(e->eval, AML_KIND_BIT(AML_STRING),
                                        "the YAML text of this value is not computed here; state it");
}

static bool is_printable(uint32_t c) {
  return c == '\n' || (c >= 0x20 && c < 0x7F) || c >= 0xA0;
}

/* Characters that versions of the library write in different ways. */
static bool is_odd(uint32_t c) {
  return c > 0xFFFF || c == 0xFEFF || c == 0xFFFE || c == 0x2028 || c == 0x2029;
}

/* Whether a text with line ends can be a literal block. */
static bool is_block(aml_sv text) {
  for (size_t at = 0; at < text.len;) {
    bool is_blank_before_end = text.data[at] == ' ' && (at + 1 == text.len || text.data[at + 1] == '\n');
    if (is_blank_before_end || !is_printable(aml_utf8_next(text, &at))) {
      return false;
    }
  }
  return aml_sv_find_char(text, '\n', 0) != AML_NPOS;
}

static void indent(encoding *e, size_t depth) {
  for (size_t i = 0; i < depth; i++) {
    aml_strbuf_add(&e->out, AML_SV("  "));
  }
}

static void add_block(encoding *e, aml_sv text, size_t depth) {
  bool ends = text.data[text.len - 1] == '\n';
  bool ends_twice = ends && (text.len == 1 || text.data[text.len - 2] == '\n');
  aml_strbuf_add(&e->out, text.data[0] == ' ' || text.data[0] == '\n' ? AML_SV("|2") : AML_SV("|"));
  aml_strbuf_add(&e->out, ends_twice ? AML_SV("+\n") : ends ? AML_SV("\n") : AML_SV("-\n"));
  for (size_t at = 0; at < text.len;) {
    size_t end = aml_sv_find_char(text, '\n', at);
    end = end == AML_NPOS ? text.len : end;
    indent(e, end > at ? depth : 0);
    aml_strbuf_add(&e->out, aml_sv_slice(text, at, end));
    aml_strbuf_add_char(&e->out, '\n');
    at = end + 1;
  }
}

static void add_quoted(encoding *e, aml_sv text) {
  static const char letters[] = "\0"
                                "0\a"
                                "a\b"
                                "b\t"
                                "t\n"
                                "n\v"
                                "v\f"
                                "f\r"
                                "r\x1B"
                                "e\"\"\\\\";
  aml_strbuf_add_char(&e->out, '"');
  for (size_t at = 0; at < text.len;) {
    size_t begin = at;
    uint32_t c = aml_utf8_next(text, &at);
    const char *letter = NULL;
    for (size_t i = 0; i + 1 < sizeof letters && letter == NULL; i += 2) {
      letter = (uint32_t)letters[i] == c ? &letters[i + 1] : NULL;
    }
    if (letter != NULL) {
      aml_strbuf_addf(&e->out, "\\%c", *letter);
    } else if (c == 0x85) {
      aml_strbuf_add(&e->out, AML_SV("\\N"));
    } else if (!is_printable(c)) {
      aml_strbuf_addf(&e->out, "\\x%02X", (unsigned)c);
    } else {
      aml_strbuf_add(&e->out, aml_sv_slice(text, begin, at));
    }
  }
  aml_strbuf_add_char(&e->out, '"');
}

static void check_text(encoding *e, aml_sv text) {
  for (size_t at = 0; at < text.len;) {
    if (is_odd(aml_utf8_next(text, &at))) {
      give_up(e);
    }
  }
}

/* To the end of its line. `depth` is that of what is inside. */
static void add_scalar(encoding *e, const aml_value *value, size_t depth) {
  const aml_value *text = value->kind == AML_NULL ? value : aml_hcl_to_string(e->eval, value);
  if (value->kind == AML_STRING) {
    check_text(e, value->as.string);
    if (is_block(value->as.string)) {
      add_block(e, value->as.string, depth);
      return;
    }
    add_quoted(e, value->as.string);
  } else if (text != NULL && (text->kind == AML_STRING || text->kind == AML_NULL)) {
    aml_strbuf_add(&e->out, text->kind == AML_NULL ? AML_SV("null") : text->as.string);
  } else {
    give_up(e);
  }
  aml_strbuf_add_char(&e->out, '\n');
}

static void add_key(encoding *e, aml_sv key) {
  check_text(e, key);
  bool has_break =
      aml_sv_find_char(key, '\n', 0) != AML_NPOS || aml_sv_find(key, AML_SV("\xC2\x85"), 0) != AML_NPOS;
  if (key.len > KEY_MAX || has_break || aml_sv_find_char(key, '\r', 0) != AML_NPOS) {
    give_up(e);
  }
  add_quoted(e, key);
  aml_strbuf_add_char(&e->out, ':');
}

/* A list or object that is not empty; `is_begun`: its first item is on a line that has begun, behind "- ". */
static void add_value(encoding *e, const aml_value *value, size_t depth, bool is_begun) {
  const aml_value *ordered = aml_hcl_ordered(e->eval, value);
  bool is_object = ordered->kind == AML_OBJECT;
  size_t count = aml_hcl_count(ordered);
  for (size_t i = 0; i < count && e->unknown == NULL && !e->out.overflowed; i++) {
    bool is_first = i == 0 && is_begun;
    indent(e, is_first ? 0 : depth);
    const aml_value *item = is_object ? ordered->as.object.members[i].value : ordered->as.array.items[i];
    if (is_object) {
      add_key(e, ordered->as.object.members[i].name);
    } else {
      aml_strbuf_add_char(&e->out, '-');
    }
    bool is_nested = aml_hcl_count(item) > 0;
    bool is_list = item->kind == AML_ARRAY;
    aml_strbuf_add_char(&e->out, is_nested && is_object ? '\n' : ' ');
    if (is_nested) {
      add_value(e, item, is_object && is_list ? depth : depth + 1, !is_object);
    } else if (is_list || item->kind == AML_OBJECT) {
      aml_strbuf_add(&e->out, is_list ? AML_SV("[]\n") : AML_SV("{}\n"));
    } else {
      add_scalar(e, item, depth + 1);
    }
  }
}

const aml_value *aml_hcl_fn_yamlencode(const aml_hcl_call *call) {
  const aml_value *value = call->args[0];
  encoding e = {.eval = call->eval};
  aml_strbuf_init(&e.out, call->eval->arena, AML_LIMIT_STRING);
  if (aml_hcl_count(value) > 0) {
    add_value(&e, value, 0, true);
  } else if (value->kind == AML_ARRAY || value->kind == AML_OBJECT) {
    aml_strbuf_add(&e.out, value->kind == AML_ARRAY ? AML_SV("[]\n") : AML_SV("{}\n"));
  } else if (value->kind == AML_STRING) {
    add_scalar(&e, value, 1);
  } else {
    give_up(&e); /* some versions write "..." behind it */
  }
  return e.unknown != NULL  ? e.unknown
         : e.out.overflowed ? aml_eval_limit(call->eval, "%d bytes in a computed string", AML_LIMIT_STRING)
                            : aml_make_string(call->eval, aml_strbuf_view(&e.out));
}
