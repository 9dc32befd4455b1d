/* The exceptions file, read strictly.
 *
 *   exceptions:
 *     - id: EX-1
 *       rules: [AML101]
 *       paths: [clusters/gpu.yml]
 *       resource: {type: ..., name: gpu}
 *       owner: team-a
 *       reason: ...
 *       expires: 2027-01-31 */
#ifndef AMLINT_WAIVER_EXCEPTIONS_H
#define AMLINT_WAIVER_EXCEPTIONS_H

#include "waiver/waiver.h"

/* Adds the entries of one file. `path` is the file's, as shown; the paths of its entries are relative to
 * `base`, a folder as shown (that of the configuration, or of the file itself). Mistakes are AML902 at their
 * place, with a suggestion and is_incomplete set; an entry with a mistake is kept, marked MALFORMED, and
 * covers nothing. */
void aml_exceptions_read(
    aml_waivers *waivers, const aml_value *root, aml_sv path, aml_sv base, aml_diags *diags);

#endif
