/* What is a secret: by the name of the member that holds it, or by the form of the text itself. The one place
 * that knows; docs/secrets.md says the same to users. Nothing here allocates but aml_secret_mask. */
#ifndef AMLINT_BASE_SECRET_H
#define AMLINT_BASE_SECRET_H

#include "base/arena.h"
#include "base/map.h"

#define AML_SECRET_MASK "***"

/* Whether a member of that name holds a password, a token or a key: goes by how the name ends, without regard
 * to letter case and separators ("sshPassword", "db-password", "SHARED_ACCESS_KEY"). */
bool aml_secret_is_named(aml_sv name);

/* Whether everything that stands below a member of that name is secret, but for what says its kind:
 * "credentials", "secrets". */
bool aml_secret_is_container(aml_sv name);
/* Whether a member of a container says only of which kind it is: "type", "credentialsType". */
bool aml_secret_is_kind(aml_sv name);

/* Whether a text under a telling name gives nothing away: empty, a placeholder, a reference to where the
 * secret is kept, or a plain word such as "true". */
bool aml_secret_is_reference(aml_sv text);

typedef struct aml_secret_range { /* half-open, bytes */
  size_t begin, end;
} aml_secret_range;

typedef enum aml_secret_text {
  AML_SECRET_IN_PROSE, /* a value or a message: forms, and 'name=value' */
  AML_SECRET_IN_FILE,  /* a file as written, well-formed or not: also 'name: value' over the lines */
} aml_secret_text;

typedef struct aml_secret_scan {
  aml_sv text;
  aml_secret_text kind;
  size_t at;            /* where to go on */
  const aml_map *names; /* whose keys are further telling names, in any letter case; NULL for none */
  size_t container_end, given_end; /* private: of the credentials, and of the parameter, that `at` is in */
} aml_secret_scan;

/* The next secret behind scan->at, in order and apart from each other; false when there is no more. All
 * calls for one text together take time in its length. */
bool aml_secret_next(aml_secret_scan *scan, aml_secret_range *out);

/* Whether the text holds a secret by its form. */
bool aml_secret_is_in(aml_sv text);

/* Whether a text holds one beyond doubt, as a rule may report it: by its form, or behind a telling name with
 * a value that looks made by chance (12 characters with a digit and a letter), or behind "password=".
 * Whatever this says is one, aml_secret_next finds. Time in the length of the text. */
bool aml_secret_is_certain(aml_sv text);
/* The same, and where the first of these stands. */
bool aml_secret_find_certain(aml_sv text, aml_secret_range *out);

/* The text with each secret replaced by AML_SECRET_MASK; the same view where there is none. */
aml_sv aml_secret_mask(aml_arena *arena, aml_sv text);

#endif
