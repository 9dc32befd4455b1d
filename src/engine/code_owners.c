/* governance.codeowners: an exceptions file that nobody owns is one that whoever opens a pull request may
 * write. */
#include "engine/apply.h"
#include "waiver/codeowners.h"

enum { MOST_BYTES = 3 << 20 /* GitHub reads no larger one */ };

/* The first of these that is there counts. */
static const aml_sv places[] = {AML_SV_CONST(".github/CODEOWNERS"), AML_SV_CONST("CODEOWNERS"),
    AML_SV_CONST("docs/CODEOWNERS"), AML_SV_CONST(".gitlab/CODEOWNERS")};

typedef struct owning {
  const aml_codeowners *owners; /* NULL: there is no such file */
  aml_sv path;
} owning;

static owning read_owners(const aml_own_reader *reader) {
  owning found = {0};
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    aml_sv text;
    if (aml_engine_read_own_text(reader, places[i], MOST_BYTES, &text)) {
      found.path = places[i];
      found.owners = aml_codeowners_parse(reader->arena, text);
      break;
    }
  }
  return found;
}

static void report(const aml_criteria *criteria, aml_findings *findings, const aml_source *file,
    const owning *found, size_t line) {
  aml_rule *rule = aml_ruleset_find(criteria->rules, AML_SV("AML909"));
  if (rule == NULL) {
    return;
  }
  aml_finding *finding = aml_findings_add(findings);
  finding->rule = rule;
  finding->severity = rule->severity;
  finding->span = (aml_span){file->id, 0, 0};
  finding->property = file->path;
  finding->value = file->path;
  aml_arena *arena = findings->arena;
  if (found->owners == NULL) {
    finding->message = aml_message_of(
        arena, "'%.*s' has no owner, because there is no CODEOWNERS file.", AML_SV_ARG(file->path));
  } else if (line == 0) {
    finding->message = aml_message_of(arena, "'%.*s' has no owner: no pattern of '%.*s' matches it.",
        AML_SV_ARG(file->path), AML_SV_ARG(found->path));
  } else {
    finding->message = aml_message_of(arena, "'%.*s' has no owner: line %zu of '%.*s' names none for it.",
        AML_SV_ARG(file->path), line, AML_SV_ARG(found->path));
  }
}

/* Several configurations may name one file. */
static void check_set(const aml_criteria *criteria, aml_findings *findings, const aml_waiver_set *set,
    const owning *found, aml_map *seen) {
  for (size_t i = 0; i < set->exception_files.count; i++) {
    const aml_source *file = set->exception_files.items[i];
    size_t line = 0;
    bool is_seen = aml_map_find(seen, file->path) != NULL;
    aml_map_put(seen, file->path, seen);
    if (is_seen) {
      continue;
    }
    if (found->owners == NULL || !aml_codeowners_has_owner(found->owners, file->path, &line)) {
      report(criteria, findings, file, found, line);
    }
  }
}

void aml_engine_check_code_owners(const aml_own_reader *reader, const aml_criteria *criteria,
    const aml_acceptance *acceptance, aml_findings *findings) {
  owning found = {0};
  bool is_read = false;
  aml_map seen;
  aml_map_init(&seen, findings->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < acceptance->waivers.count; i++) {
    const aml_waiver_set *set = acceptance->waivers.items[i];
    if (set->governance.code_owners) {
      found = is_read ? found : read_owners(reader);
      is_read = true;
      check_set(criteria, findings, set, &found, &seen);
    }
  }
}
