/* Texts in which no secret was found, so that those that come again are not searched again: findings of one
 * rule say much the same of all resources. */
#ifndef AMLINT_BASE_SECRET_MEMO_H
#define AMLINT_BASE_SECRET_MEMO_H

#include "base/secret.h"

enum { AML_SECRET_MEMO = 512 };

typedef struct aml_secret_memo { /* {0} is empty */
  aml_sv clean[AML_SECRET_MEMO]; /* private, borrowed: each where the bytes of such a text lead to */
} aml_secret_memo;

/* As aml_secret_mask. The bytes of every text that it is asked for must stay as they are while the memo is in
 * use. */
aml_sv aml_secret_memo_mask(aml_secret_memo *memo, aml_arena *arena, aml_sv text);

#endif
