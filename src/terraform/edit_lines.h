/* Private to src/terraform: arguments that come and go by whole lines. Spans of blocks and objects are those
 * that the reader gives. All are false where that cannot be done for certain: a body on one line, one with a
 * here-document, a text inside of another file. Edits do not replace what they move beside. */
#ifndef AMLINT_TERRAFORM_EDIT_LINES_H
#define AMLINT_TERRAFORM_EDIT_LINES_H

#include "base/strbuf.h"
#include "edit/editor.h"

/* `name = value` behind the last argument that has a line of its own. */
bool aml_tf_insert_argument(
    const aml_edit_text *text, aml_span block, aml_sv name, aml_sv value, aml_edit *out);

typedef struct aml_tf_new_block { /* type { name = value } */
  aml_sv type, name, value;
} aml_tf_new_block;
/* At the end of the body. */
bool aml_tf_insert_block(
    const aml_edit_text *text, aml_span block, const aml_tf_new_block *made, aml_edit *out);

/* The line of an argument, where it stands alone on it. */
bool aml_tf_remove_argument(const aml_edit_text *text, const aml_member *member, aml_edit *out);

#endif
