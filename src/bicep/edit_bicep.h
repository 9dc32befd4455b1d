/* Edits of Bicep files in their own style: their indentation, their line ends, objects on one line or on
 * several. */
#ifndef AMLINT_BICEP_EDIT_BICEP_H
#define AMLINT_BICEP_EDIT_BICEP_H

#include "edit/editor.h"

extern const aml_editor aml_bicep_editor;

#endif
