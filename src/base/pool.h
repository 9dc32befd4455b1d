/* Spreads independent jobs over threads. */
#ifndef AMLINT_BASE_POOL_H
#define AMLINT_BASE_POOL_H

#include <stddef.h>

/* Calls job(ctx, worker, i) once for each i below count, on at most `threads` threads (the caller's among
 * them, and no more than there are jobs), and returns when all are done. `worker` is below `threads` and the
 * same for all jobs of one thread. Which thread takes which job is open, so jobs must write to places of
 * their own. Threads that the system refuses are done without. */
void aml_pool_run(size_t threads, size_t count, void (*job)(void *ctx, size_t worker, size_t i), void *ctx);

/* Of so many threads those that pay for starting them, where `for_a_thread` of the work take as long as
 * starting one; at least 1, or 0 of 0. */
size_t aml_pool_useful(size_t threads, size_t work, size_t for_a_thread);

/* Processors of this machine that the process may use; at least 1. */
size_t aml_pool_processors(void);

#endif
