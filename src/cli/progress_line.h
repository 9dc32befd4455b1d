/* A line on the terminal that tells how far a long run has come. */
#ifndef AMLINT_CLI_PROGRESS_LINE_H
#define AMLINT_CLI_PROGRESS_LINE_H

#include "cli/app.h"
#include "engine/progress.h"

typedef struct aml_progress_line aml_progress_line;

/* Starts to watch; NULL where nobody would see it or wants to: no terminal on standard error, TERM=dumb, CI,
 * --quiet. After half a second a thread draws a line on standard error, and again when something has changed,
 * ten times a second at most. Lives in the app's arena. */
aml_progress_line *aml_progress_line_start(aml_app *app);
/* What the engine is to count in; NULL for a NULL line. */
aml_progress *aml_progress_line_counts(aml_progress_line *line);
/* Erases what was drawn. Nothing else may write to the terminal before. NULL is allowed. */
void aml_progress_line_stop(aml_progress_line *line);

#endif
