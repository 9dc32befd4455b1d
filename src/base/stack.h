/* Recursion on inputs is bounded by base/limits.h, and needs a stack of known size for that. */
#ifndef AMLINT_BASE_STACK_H
#define AMLINT_BASE_STACK_H

#include <stdbool.h>
#include <stddef.h>

/* What the deepest input needs, and several times more: 8 MB. */
#define AML_STACK_BYTES ((size_t)8 << 20)

/* Runs body(ctx) on a thread of its own with such a stack, and waits for it. False, with nothing run, where
 * the system refuses the thread. */
bool aml_stack_run(void (*body)(void *ctx), void *ctx);

/* Whether the main thread of the process has such a stack: `ulimit -s`. */
bool aml_stack_of_main_suffices(void);

#endif
