/* A rule: its texts and its compiled condition. Built-in rules, a user's rules and Azure Policy definitions
 * are all this. */
#ifndef AMLINT_RULE_RULE_H
#define AMLINT_RULE_RULE_H

#include "rule/profile.h"
#include "source/diag.h"
#include "tree/value.h"

typedef enum aml_rule_origin { AML_RULE_BUILT_IN, AML_RULE_USER, AML_RULE_AZURE_POLICY } aml_rule_origin;

typedef struct aml_link { /* a reference: title and address */
  aml_sv title, url;
} aml_link;

typedef struct aml_mapping { /* to an outside framework: "CWE" "284", "MCSB" "NS-2", "WAF" "Cost Optimization"
                              */
  aml_sv framework, id, title, url;
} aml_mapping;

typedef struct aml_pack {      /* what puts a policy in force: an assignment, or an initiative */
  aml_sv name, title, version; /* the latter two may be empty */
} aml_pack;

typedef struct aml_rule_body
    aml_rule_body; /* private to policy/: the compiled condition, message and fix templates */

typedef struct aml_rule {
  aml_sv id;              /* AML101; for policies the definition's name */
  aml_sv name;            /* idle-nodes */
  aml_sv title;           /* one sentence without full stop */
  aml_sv category;        /* cost */
  aml_severity severity;  /* the rule's own; the config may change it */
  aml_severity effective; /* after profile, config and options; NONE: off */
  aml_rule_origin origin;
  size_t number; /* among all that were ever put into its set, from 0 */
  aml_profile profile;
  aml_sv message;             /* the template as written: "Cluster '{name}' keeps ..." */
  const aml_sv *alternatives; /* templates for cases that come first, each under a condition of its own */
  size_t alternative_count;
  aml_sv why, help;
  aml_sv help_cli;
  const aml_link *links;
  size_t link_count;
  const aml_mapping *mappings;
  size_t mapping_count;
  aml_sv security_severity; /* "8.1", or empty */
  aml_sv precision;         /* very-high, high, medium, low */
  bool finds_secret;        /* what its findings stand at is a secret: no report shows it */
  aml_sv markdown;          /* the whole page, made at build time for built-in rules; may be empty */
  aml_sv version;           /* since */
  const aml_pack *pack;     /* of a policy; NULL: it is in force by itself */
  aml_span span;            /* of the rule file's root; AML_NO_SPAN for built-in */
  const aml_value *source;  /* the rule file's tree */
  aml_rule_body *body;      /* NULL: findings come from elsewhere (input and waiver rules) */
} aml_rule;

#endif
