/* A change of a source's bytes. */
#ifndef AMLINT_SOURCE_TEXT_EDIT_H
#define AMLINT_SOURCE_TEXT_EDIT_H

#include "source/source.h"

typedef struct aml_edit { /* replaces the bytes of span; an empty span inserts */
  aml_span span;
  aml_sv text;
} aml_edit;

#endif
