/* Forms that define or name Azure ML compute and that nothing here reads: by which names their files are
 * known, and by which words in them they concern us. A form that gets a front end loses its row. */
#ifndef AMLINT_SOURCE_FORMS_H
#define AMLINT_SOURCE_FORMS_H

#include "base/sv.h"

typedef struct aml_form {
  const char *key;     /* in reports for programs: "bicep" */
  const char *noun;    /* of one of its files: "Bicep file" */
  const char *endings; /* of names, apart by blanks; a whole name where it does not begin with '.' */
  const char *help;    /* the way out for those who keep compute in it */
  bool only_commands;  /* only commands count as marks: its files name much in passing */
} aml_form;

/* In the order of reports; NULL past the end. */
const aml_form *aml_form_at(size_t i);
/* By a path's last name, ignoring case; NULL for other files. */
const aml_form *aml_form_of_name(aml_sv path);
/* Whether a path's last name has no ending, so that the first bytes decide: "#!" begins a script. */
bool aml_form_hangs_on_bytes(aml_sv path);
const aml_form *aml_form_of_scripts(void);
/* The form of YAML that is of no kind that is read: what runs commands. */
const aml_form *aml_form_of_yaml(void);
/* That of JSON and YAML of no kind that is read which are the body of a request to Azure: what marks them is
 * a member `computeType` whose text is a type of compute. */
const aml_form *aml_form_of_payloads(void);
bool aml_form_is_compute_type(aml_sv word);

/* The first place where a text of the form concerns Azure ML compute: *begin and *end in bytes. False where
 * there is none. Letter case does not count. Time is linear in the text; nothing is copied. */
bool aml_form_find_mark(const aml_form *form, aml_sv text, size_t *begin, size_t *end);

#endif
