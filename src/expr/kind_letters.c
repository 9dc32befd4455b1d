/* The letters by which rows of functions say what they take and give. */
#include <limits.h>

#include "expr/function.h"

enum { STRING = 1U << AML_STRING, NUMBER = 1U << AML_INT | 1U << AML_FLOAT, ARRAY = 1U << AML_ARRAY };
enum { OBJECT = 1U << AML_OBJECT, BOOL = 1U << AML_BOOL, NOTHING = 1U << AML_NULL };

static const aml_kinds kinds_of[UCHAR_MAX + 1] = {
    ['s'] = STRING,
    ['i'] = 1U << AML_INT,
    ['n'] = NUMBER,
    ['b'] = BOOL,
    ['a'] = ARRAY,
    ['o'] = OBJECT,
    ['z'] = NOTHING,
    ['c'] = STRING | ARRAY,
    ['k'] = STRING | ARRAY | OBJECT,
    ['e'] = STRING | ARRAY | OBJECT | NOTHING,
    ['t'] = STRING | NUMBER | BOOL,
};

aml_kinds aml_letter_kinds(char letter) {
  aml_kinds kinds = kinds_of[(unsigned char)letter];
  return kinds != 0 ? kinds : AML_KINDS_ANY;
}

aml_kinds aml_function_kinds(const char *letters) {
  aml_kinds kinds = 0;
  for (; *letters != 0; letters++) {
    kinds |= aml_letter_kinds(*letters);
  }
  return kinds;
}
