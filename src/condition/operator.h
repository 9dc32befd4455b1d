/* The operators of conditions, in three-valued logic. */
#ifndef AMLINT_CONDITION_OPERATOR_H
#define AMLINT_CONDITION_OPERATOR_H

#include "base/regex.h"
#include "tree/value.h"

typedef enum aml_operation {
  AML_OP_EQUALS,
  AML_OP_LIKE,
  AML_OP_MATCH,
  AML_OP_MATCH_FOLDED,
  AML_OP_CONTAINS,
  AML_OP_IN,
  AML_OP_CONTAINS_KEY,
  AML_OP_LESS,
  AML_OP_LESS_OR_EQUALS,
  AML_OP_GREATER,
  AML_OP_GREATER_OR_EQUALS,
  AML_OP_EXISTS,
  AML_OP_MATCHES, /* ours: PCRE2 */
} aml_operation;

typedef struct aml_operator {
  const char *name; /* as written: "notEquals" */
  aml_operation operation;
  bool is_negated; /* the answer is turned round: notEquals */
  bool is_ours;    /* not part of Azure Policy's language */
} aml_operator;

/* By name, ignoring case; NULL when there is none. */
const aml_operator *aml_operator_find(aml_sv name);
/* The i-th operator, NULL past the end. */
const aml_operator *aml_operator_at(size_t i);

typedef enum aml_operand_style { AML_OPERANDS_PLAIN, AML_OPERANDS_REGIONS } aml_operand_style;

/* Whether `left operator right` holds. left NULL: certainly absent, which is as null. AML_MAYBE where the
 * answer hangs on something unknown or a regex limit was reached. `regex` is right, compiled; NULL when right
 * is no constant, then it is compiled here. REGIONS: blanks inside strings do not count ("West US" is
 * "westus"). */
aml_truth aml_operator_apply(aml_arena *arena, const aml_operator *op, aml_operand_style style,
    const aml_value *left, const aml_value *right, const aml_regex *regex);

/* Equality as `equals` has it: letter case is ignored, "5" equals 5, "True" equals true, absent equals null.
 */
aml_truth aml_policy_equal(aml_arena *arena, const aml_value *a, const aml_value *b);

#endif
