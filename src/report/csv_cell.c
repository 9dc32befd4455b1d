#include "report/csv_cell.h"

#include "base/secret.h"

void aml_csv_cell(aml_out *out, aml_arena *arena, aml_sv text) {
  text = aml_secret_mask(arena, text);
  bool looks_like_formula =
      text.len > 0 &&
      (text.data[0] == '=' || text.data[0] == '+' || text.data[0] == '@' || text.data[0] == '\t' ||
          text.data[0] == '\r' || (text.data[0] == '-' && !(text.len > 1 && aml_ascii_digit(text.data[1]))));
  aml_out_char(out, '"');
  if (looks_like_formula) {
    aml_out_char(out, '\'');
  }
  for (size_t i = 0; i < text.len; i++) {
    if (text.data[i] == '"') {
      aml_out_char(out, '"');
    }
    aml_out_char(out, text.data[i]);
  }
  aml_out_char(out, '"');
}
