/* Private to the SARIF writer: what its parts share. The log follows OASIS SARIF 2.1.0 with errata 01;
 * section numbers in comments are that edition's. */
#ifndef AMLINT_REPORT_SARIF_H
#define AMLINT_REPORT_SARIF_H

#include "base/hash.h"
#include "base/json.h"
#include "base/map.h"
#include "base/strbuf.h"
#include "report/line_hash.h"
#include "report/link.h"
#include "report/place.h"

#define AML_SARIF_ROOT  "SRCROOT"     /* the base of addresses of files: the run's home */
#define AML_SARIF_CACHE "MODULECACHE" /* that of files for which aml_path_is_cached holds */

enum {
  AML_SARIF_MOST_RESULTS = 25000, /* GitHub rejects logs with more in a run */
  AML_SARIF_MOST_FORMS = 32,      /* message strings of one rule beside its own */
};

typedef struct aml_sarif_rule {
  const aml_rule *rule;
  aml_sv id;       /* without slashes, which would make it a sub-rule */
  aml_sv message;  /* messageStrings.default */
  aml_texts forms; /* of its other messages: the rule's own alternatives first */
} aml_sarif_rule;

typedef struct aml_sarif_result {
  const aml_finding *finding;
  uint32_t rule; /* index */
  uint32_t form; /* 0: the rule's own message; else the number of the form */
} aml_sarif_result;

typedef struct aml_sarif_taxonomy {
  aml_sv name;
  AML_VEC(const aml_mapping *) taxa; /* sorted by id */
} aml_sarif_taxonomy;

typedef struct aml_sarif_base { /* another repository that holds files of the run */
  aml_sv root;                  /* absolute */
  aml_sv id;
} aml_sarif_base;

typedef struct aml_sarif {
  aml_json json;
  aml_arena *arena;
  const aml_run *run;
  const aml_report_options *options;
  aml_secrets secrets;
  AML_VEC(aml_sarif_rule) rules; /* sorted by id */
  AML_VEC(aml_sarif_result) results;
  size_t left_out; /* results beyond the limit */
  AML_VEC(aml_sarif_taxonomy) taxonomies;
  AML_VEC(aml_source_id) artifacts; /* sorted by path; none unless contents are embedded */
  uint32_t *artifact_index;         /* by source id: index + 1, or 0 */
  bool *is_target;                  /* by source id: not only a waiver or a baseline stands there */
  AML_VEC(aml_sarif_base) bases;    /* beside the home, in the order in which they are met */
  bool has_cached;                  /* there are files in the cache of modules */
  aml_map base_by_folder;           /* absolute folder to aml_sarif_base */
  aml_strbuf scratch;               /* used again and again */
  aml_source_id hashed;             /* the source whose lines are hashed */
  const aml_line_hash *hashes;
  size_t hash_count;
} aml_sarif;

/* sarif_rule_list.c: makes the list, and the index of a rule in it; AML_NPOS when it is not there. */
void aml_sarif_list_rules(aml_sarif *s);
size_t aml_sarif_find_rule(const aml_sarif *s, const aml_rule *rule);

/* sarif_message.c */

/* A rule's message as SARIF wants it: each placeholder a '{0}' between quotes, a full stop at the end. Where
 * it has none, the place of the finding becomes one, since a message string without any is of no use to tools
 * that tell results apart by their arguments. */
aml_sv aml_sarif_message_string(aml_arena *arena, aml_sv template);
/* What names a form in messageStrings: the same in every log. */
aml_sv aml_sarif_form_id(aml_arena *arena, aml_sv form);
/* Which message string a finding's message is an instance of; a new form joins the rule's. */
uint32_t aml_sarif_classify(aml_sarif *s, aml_sarif_rule *rule, const aml_finding *finding);
/* The members "text", "id" and "arguments" of the message object; text is the string filled with the
 * arguments, then links to the related locations. */
void aml_sarif_message(aml_sarif *s, const aml_sarif_result *result);
/* "idle-nodes" as "IdleNodes": words that begin with one capital letter and have no other. */
aml_sv aml_sarif_pascal(aml_arena *arena, aml_sv name);
/* One sentence: a full stop is added where none ends it. */
aml_sv aml_sarif_sentence(aml_arena *arena, aml_sv text);

/* sarif_bases.c */

/* Finds the repositories that hold files outside of the run's home: each has a base of its own. */
void aml_sarif_collect_bases(aml_sarif *s);
/* The base of an absolute path outside of the home, and the path seen from there; NULL where no repository
 * holds it. */
const aml_sarif_base *aml_sarif_base_of(const aml_sarif *s, aml_sv path, aml_sv *relative);
void aml_sarif_bases(aml_sarif *s);      /* run.originalUriBaseIds */
void aml_sarif_provenance(aml_sarif *s); /* run.versionControlProvenance, where it is known */

/* sarif_place.c */

/* An artifactLocation: the path of a source, percent-encoded, relative to its base. */
void aml_sarif_artifact(aml_sarif *s, const char *key, aml_source_id source);
/* The same for a path that is no source. */
void aml_sarif_path(aml_sarif *s, const char *key, aml_sv path);
/* A physicalLocation. */
typedef enum aml_sarif_context { AML_SARIF_WITH_CONTEXT, AML_SARIF_WITHOUT_CONTEXT } aml_sarif_context;
void aml_sarif_physical(aml_sarif *s, aml_span span, aml_sarif_context context);
/* A region with all four numbers, exactly the span, without a snippet. */
void aml_sarif_region(aml_sarif *s, const char *key, aml_span span);
/* What is reported of a span: a long one is cut to its beginning, since GitHub shows an alert on a pull
 * request only where all its lines are in the difference, and a whole file is its first place. */
aml_span aml_sarif_reported(const aml_source *source, aml_span span);
void aml_sarif_artifacts(aml_sarif *s); /* run.artifacts */

/* sarif_rules.c */
void aml_sarif_collect_taxonomies(aml_sarif *s);
void aml_sarif_driver(aml_sarif *s);     /* tool.driver */
void aml_sarif_taxonomies(aml_sarif *s); /* run.taxonomies */
void aml_sarif_guid_member(aml_sarif *s, aml_sv name);
/* What a rule is without any setting: NONE for those that only the strict profile has. */
aml_severity aml_sarif_default_severity(const aml_rule *rule);
/* A rule's defaultConfiguration. */
void aml_sarif_configuration(aml_sarif *s, const aml_rule *rule);
/* 0 to 100 (3.27.25): how much a finding of that severity weighs, less where the rule is less precise. */
int aml_sarif_rank(aml_severity severity, const aml_rule *rule);
/* A version 5 UUID of a name in this project's name space. */
void aml_sarif_guid(aml_sv name, char out[AML_UUID_TEXT_SIZE]);

/* sarif_policies.c */
void aml_sarif_policies(aml_sarif *s); /* run.policies */

/* sarif_result.c */
AML_MUST_USE bool aml_sarif_results(aml_sarif *s); /* run.results */

/* sarif_notes.c */
typedef enum aml_sarif_note { AML_SARIF_NOTICE, AML_SARIF_INCOMPLETE, AML_SARIF_LEFT_OUT } aml_sarif_note;
void aml_sarif_note_descriptors(aml_sarif *s); /* driver.notifications */
void aml_sarif_invocations(aml_sarif *s);      /* run.invocations */

/* One member whose value is {"text": ...}. */
void aml_sarif_text(aml_sarif *s, const char *key, aml_sv text);

#endif
