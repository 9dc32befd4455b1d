/* Temporary files beside what they are to replace, and how they go away although a run ended in the middle.
 *
 * They are named ".NAME.HEX.tmp": the target's name and sixteen digits. Whoever writes one holds a lock on it
 * (flock(2)), which ends with the process, however that ends. So one that is not locked was left behind by a
 * run that was killed, in whatever container or on whatever machine, and may be removed. */
#ifndef AMLINT_BASE_TEMPORARY_H
#define AMLINT_BASE_TEMPORARY_H

#include "base/sv.h"

/* A name for the target that nobody else has. `attempt` tells names apart where the system has no random
 * bits. */
const char *aml_temporary_name(aml_arena *arena, const char *target, unsigned attempt);

/* Locks a file that was just made. False where somebody has swept it away before: make another. Of a file
 * system without locks nothing is ever swept, and all is well. */
bool aml_temporary_lock(int fd);

/* Removes the target's temporaries that nobody writes, as far as its folder allows; reads all names of the
 * folder for that. False where the system has no memory. */
bool aml_temporary_sweep(const char *folder, const char *target);

/* While a path is watched, aml_temporary_remove_all removes it. It is watched before the file is made and
 * until it is gone; the bytes of the path live as long. Beyond eight at a time a path is not watched, and
 * what is left of it waits for a sweep. */
void aml_temporary_watch(const char *path);
void aml_temporary_unwatch(const char *path);

/* For the handler of a signal that ends the process: async-signal-safe. */
void aml_temporary_remove_all(void);

#endif
