#include "report/markdown_text.h"

static bool is_word(char c) {
  return aml_ascii_alnum(c) || (unsigned char)c >= 0x80;
}

/* Marks that mean something to a service behind or before anything, and are written as entities. */
static bool is_reference(char c, char after) {
  if (c == ':') { /* a scheme, or an emoji */
    return after == '/' || after == '+' || after == '-' || aml_ascii_alpha(after);
  }
  return aml_sv_find_char(AML_SV("@#&<>|`"), c, 0) != AML_NPOS;
}

static bool is_markup(char before, char c, char after) {
  if (c == '_') {
    return !is_word(before) || !is_word(after);
  }
  /* A list, a heading's line or a rule: at the beginning of a text only, which may begin a line, and with a
   * blank or its like behind. */
  if (c == '-' || c == '+' || c == '=') {
    return before == 0 && (after == 0 || after == ' ' || after == '\t' || after == c);
  }
  return aml_sv_find_char(AML_SV("\\*[]~$"), c, 0) != AML_NPOS;
}

void aml_markdown_byte(aml_out *out, char before, char c, char after) {
  if (is_reference(c, after)) {
    aml_out_str(out, "&#");
    aml_out_int(out, c);
    aml_out_char(out, ';');
    return;
  }
  aml_out_str(out, is_markup(before, c, after) ? "\\" : "");
  aml_out_char(out, c);
}

void aml_markdown_text(aml_out *out, aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    aml_markdown_byte(
        out, i == 0 ? 0 : text.data[i - 1], text.data[i], i + 1 == text.len ? 0 : text.data[i + 1]);
  }
}
