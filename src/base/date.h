/* Days, instants and ISO 8601 durations, in the proleptic Gregorian calendar and UTC. */
#ifndef AMLINT_BASE_DATE_H
#define AMLINT_BASE_DATE_H

#include "base/sv.h"

typedef int32_t aml_day; /* days since 1970-01-01 */
#define AML_DAY_NONE INT32_MIN

/* Reads YYYY-MM-DD, all of the text and nothing else; the year from 0001 to 9999. */
bool aml_day_parse(aml_sv text, aml_day *out);
/* The date must exist, year 1 to 9999: nothing is checked. month and day count from 1. */
aml_day aml_day_of(int year, int month, int day);
/* The reverse; not for AML_DAY_NONE. */
void aml_day_split(aml_day day, int *year, int *month, int *day_of_month);
#define AML_DAY_TEXT_SIZE 11
void aml_day_text(aml_day day, char out[AML_DAY_TEXT_SIZE]); /* terminated */
/* The day to judge by: YYYY-MM-DD as given, from 1970-01-01 on, or today, UTC, where `given` is NULL: the one
 * place that reads the clock for dates. Fails, with what to do in *error, for what is no such day, and for a
 * clock beyond the year 9999. */
AML_MUST_USE aml_status aml_day_to_judge_by(const char *given, aml_day *out, aml_error *error);

typedef struct aml_instant { /* a point in time with the resolution of .NET's ticks */
  int64_t ticks;             /* 100 ns since 0001-01-01T00:00:00Z */
} aml_instant;

/* Reads ISO 8601 (date, optional time, optional fraction, optional Z or offset) and the RFC 1123 and
 * "yyyy-MM-dd HH:mm:ssZ" forms. Without an offset the text is taken as UTC. */
bool aml_instant_parse(aml_sv text, aml_instant *out);
/* Seconds since 1970-01-01T00:00:00Z. */
aml_instant aml_instant_of_unix(int64_t seconds);
int64_t aml_instant_to_unix(aml_instant at);

typedef struct aml_duration { /* ISO 8601: P[n]Y[n]M[n]W[n]DT[n]H[n]M[n]S, optional leading minus */
  bool negative;
  int64_t years, months, days; /* weeks are 7 days */
  int64_t ticks;               /* the time part, 100 ns */
} aml_duration;

/* False for anything that is not a duration; "P" and "PT" alone are none. */
bool aml_duration_parse(aml_sv text, aml_duration *out);
/* Seconds, taking a month as 30 and a year as 365 days; saturates. */
int64_t aml_duration_seconds(const aml_duration *duration);
/* False when the result leaves the years 1 to 9999. */
bool aml_instant_add(aml_instant at, const aml_duration *duration, aml_instant *out);

#endif
