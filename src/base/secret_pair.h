/* A name and what separates it from a value. Private to base/secret*.c. */
#ifndef AMLINT_BASE_SECRET_PAIR_H
#define AMLINT_BASE_SECRET_PAIR_H

#include "base/secret.h"

typedef struct aml_secret_pair {
  aml_sv name;
  size_t name_begin;
  size_t separator; /* of the text: where ':' or '=' stands */
  bool is_quoted;   /* the name, in double quotes */
} aml_secret_pair;

/* What is named before the separator, also before a type of Bicep, Python, SQL and others; blanks may stand
 * inside of quotation marks only. */
aml_secret_pair aml_secret_read_pair(aml_sv text, size_t separator);

/* Whether the value says what the name does not: "auth" with a user and a password in base64, "credential"
 * with a text; or a neighbour names it. */
bool aml_secret_is_told_otherwise(aml_sv text, const aml_secret_pair *pair);

/* Whether what follows ':' is no value: the type of a parameter ("f(password: str)"), or the variable of the
 * same name, as Bicep and others pass one on ("adminPassword: adminPassword"). */
bool aml_secret_is_declaration(aml_sv text, const aml_secret_pair *p);

#endif
