/* Files that are part of the program: ci/cmake/Embed.cmake makes each a symbol, its size and its digest. */
#ifndef AMLINT_BASE_EMBED_H
#define AMLINT_BASE_EMBED_H

#include <stddef.h>

/* Declares all of it; the bytes live as long as the program and end in no zero. */
#define AML_EMBEDDED(symbol)                                                                                 \
  extern const unsigned char symbol[];                                                                       \
  extern const size_t symbol##_size;                                                                         \
  extern const unsigned char symbol##_sha256[32];

#endif
