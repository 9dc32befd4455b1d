/* A sink that keeps what it is given in a buffer. */
#ifndef AMLINT_TESTS_UNIT_KEPT_BYTES_H
#define AMLINT_TESTS_UNIT_KEPT_BYTES_H

#include "base/strbuf.h"

/* `ctx` is an aml_strbuf. */
static inline bool keep(void *ctx, const char *bytes, size_t n) {
  aml_strbuf_add(ctx, (aml_sv){bytes, n});
  return true;
}

#endif
