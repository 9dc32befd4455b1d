/* Terminal codes by meaning; empty strings without colour. The words say everything that colour does. */
#ifndef AMLINT_REPORT_PALETTE_H
#define AMLINT_REPORT_PALETTE_H

#include "report/report.h"

typedef struct aml_palette {
  const char *place, *gutter, *label, *add, *remove, *off;
  const char *severity[AML_SEVERITY_ERROR + 1]; /* NONE: undecided and suppressed */
} aml_palette;

const aml_palette *aml_palette_of(const aml_report_options *options);

/* The code of a finding's severity, or of its status where that is not active. */
const char *aml_palette_label(const aml_palette *palette, const aml_finding *finding);

#endif
