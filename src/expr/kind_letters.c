/* The letters by which rows of functions say what they take and give. */
#include "expr/function.h"

static aml_kinds kinds_of_letter(char letter) {
  enum { STRING = 1U << AML_STRING, NUMBER = 1U << AML_INT | 1U << AML_FLOAT, ARRAY = 1U << AML_ARRAY };
  enum { OBJECT = 1U << AML_OBJECT, BOOL = 1U << AML_BOOL, NOTHING = 1U << AML_NULL };
  switch (letter) {
  case 's':
    return STRING;
  case 'i':
    return 1U << AML_INT;
  case 'n':
    return NUMBER;
  case 'b':
    return BOOL;
  case 'a':
    return ARRAY;
  case 'o':
    return OBJECT;
  case 'z':
    return NOTHING;
  case 'c':
    return STRING | ARRAY;
  case 'k':
    return STRING | ARRAY | OBJECT;
  case 'e':
    return STRING | ARRAY | OBJECT | NOTHING;
  case 't':
    return STRING | NUMBER | BOOL;
  default:
    return AML_KINDS_ANY;
  }
}

aml_kinds aml_function_kinds(const char *letters) {
  aml_kinds kinds = 0;
  for (; *letters != 0; letters++) {
    kinds |= kinds_of_letter(*letters);
  }
  return kinds;
}
