/* Functions that this project never calls, turned into compile errors. CMake includes this file before every
 * source of the library and the program; no source names it.
 *
 * Poison reaches declarations too, so the standard headers that declare these names come first. */
#ifndef AMLINT_BASE_BANNED_H
#define AMLINT_BASE_BANNED_H

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* No bound on what they write. */
#pragma GCC poison gets strcpy strcat stpcpy sprintf vsprintf

/* A bound that does not do what it seems to: no terminator, or padding to the end. */
#pragma GCC poison strncpy strncat

/* Without memory it changes its method in silence, and it keeps no order of equals: base/sort.h does. */
#pragma GCC poison qsort qsort_r

/* Hidden state, shared by all threads. */
#pragma GCC poison strtok rand srand localtime gmtime ctime asctime setlocale

/* No way to tell a bad number from zero. */
#pragma GCC poison atoi atol atoll atof

/* Names that somebody else may take first, and programs that somebody else may choose. */
#pragma GCC poison tmpnam tempnam mktemp system popen

/* The environment is an input of the program alone, never of the library. */
#ifndef AMLINT_MAY_READ_ENVIRONMENT
#  pragma GCC poison getenv secure_getenv
#endif

#endif
