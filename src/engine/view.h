/* Texts that stand in place of files on disk: what is staged, or what was before a change. */
#ifndef AMLINT_ENGINE_VIEW_H
#define AMLINT_ENGINE_VIEW_H

#include "base/map.h"
#include "source/agreed.h"

typedef struct aml_view_text {
  bool is_absent;
  aml_sv text;
} aml_view_text;

typedef struct aml_view {
  aml_arena *arena;     /* of the run */
  aml_map texts;        /* shown path to aml_view_text */
  aml_map folders;      /* to aml_texts: names of the paths of the view in a folder, some repeated */
  aml_agreed *agreed;   /* what files of amlint's own hold; NULL: what the working tree has */
  aml_agreed *index;    /* with --staged: what is staged; else NULL */
  aml_sv index_trouble; /* why it is NULL although it was asked for */
} aml_view;

/* What stands in place of the file at a shown path; NULL: what is on disk. */
const aml_view_text *aml_engine_view(const aml_view *view, aml_sv path);
void aml_engine_set_view(aml_view *view, aml_sv path, bool is_absent, aml_sv text);

#endif
