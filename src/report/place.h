/* What several formats need of a finding's place: positions, snippets, safe text. */
#ifndef AMLINT_REPORT_PLACE_H
#define AMLINT_REPORT_PLACE_H

#include "report/report.h"
#include "source/lines.h"

typedef struct aml_place {
  aml_sv path;
  aml_position begin, end; /* end is exclusive; 1:1 to 1:1 for a whole file that is empty */
} aml_place;

aml_place aml_place_of(const aml_run *run, aml_span span);

/* Text from files made safe for a terminal or a log: control characters, bidirectional marks and ill-formed
 * bytes become visible escapes; line ends become blanks. */
aml_sv aml_text_safe(aml_arena *arena, aml_sv text);

#endif
