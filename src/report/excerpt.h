/* A source line as people are shown it: with a gutter, cut around the place, the place underlined. */
#ifndef AMLINT_REPORT_EXCERPT_H
#define AMLINT_REPORT_EXCERPT_H

#include "report/place.h"

typedef struct aml_excerpt {
  const aml_source *source;
  aml_span span;         /* its first line is shown */
  size_t gutter;         /* digits of the largest line number of the group */
  size_t width;          /* of the terminal; 0 for no limit */
  char mark;             /* '^' or '-' */
  aml_sv label;          /* behind the underline; may be empty */
  const char *gutter_on; /* terminal codes, empty strings without colour */
  const char *mark_on, *off;
  const aml_secrets *secrets; /* masked */
} aml_excerpt;

/* Two lines: the source line and the underline. Takes time in the width, not in the length of the line. */
void aml_excerpt_write(aml_out *out, const aml_excerpt *excerpt);

/* Digits of a number in decimal, for gutters. */
size_t aml_digit_count(uint32_t number);

#endif
