/* Whether two values hold the same. */
#ifndef AMLINT_TREE_SAME_VALUE_H
#define AMLINT_TREE_SAME_VALUE_H

#include "tree/value.h"

/* What must agree besides kinds, flags and what values hold: where they stand, how they came there, what an
 * expression computes. Either may be NULL: nothing more. */
typedef struct aml_same_more {
  bool (*of_value)(
      void *ctx, const aml_value *a, const aml_value *b); /* of one kind; asked before its parts */
  bool (*of_member)(void *ctx, const aml_member *a, const aml_member *b); /* of one name */
  void *ctx;
} aml_same_more;

/* Bit by bit, with members in the same order; zeroes of both signs are told apart, and of unknown values all
 * that is known of them must be the same, and why no more is. NULL is the same as NULL alone. A value is the
 * same as itself, whatever else is asked. As deep as the values are. */
bool aml_same_value(const aml_value *a, const aml_value *b, const aml_same_more *more);

#endif
