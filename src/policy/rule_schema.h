/* The JSON schema of rule files, for `amlint schema rule`. */
#ifndef AMLINT_POLICY_RULE_SCHEMA_H
#define AMLINT_POLICY_RULE_SCHEMA_H

#include "base/sv.h"

aml_sv aml_rule_schema(void);

#endif
