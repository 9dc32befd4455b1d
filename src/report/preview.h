/* What a fix would change, as lines taken away and lines added. */
#ifndef AMLINT_REPORT_PREVIEW_H
#define AMLINT_REPORT_PREVIEW_H

#include "report/place.h"

/* The fix worth showing: the first safe one, or NULL. */
const aml_fix *aml_fix_to_show(const aml_finding *finding);

/* Receives one line, without its line end, long ones cut. */
typedef void (*aml_preview_line)(void *ctx, bool is_new, aml_sv line);

/* Calls `line` for each line taken away and then added, place by place, a dozen at most; what is left out is
 * shown as a line "...". Shows nothing at a place that holds a secret. */
void aml_fix_preview(
    const aml_run *run, const aml_fix *fix, const aml_secrets *secrets, aml_preview_line line, void *ctx);

#endif
