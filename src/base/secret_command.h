/* Secrets that stand where a program's command line has them. Private to base/secret*.c. */
#ifndef AMLINT_BASE_SECRET_COMMAND_H
#define AMLINT_BASE_SECRET_COMMAND_H

#include "base/secret.h"

/* Whether the byte at `at` gives away a secret of a command: an option of a program that takes a password
 * ("mysql -px", "curl -u user:x", "schtasks /rp x"), one whose name tells ("--account-key x", "-Password x"),
 * a login of Oracle's ("user/x@host"), "net use", "login user password x", a line of .pgpass. It may begin
 * before `at`. Looks at the secret and at most 600 bytes before it. */
bool aml_secret_find_command(aml_sv text, size_t at, aml_secret_range *out);

#endif
