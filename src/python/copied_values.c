/* What a program copies of its values is bounded. */
#include "python/follow.h"

enum { COPIES_MAX = 8 << 20 }; /* bytes; see aml_py_may_copy */

const aml_py_value *aml_py_too_much(aml_py_run *run, aml_span span) {
  return aml_py_unknown(run->arena, span,
      "the program puts together more than %d MB of values, and later ones are not followed; write the value "
      "itself",
      COPIES_MAX >> 20);
}

bool aml_py_may_copy(aml_py_run *run, size_t bytes) {
  enum { SMALL = 64, FOR_A_BYTE = 4 };
  const size_t most = COPIES_MAX + FOR_A_BYTE * run->tokens.text.len;
  if (bytes <= SMALL) {
    return true;
  }
  bool is_enough = bytes <= most - run->copied;
  run->copied += is_enough ? bytes : 0;
  return is_enough;
}
