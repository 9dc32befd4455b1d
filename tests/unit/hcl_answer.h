/* An expression of HCL against the answer of another implementation. */
#ifndef AMLINT_TESTS_HCL_ANSWER_H
#define AMLINT_TESTS_HCL_ANSWER_H

#include <stdio.h>

#include "hcl_text.h"

/* {expression, value, type}, or {expression, error}, where error is "syntax" or "evaluation". */
typedef struct hcl_answer {
  aml_sv expression, type, error;
  const aml_value *value;
} hcl_answer;

/* Whether the value is what the other says: numbers to 15 digits, since there they have more. */
static inline bool hcl_is_same(const aml_value *got, const aml_value *wanted) {
  if (wanted == NULL) {
    return false;
  }
  if (got->kind == AML_FLOAT || wanted->kind == AML_FLOAT) {
    bool are_numbers = (got->kind == AML_FLOAT || got->kind == AML_INT) &&
                       (wanted->kind == AML_FLOAT || wanted->kind == AML_INT);
    double a = are_numbers ? aml_hcl_double(got) : 0;
    double b = are_numbers ? aml_hcl_double(wanted) : 0;
    double difference = a > b ? a - b : b - a;
    return are_numbers && difference <= 1e-15 * (b < 0 ? -b : b);
  }
  if (got->kind != wanted->kind || aml_hcl_count(got) != aml_hcl_count(wanted)) {
    return false;
  }
  if (got->kind != AML_ARRAY && got->kind != AML_OBJECT) {
    return aml_value_equal(got, wanted) == AML_TRUE;
  }
  bool is_same = true;
  for (size_t i = 0; i < aml_hcl_count(got) && is_same; i++) {
    const aml_member *member = got->kind == AML_OBJECT ? &got->as.object.members[i] : NULL;
    const aml_value *other =
        member == NULL ? wanted->as.array.items[i] : aml_object_find_exact(wanted, member->name);
    is_same = other != NULL && hcl_is_same(member == NULL ? got->as.array.items[i] : member->value, other);
  }
  return is_same;
}

/* Whether amlint answers the same; prints what differs where that is a fault. */
static inline bool hcl_check_answer(const hcl_answer *answer, bool prints) {
  hcl_text t;
  hcl_text_init(&t);
  const aml_value *got = hcl_text_value(&t, answer->expression);
  aml_sv type = aml_hcl_type_name(&t.arena, got);
  bool is_syntax = aml_sv_eq(answer->error, AML_SV("syntax"));
  bool is_right = is_syntax ? t.diags.list.count > 0
                  : answer->error.len > 0
                      ? t.diags.list.count == 0 && t.failures > 0
                      : t.diags.list.count == 0 && t.failures == 0 && hcl_is_same(got, answer->value) &&
                            aml_sv_eq(type, answer->type);
  if (!is_right && prints) {
    aml_sv message = t.diags.list.count > 0 ? t.diags.list.items[0].message.text : t.message;
    aml_sv shown = aml_value_json(&t.arena, got, false);
    aml_sv wanted = answer->error.len > 0 ? answer->error : aml_value_json(&t.arena, answer->value, false);
    printf("different: %.*s\n  got %.*s (%.*s) %.*s\n  wanted %.*s (%.*s)\n", AML_SV_ARG(answer->expression),
        AML_SV_ARG(shown), AML_SV_ARG(type), AML_SV_ARG(message), AML_SV_ARG(wanted),
        AML_SV_ARG(answer->type));
  }
  aml_arena_release(&t.arena);
  return is_right;
}

/* ["expression", "type", value], or ["expression", "syntax"] or ["expression", "evaluation"]; in a list of
 * differences, with the reason behind it. */
static inline bool hcl_check_row(const aml_value *row, bool is_difference) {
  const aml_value *const *cells = row->as.array.items;
  bool is_error = row->as.array.count == (is_difference ? 3 : 2);
  const hcl_answer answer = {.expression = cells[0]->as.string,
      .type = is_error ? (aml_sv){0} : cells[1]->as.string,
      .error = is_error ? cells[1]->as.string : (aml_sv){0},
      .value = is_error ? NULL : cells[2]};
  return hcl_check_answer(&answer, !is_difference);
}

#endif
