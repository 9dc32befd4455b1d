/* Durations as people write them. Private to azureml/. */
#ifndef AMLINT_AZUREML_DURATION_H
#define AMLINT_AZUREML_DURATION_H

#include "base/sv.h"

/* The ISO 8601 form of a duration that is nearly in it, or in numbers and words, "pt30m", "120s", "5 min",
 * "1h30m"; empty where the text is no such thing. "30M" is none: it may be months. */
aml_sv aml_respell_duration(aml_arena *arena, aml_sv text);

#endif
