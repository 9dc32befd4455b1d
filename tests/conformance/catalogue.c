/* Runs the built-in rules over the YAML files and templates of the public corpus and holds the verdicts
 * against labels.csv: for each property the labelled clusters that break its rule, those found, and false
 * alarms. Then the firing rate of each rule at the default profile, which says how loud a first run is.
 *
 * A file counts once for each property, because templates name clusters by expressions that labels do not
 * evaluate: it breaks a rule when one of its clusters does, and must be silent when all of them are known not
 * to.
 *
 * usage: catalogue SHARED_FOLDER [-v]       -v lists each miss and false alarm
 */
#include <amlint/amlint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/map.h"
#include "base/number.h"
#include "base/vec.h"
#include "facts/facts.h"
#include "shared_data.h"

static const char as_of[] = "2026-11-27";

typedef enum verdict { VERDICT_GOOD, VERDICT_BAD, VERDICT_UNKNOWN } verdict;

typedef struct run {
  const char *shared; /* the folder of public data */
  aml_arena *arena;
  aml_facts *facts;
  amlint_engine *engine;
  csv labels;
  AML_VEC(csv_row) rows;
  bool is_verbose;
  size_t failures;
} run;

static aml_sv cell(const run *r, const csv_row *row, const char *name) {
  return csv_cell(&r->labels, row, name);
}

/* The value itself: of "param(size)=Standard_NC6" what stands behind the sign; what follows in parentheses is
 * a remark. */
static aml_sv value_of(const run *r, const csv_row *row, const char *name) {
  aml_sv text = cell(r, row, name);
  if (aml_sv_starts(text, AML_SV("param")) || aml_sv_starts(text, AML_SV("var(")) ||
      aml_sv_starts(text, AML_SV("expr"))) {
    text = aml_sv_slice(text, aml_sv_find_char(text, '=', 0) + 1, text.len);
  }
  return aml_sv_trim(aml_sv_slice(text, 0, aml_sv_find_char(text, '(', 0)));
}

static bool is_value(aml_sv value, const char *text) {
  return aml_sv_ieq(value, aml_sv_of(text));
}

static bool is_nothing(aml_sv value) {
  return is_value(value, "absent") || is_value(value, "null") || is_value(value, "none") ||
         is_value(value, "{}");
}

static verdict bad_if(bool is_bad) {
  return is_bad ? VERDICT_BAD : VERDICT_GOOD;
}

static verdict judge_idle_nodes(const run *r, const csv_row *row) {
  aml_sv value = value_of(r, row, "min_nodes");
  int64_t number = 0;
  if (is_value(value, "unknown")) {
    return VERDICT_UNKNOWN;
  }
  return bad_if(aml_int_parse(value, &number) && number > 0);
}

/* Days until the end of the size's series; false where it is unknown or has none. */
static bool find_end(const run *r, const csv_row *row, int *days) {
  aml_sv size = value_of(r, row, "vm_size");
  aml_series_fact series;
  aml_day today = AML_DAY_NONE;
  size = is_nothing(size) ? AML_SV("Standard_DS3_v2") : size; /* the CLI's default */
  if (!aml_facts_series_of(r->facts, size, &series) || series.retires == AML_DAY_NONE ||
      !aml_day_parse(aml_sv_of(as_of), &today)) {
    return false;
  }
  *days = series.retires - today;
  return true;
}

static verdict judge_retired(const run *r, const csv_row *row) {
  int days = 0;
  if (is_value(value_of(r, row, "vm_size"), "unknown")) {
    return VERDICT_UNKNOWN;
  }
  return bad_if(find_end(r, row, &days) && days <= 0);
}

static verdict judge_retiring(const run *r, const csv_row *row) {
  int days = 0;
  if (is_value(value_of(r, row, "vm_size"), "unknown")) {
    return VERDICT_UNKNOWN;
  }
  return bad_if(find_end(r, row, &days) && days > 0);
}

static verdict judge_ssh(const run *r, const csv_row *row) {
  return bad_if(aml_sv_starts(cell(r, row, "ssh"), AML_SV("public-enabled")));
}

static verdict judge_ssh_default(const run *r, const csv_row *row) {
  aml_sv state = cell(r, row, "ssh");
  bool is_unstated = is_value(state, "none") || aml_sv_starts(state, AML_SV("credentials-only"));
  aml_sv address = value_of(r, row, "node_public_ip");
  if (!is_unstated || !is_nothing(value_of(r, row, "subnet")) || is_value(address, "false")) {
    return VERDICT_GOOD;
  }
  return is_value(address, "unknown") ? VERDICT_UNKNOWN : VERDICT_BAD;
}

/* Present tags may or may not be the required ones. */
static verdict judge_tags(const run *r, const csv_row *row) {
  return is_nothing(value_of(r, row, "tags")) ? VERDICT_BAD : VERDICT_UNKNOWN;
}

static verdict judge_subnet(const run *r, const csv_row *row) {
  return bad_if(is_nothing(value_of(r, row, "subnet")));
}

static verdict judge_identity(const run *r, const csv_row *row) {
  return bad_if(is_nothing(value_of(r, row, "identity")));
}

static verdict judge_local_authentication(const run *r, const csv_row *row) {
  bool is_template = is_value(cell(r, row, "kind"), "arm"); /* cluster files cannot say it */
  return bad_if(is_template && !is_value(value_of(r, row, "local_auth_disabled"), "true"));
}

static verdict judge_public_ip(const run *r, const csv_row *row) {
  aml_sv value = value_of(r, row, "node_public_ip");
  return is_value(value, "unknown") ? VERDICT_UNKNOWN : bad_if(!is_value(value, "false"));
}

static verdict judge_idle_time(const run *r, const csv_row *row) {
  aml_sv value = value_of(r, row, "idle_timeout");
  int64_t seconds = 120;
  aml_duration duration;
  if (is_value(value, "unknown")) {
    return VERDICT_UNKNOWN;
  }
  if (aml_duration_parse(value, &duration)) {
    seconds = aml_duration_seconds(&duration);
  } else if (!is_nothing(value) && !aml_int_parse(value, &seconds)) {
    return VERDICT_UNKNOWN;
  }
  return bad_if(seconds < 60 || seconds > 1800);
}

static verdict judge_priority(const run *r, const csv_row *row) {
  bool is_low = is_value(value_of(r, row, "priority"), "LowPriority") ||
                is_value(value_of(r, row, "priority"), "low_priority");
  verdict idle = judge_idle_nodes(r, row);
  return is_low ? idle : VERDICT_GOOD;
}

typedef struct property {
  const char *title, *rule;
  verdict (*judge)(const run *r, const csv_row *row);
  bool counts_undecided; /* a corpus of single files rarely holds the workspace: undecided is right, silence
                            is not */
} property;

static const property properties[] = {
    {"idle nodes", "AML101", judge_idle_nodes, false},
    {"idle time", "AML102", judge_idle_time, false},
    {"priority", "AML107", judge_priority, false},
    {"size retired", "AML201", judge_retired, false},
    {"size retiring", "AML202", judge_retiring, false},
    {"SSH enabled", "AML301", judge_ssh, false},
    {"SSH by default", "AML302", judge_ssh_default, false},
    {"local authentication", "AML304", judge_local_authentication, false},
    {"public address", "AML305", judge_public_ip, false},
    {"subnet", "AML306", judge_subnet, true},
    {"identity", "AML307", judge_identity, false},
    {"tags", "AML401", judge_tags, false},
};

/* Whether the rule says something of the file; *undecided likewise. */
static bool has_finding(const run *r, const char *rule, aml_sv file, bool *undecided) {
  bool is_active = false;
  *undecided = false;
  for (size_t i = 0; i < amlint_finding_count(r->engine); i++) {
    amlint_finding finding;
    if (amlint_finding_at(r->engine, i, &finding) && strcmp(finding.rule, rule) == 0 &&
        aml_sv_eq(aml_sv_of(finding.location.file), file)) {
      is_active |= finding.status == AMLINT_ACTIVE;
      *undecided |= finding.status == AMLINT_UNDECIDED;
    }
  }
  return is_active;
}

typedef struct tally {
  size_t bad, found, missed, good, false_alarms;
} tally;

static verdict judge_file(const run *r, const property *p, size_t first, size_t *next) {
  verdict worst = VERDICT_GOOD;
  aml_sv file = cell(r, &r->rows.items[first], "file");
  size_t i = first;
  for (; i < r->rows.count && aml_sv_eq(cell(r, &r->rows.items[i], "file"), file); i++) {
    verdict one = p->judge(r, &r->rows.items[i]);
    /* Where a condition decides, the cluster may be switched off at the defaults that labels are given for.
     */
    bool is_conditional =
        aml_sv_find(cell(r, &r->rows.items[i], "conditional_or_loop"), AML_SV("condition"), 0) != AML_NPOS;
    bool is_partial = !is_value(cell(r, &r->rows.items[i], "detectable"), "yes");
    one = is_partial || is_conditional ? VERDICT_UNKNOWN : one;
    worst = one == VERDICT_BAD || worst == VERDICT_BAD ? VERDICT_BAD : one == VERDICT_UNKNOWN ? one : worst;
  }
  *next = i;
  return worst;
}

static void say(run *r, const property *p, const char *what, aml_sv file) {
  r->failures++;
  if (r->is_verbose) {
    printf("%s: %s (%s): %.*s\n", what, p->title, p->rule, AML_SV_ARG(file));
  }
}

static tally count_property(run *r, const property *p, const char *kind) {
  tally sum = {0};
  size_t next = 0;
  for (size_t i = 0; i < r->rows.count; i = next) {
    verdict expected = judge_file(r, p, i, &next);
    if (!is_value(cell(r, &r->rows.items[i], "kind"), kind) || expected == VERDICT_UNKNOWN) {
      continue;
    }
    aml_sv file = cell(r, &r->rows.items[i], "file");
    bool is_undecided = false;
    bool is_active = has_finding(r, p->rule, file, &is_undecided);
    bool is_found = is_active || (p->counts_undecided && is_undecided);
    if (expected == VERDICT_BAD) {
      sum.bad++;
      sum.found += is_found;
      sum.missed += !is_found;
    } else {
      sum.good++;
      sum.false_alarms += is_active;
    }
    if (expected == VERDICT_BAD && !is_found) {
      say(r, p, "missed", file);
    } else if (expected == VERDICT_GOOD && is_active) {
      say(r, p, "false alarm", file);
    }
  }
  return sum;
}

static void print_properties(run *r) {
  static const char *const kinds[] = {"yaml", "arm"};
  printf("%-21s %-7s %-4s %5s %5s %6s %5s %6s %7s %9s\n", "property", "rule", "kind", "bad", "found",
      "missed", "good", "alarms", "recall", "precision");
  for (size_t i = 0; i < sizeof properties / sizeof properties[0]; i++) {
    for (size_t k = 0; k < 2; k++) {
      tally sum = count_property(r, &properties[i], kinds[k]);
      double recall = sum.bad == 0 ? 1 : (double)sum.found / (double)sum.bad;
      size_t said = sum.found + sum.false_alarms;
      double precision = said == 0 ? 1 : (double)sum.found / (double)said;
      printf("%-21s %-7s %-4s %5zu %5zu %6zu %5zu %6zu %7.3f %9.3f\n", properties[i].title,
          properties[i].rule, kinds[k], sum.bad, sum.found, sum.missed, sum.good, sum.false_alarms, recall,
          precision);
    }
  }
}

static bool is_labelled(const run *r, aml_sv file) {
  for (size_t i = 0; i < r->rows.count; i++) {
    if (aml_sv_eq(cell(r, &r->rows.items[i], "file"), file)) {
      return true;
    }
  }
  return false;
}

/* The labels are of definitions; clusters that a file makes by commands have labels of their own (forms.py).
 */
static bool holds_commands(run *r, aml_sv file) {
  aml_source *source;
  aml_sv path = aml_sv_format(r->arena, "%s/corpus/%.*s", r->shared, AML_SV_ARG(file));
  return read_bytes(r->arena, aml_sources_new(r->arena), path, &source) &&
         aml_sv_find(source->bytes, AML_SV("az ml compute"), 0) != AML_NPOS;
}

/* Rules that speak of clusters alone, in files that hold none. */
static void print_alarms_without_cluster(run *r) {
  static const char *const rules[] = {"AML101", "AML102", "AML103", "AML105", "AML106", "AML107", "AML109",
      "AML206", "AML210", "AML302", "AML307"};
  size_t alarms = 0;
  for (size_t i = 0; i < amlint_finding_count(r->engine); i++) {
    amlint_finding finding;
    bool is_cluster_rule = false;
    if (!amlint_finding_at(r->engine, i, &finding) || finding.status != AMLINT_ACTIVE) {
      continue;
    }
    for (size_t k = 0; k < sizeof rules / sizeof rules[0]; k++) {
      is_cluster_rule |= strcmp(rules[k], finding.rule) == 0;
    }
    aml_sv file = aml_sv_of(finding.location.file);
    if (is_cluster_rule && !is_labelled(r, file) && !holds_commands(r, file)) {
      alarms++;
      printf("no cluster there: %s:%u %s %s\n", finding.location.file, (unsigned)finding.location.line,
          finding.rule, finding.message);
    }
  }
  printf("\nfindings on clusters in files that hold none: %zu\n", alarms);
  r->failures += alarms;
}

typedef struct firing {
  size_t active, undecided, files;
  aml_sv last_file;
  amlint_severity severity;
} firing;

static int compare_entries(const void *a, const void *b) {
  return aml_sv_cmp(((const aml_map_entry *)a)->key, ((const aml_map_entry *)b)->key);
}

static void print_firing(run *r) {
  static const char *const severities[] = {"", "note", "warning", "error"};
  aml_map rules;
  aml_map_init(&rules, r->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < amlint_finding_count(r->engine); i++) {
    amlint_finding finding;
    if (!amlint_finding_at(r->engine, i, &finding)) {
      continue;
    }
    aml_sv id = aml_sv_of(finding.rule);
    firing *f = aml_map_find(&rules, id);
    if (f == NULL) {
      f = AML_NEW(r->arena, firing);
      (void)aml_map_put(&rules, id, f);
    }
    if (finding.status == AMLINT_ACTIVE) {
      aml_sv file = aml_sv_of(finding.location.file); /* findings come in order of files */
      f->files += !aml_sv_eq(f->last_file, file);
      f->last_file = file;
      f->active++;
      f->severity = finding.severity > f->severity ? finding.severity : f->severity;
    }
    f->undecided += finding.status == AMLINT_UNDECIDED;
  }
  amlint_counts counts = amlint_get_counts(r->engine);
  printf("\nfiring rates at the default profile, over %zu files checked\n", counts.files_checked);
  printf("%-8s %-8s %7s %6s %8s %10s\n", "rule", "severity", "firings", "files", "of files", "undecided");
  qsort(rules.entries, rules.count, sizeof *rules.entries, compare_entries);
  for (size_t i = 0; i < rules.count; i++) {
    const firing *f = rules.entries[i].value;
    double rate = counts.files_checked == 0 ? 0 : 100.0 * (double)f->files / (double)counts.files_checked;
    printf("%-8.*s %-8s %7zu %6zu %7.0f%% %10zu\n", AML_SV_ARG(rules.entries[i].key), severities[f->severity],
        f->active, f->files, rate, f->undecided);
  }
}

static bool read_labels(run *r, const char *shared) {
  aml_source *source;
  aml_sv path = aml_sv_format(r->arena, "%s/corpus/labels.csv", shared);
  if (!read_bytes(r->arena, aml_sources_new(r->arena), path, &source)) {
    return false;
  }
  r->labels = csv_open(r->arena, source->bytes);
  for (csv_row row; csv_next(&r->labels, &row);) {
    bool is_ours = is_value(cell(r, &row, "kind"), "yaml") || is_value(cell(r, &row, "kind"), "arm");
    if (is_ours) {
      AML_VEC_PUSH(r->arena, &r->rows, row);
    }
  }
  return true;
}

static bool run_engine(run *r, const char *shared) {
  amlint_error error;
  amlint_options options = AMLINT_OPTIONS_INIT;
  aml_sv folder = aml_sv_format(r->arena, "%s/corpus", shared);
  options.folder = folder.data;
  options.as_of = as_of;
  options.config = AMLINT_SOURCE_DIR "/tests/conformance/catalogue.yml";
  r->engine = amlint_engine_new(&options, &error);
  bool is_fine = r->engine != NULL && amlint_add_path(r->engine, "yaml", &error) == AMLINT_OK &&
                 amlint_add_path(r->engine, "arm", &error) == AMLINT_OK &&
                 amlint_run(r->engine, &error) == AMLINT_OK;
  if (!is_fine) {
    printf("the run failed: %s\n", error.text);
  }
  return is_fine;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    (void)fputs("usage: catalogue SHARED_FOLDER [-v]\n", stderr);
    return 2;
  }
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  run r = {.shared = argv[1],
      .arena = &arena,
      .facts = aml_facts_new(&arena, (aml_sv){0}, NULL),
      .is_verbose = argc > 2};
  int status = SKIPPED;
  if (!read_labels(&r, argv[1])) {
    printf("skipped: there is no corpus in '%s'\n", argv[1]);
  } else if (!run_engine(&r, argv[1])) {
    status = 1;
  } else {
    print_properties(&r);
    print_alarms_without_cluster(&r);
    print_firing(&r);
    status = r.failures == 0 ? 0 : 1;
  }
  amlint_engine_free(r.engine);
  aml_arena_release(&arena);
  return status;
}
