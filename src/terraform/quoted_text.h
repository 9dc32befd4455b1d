/* Texts in quotes, with their interpolations as they are written. Private to src/terraform. */
#ifndef AMLINT_TERRAFORM_QUOTED_TEXT_H
#define AMLINT_TERRAFORM_QUOTED_TEXT_H

#include "source/guest.h"

/* From quote to quote, on one line. */
extern const aml_guest_style aml_tf_quoted;

#endif
