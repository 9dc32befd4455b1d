/* The toy language, and a host of it, for the table of the program that tests it. */
#ifndef AMLINT_TESTS_TOY_H
#define AMLINT_TESTS_TOY_H

#include "front/front_end.h"

extern const aml_front_end toy_language;

#endif
