/* Web addresses that reports lead to: of the project, of a rule's page, of a file at the revision that was
 * checked. */
#ifndef AMLINT_REPORT_LINK_H
#define AMLINT_REPORT_LINK_H

#include "report/report.h"

#define AML_HOME "https://github.com/amlint/amlint"

/* RFC 3986: what is neither unreserved nor in `kept` is percent-encoded. */
aml_sv aml_uri_encode(aml_arena *arena, aml_sv text, const char *kept);

/* Where a rule is explained: a built-in one on its own page, another where its first reference leads; empty
 * where that is nowhere. What would end a link in Markdown is encoded. */
aml_sv aml_rule_page(aml_arena *arena, const aml_rule *rule);

/* The address below which GitHub or GitLab shows the files of the revision that is checked, with a slash at
 * the end; empty where the CI variables (options.environment) do not tell. */
aml_sv aml_blob_base(aml_arena *arena, const aml_value *environment);

#endif
