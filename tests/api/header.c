/* The public header alone, in C11 and in C++: it must need nothing before it and bear being included twice.
 */
#include <amlint/amlint.h>

#include <amlint/amlint.h>

amlint_options header_options(void);

amlint_options header_options(void) {
  amlint_options options = AMLINT_OPTIONS_INIT;
  return options;
}
