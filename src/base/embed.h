/* Files that are part of the program: ci/cmake/Embed.cmake makes each a symbol and its size. */
#ifndef AMLINT_BASE_EMBED_H
#define AMLINT_BASE_EMBED_H

#include <stddef.h>

/* Declares both; the bytes live as long as the program and end in no zero. */
#define AML_EMBEDDED(symbol)                                                                                 \
  extern const unsigned char symbol[];                                                                       \
  extern const size_t symbol##_size;

#endif
