/* What several formats need of a finding: its place, what may be shown of the source, its words. */
#ifndef AMLINT_REPORT_PLACE_H
#define AMLINT_REPORT_PLACE_H

#include "base/secret.h"
#include "report/out.h"
#include "report/report.h"
#include "source/lines.h"

typedef struct aml_place {
  aml_sv path;             /* as shown; empty where there is no file */
  aml_position begin, end; /* end is exclusive; 1:1 to 1:1 for a whole file and for no file */
} aml_place;

/* A path as reports show it, in addresses too: a secret in it is masked, for one in a log that others read is
 * worse than a link that leads nowhere. Addresses are encoded behind this, never before. */
aml_sv aml_path_shown(aml_arena *arena, aml_sv path);

/* A shown path as seen from the run's home, and as reports show it; absolute where it lies elsewhere. */
aml_sv aml_path_at_home(const aml_run *run, aml_sv path);

/* Builds the file's line table on first use. The path is seen from the run's home. */
aml_place aml_place_of(const aml_run *run, aml_span span);

/* A shown path as the reader would type it, seen from the working folder; not masked. */
aml_sv aml_path_from_folder(const aml_run *run, aml_sv path);
/* That of a place; empty for AML_NO_SPAN. */
aml_sv aml_place_path(const aml_run *run, aml_span span);

/* The path of a notice's place, or the one that it names, as shown; empty where it is about no file. */
aml_sv aml_notice_path(const aml_run *run, const aml_notice *notice);

/* The last line that holds something of the place: an end at the beginning of a line does not reach into it.
 */
uint32_t aml_place_last_line(const aml_place *place);

/* The source of a span with its line table built; NULL for AML_NO_SPAN. */
const aml_source *aml_place_source(const aml_run *run, aml_span span);

/* Whether the options ask for findings of this status. */
bool aml_report_shows(const aml_report_options *options, const aml_finding *finding);

/* The name of a finding's resource, cut where it is long. */
aml_sv aml_finding_resource_name(aml_arena *arena, const aml_finding *finding);
/* "error", "warning", "note", "none". */

/* The severity's name, or "undecided" or "suppressed". */
const char *aml_finding_label(const aml_finding *finding);
/* The finding's own help, or else the rule's where that says the same of every finding; may be empty. */
aml_sv aml_finding_help(const aml_finding *finding);

/* The places that hold secrets: the spans of findings that say so, with their related ones. No report shows
 * their text. */
typedef struct aml_secrets {
  const aml_span *items; /* by source and begin, disjoint */
  size_t count;
} aml_secrets;

aml_secrets aml_secrets_of(const aml_run *run);
/* The first secret of the source that ends behind `offset`; NULL when there is none. */
const aml_span *aml_secrets_find(const aml_secrets *secrets, aml_source_id source, uint32_t offset);

/* Offset moved back or on to the boundary of a code point. */
uint32_t aml_align_back(aml_sv bytes, uint32_t offset);
uint32_t aml_align_on(aml_sv bytes, uint32_t offset);

#endif
