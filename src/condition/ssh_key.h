/* What a text is as an SSH public key: which kind, how long. */
#ifndef AMLINT_CONDITION_SSH_KEY_H
#define AMLINT_CONDITION_SSH_KEY_H

#include "base/sv.h"

typedef enum aml_ssh_key_kind {
  AML_SSH_NONE,        /* no key: a placeholder, a cut or damaged one, something else */
  AML_SSH_PRIVATE_KEY, /* the half that must never leave its owner */
  AML_SSH_RSA,
  AML_SSH_DSA,
  AML_SSH_ECDSA,
  AML_SSH_ED25519,
  AML_SSH_OTHER, /* well formed, of a type not named here: keys on hardware tokens, certificates */
  AML_SSH_PEM,   /* a public key between BEGIN and END lines; what is inside is not looked at */
} aml_ssh_key_kind;

typedef struct aml_ssh_key {
  aml_ssh_key_kind kind;
  int bits; /* of the modulus, for RSA and DSA; 0 for others */
} aml_ssh_key;

/* Reads the one-line form of RFC 4253 ("ssh-rsa AAAA... comment", blanks around it allowed) and recognises
 * PEM. A key whose blob does not decode to its own length, or names another type than its line, is
 * AML_SSH_NONE. */
aml_ssh_key aml_ssh_key_read(aml_sv text);

/* "RSA", "DSA", "ECDSA", "Ed25519", "PEM", "private", "other" or "none". */
const char *aml_ssh_key_kind_name(aml_ssh_key_kind kind);

#endif
