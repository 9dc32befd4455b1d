/* Trees and diagnostics as text, so that a test can say in one line what it expects.
 *
 * Values: JSON without blanks, names and texts in single quotes, unknown values as "?", floats with a '~'
 * before them. Diagnostics: "AML001@4-7" each, separated by blanks. */
#ifndef AMLINT_TESTS_UNIT_TREE_TEXT_H
#define AMLINT_TESTS_UNIT_TREE_TEXT_H

#include <inttypes.h>

#include "base/number.h"
#include "base/strbuf.h"
#include "expr/expr.h"
#include "tree/read.h"

static inline void add_value_text(aml_strbuf *out, const aml_value *value);

static inline void add_members_text(aml_strbuf *out, const aml_value *value) {
  aml_strbuf_add_char(out, '{');
  for (size_t i = 0; i < value->as.object.count; i++) {
    aml_strbuf_addf(out, "%s'%.*s':", i == 0 ? "" : ",", AML_SV_ARG(value->as.object.members[i].name));
    add_value_text(out, value->as.object.members[i].value);
  }
  aml_strbuf_add_char(out, '}');
}

static inline void add_items_text(aml_strbuf *out, const aml_value *value) {
  aml_strbuf_add_char(out, '[');
  for (size_t i = 0; i < value->as.array.count; i++) {
    aml_strbuf_add(out, i == 0 ? AML_SV("") : AML_SV(","));
    add_value_text(out, value->as.array.items[i]);
  }
  aml_strbuf_add_char(out, ']');
}

static inline void add_value_text(aml_strbuf *out, const aml_value *value) {
  char number[AML_NUMBER_TEXT_SIZE];
  switch (value->kind) {
  case AML_NULL:
    aml_strbuf_add(out, AML_SV("null"));
    break;
  case AML_BOOL:
    aml_strbuf_add(out, value->as.boolean ? AML_SV("true") : AML_SV("false"));
    break;
  case AML_INT:
    aml_strbuf_addf(out, "%" PRId64, value->as.integer);
    break;
  case AML_FLOAT:
    (void)aml_double_text(value->as.number, number);
    aml_strbuf_addf(out, "~%s", number);
    break;
  case AML_STRING:
    aml_strbuf_addf(out, "'%.*s'", AML_SV_ARG(value->as.string));
    break;
  case AML_ARRAY:
    add_items_text(out, value);
    break;
  case AML_OBJECT:
    add_members_text(out, value);
    break;
  case AML_UNKNOWN:
    aml_strbuf_add_char(out, '?');
    break;
  case AML_EXPRESSION:
    aml_strbuf_add(out, aml_expr_text(out->arena, value));
    break;
  }
}

static inline aml_sv text_of_value(aml_arena *arena, const aml_value *value) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  add_value_text(&out, value);
  return aml_strbuf_view(&out);
}

static inline aml_sv text_of_diags(aml_arena *arena, const aml_diags *diags) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < diags->list.count; i++) {
    const aml_diag *diag = &diags->list.items[i];
    aml_strbuf_addf(&out, "%s%s@%u-%u", i == 0 ? "" : " ", diag->rule, diag->span.begin, diag->span.end);
  }
  return aml_strbuf_view(&out);
}

#endif
