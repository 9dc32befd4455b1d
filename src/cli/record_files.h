/* --record, --verify and --since: the record that a reviewer files. */
#ifndef AMLINT_CLI_RECORD_FILES_H
#define AMLINT_CLI_RECORD_FILES_H

#include "cli/app.h"
#include "engine/engine.h"
#include "report/audit.h"

typedef struct aml_record_request {
  bool is_asked;                    /* any of the three options is given */
  const aml_value *filed, *earlier; /* of --verify and --since; NULL: not given */
} aml_record_request;

/* Reads the files of the options before the run, which judges as of the day of the record to verify unless
 * another one is given. False, with the trouble said, where one of them is no record. */
bool aml_app_read_record_request(aml_app *app, aml_record_request *out);

/* Writes, verifies and compares, of a run whose audit is made. The exit status: 1 where the record to verify
 * is not what this run gives. */
int aml_app_answer_record_request(
    aml_app *app, aml_engine *core, const aml_audit *audit, const aml_record_request *request);

#endif
