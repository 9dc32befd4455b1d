/* Where text goes: a function and its context. */
#ifndef AMLINT_BASE_SINK_H
#define AMLINT_BASE_SINK_H

#include <stdbool.h>
#include <stddef.h>

/* Takes n bytes; false means "stop", after which nothing more is sent. */
typedef bool (*aml_write)(void *ctx, const char *bytes, size_t n);

#endif
