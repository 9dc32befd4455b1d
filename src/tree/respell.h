/* What front ends know for certain of misspelt words, for fixes. */
#ifndef AMLINT_TREE_RESPELL_H
#define AMLINT_TREE_RESPELL_H

#include "source/diag.h"
#include "tree/value.h"

/* The value, which reads `written`, stands for `meant`; nothing where that is empty, or where the value is
 * computed. */
void aml_respell_value(
    aml_diags *diags, aml_diag *diag, const aml_value *value, aml_sv written, aml_sv meant);

/* The same of a member's name; nothing, too, where the object has the right one as well. */
void aml_respell_key(
    aml_diags *diags, aml_diag *diag, const aml_value *holder, const aml_member *member, aml_sv meant);

#endif
