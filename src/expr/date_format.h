/* Instants as .NET writes them in the invariant culture, always in UTC. */
#ifndef AMLINT_EXPR_DATE_FORMAT_H
#define AMLINT_EXPR_DATE_FORMAT_H

#include "base/date.h"
#include "base/strbuf.h"

/* Appends the instant in a standard ("d", "o", "u") or custom format ("yyyy-MM-dd HH:mm"); false where .NET
 * refuses the format. */
bool aml_instant_format(aml_strbuf *out, aml_instant at, aml_sv format);

/* yyyy-MM-ddTHH:mm:ssZ, with a fraction of seven digits where there is one. */
aml_sv aml_instant_iso(aml_arena *arena, aml_instant at);

#endif
