/* Passwords in lines of PostgreSQL's password file. Private to base/secret*.c. */
#ifndef AMLINT_BASE_SECRET_PGPASS_H
#define AMLINT_BASE_SECRET_PGPASS_H

#include "base/secret.h"

/* `at` is the first ':' of "host:port:database:user:password", in a file, or in a command that writes one. A
 * place in a file ("a.c:12:5: error: x"), an address of IPv6 and the like are no such line. Looks at the
 * line, and at most 256 bytes before `at`. */
bool aml_secret_find_pgpass(aml_sv text, size_t at, aml_secret_range *out);

#endif
