/* Where a weakening stands: the line of the new file that makes it, or where the line stood that is gone. */
#ifndef AMLINT_ENGINE_WEAKENING_SPOT_H
#define AMLINT_ENGINE_WEAKENING_SPOT_H

#include "base/map.h"
#include "config/config.h"

struct aml_weakening;

typedef struct aml_weakening_spot {
  aml_span span;        /* in the sources of the run; none: of the file at `path` there is no line any more */
  aml_sv path;          /* as shown; empty: nowhere */
  uint32_t line_before; /* of what is gone, in the file as it was; 0: nothing is */
} aml_weakening_spot;

/* The files that a change touches, as they were and as they are, each compared once. */
typedef struct aml_weakening_files {
  aml_map by_path; /* shown path to a file: private */
} aml_weakening_files;

/* Looks for the spot: of all places that are tried, the first that the change touches. */
typedef struct aml_weakening_search {
  const struct aml_weakening *w;
  aml_weakening_spot spot, untouched;
  bool is_found;
} aml_weakening_search;

aml_weakening_search aml_weakening_search_begin(const struct aml_weakening *w);
/* A place in the files as they are (a span of w->after), or as they were (of w->before), in which case it
 * counts where its line was taken out. Spans that are none are no places. */
void aml_weakening_try(aml_weakening_search *search, aml_span span);
void aml_weakening_try_gone(aml_weakening_search *search, aml_span span);
/* A key of the configurations of the pair, {"governance", "inline"} or {"failOn", NULL}, in both. */
void aml_weakening_try_key(aml_weakening_search *search, const char *key, const char *below);
/* The first line of a file that is new in it and that `is_meant`, called with `about`, takes. */
typedef bool aml_weakening_line(aml_arena *scratch, aml_sv line, aml_sv about);
void aml_weakening_try_line(
    aml_weakening_search *search, aml_sv path, aml_weakening_line *is_meant, aml_sv about);
/* The first line of the file that changed. */
void aml_weakening_try_file(aml_weakening_search *search, aml_sv path);
/* Where nothing of that is touched: the first line that changed of the pair's configurations, else the first
 * place that was tried. */
aml_weakening_spot aml_weakening_search_end(aml_weakening_search *search);

#endif
