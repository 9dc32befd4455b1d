/* Forms that define or name Azure ML compute and that nothing reads: rows without a reader. A form that gets
 * a front end loses its row here. */
#ifndef AMLINT_FRONT_UNREAD_H
#define AMLINT_FRONT_UNREAD_H

#include "front/front_end.h"

extern const aml_front_end aml_unread_hcl, aml_unread_python, aml_unread_notebook, aml_unread_script,
    aml_unread_workflow, aml_unread_runconfig, aml_unread_rest, aml_unread_program, aml_unread_text_template;

/* The way out for who sends bodies of requests. */
#define AML_HELP_FOR_REST                                                                                    \
  "Define the compute in a template, or in a YAML file for 'az ml compute create --file': amlint reads "     \
  "both. "                                                                                                   \
  "To accept that it is not checked, set 'unread: note' in amlint.yml."

#endif
