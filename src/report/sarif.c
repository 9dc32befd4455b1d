/* SARIF 2.1.0, whole: see sarif.h. Keys are always written in the same order, and nothing comes from the
 * clock or the machine. */
#include "report/sarif.h"

#include "base/number.h"
#include "base/sort.h"
#include "report/format_writers.h"
#include "report/repository.h"

/* ---- what the log will hold ---- */

static bool is_result(const aml_report_options *options, const aml_finding *finding) {
  return aml_report_shows(options, finding) && !aml_span_is_none(finding->span);
}

static size_t rank_of(const aml_finding *finding) {
  return finding->status == AML_ACTIVE ? (size_t)finding->severity : 0;
}

enum { RANKS = AML_SEVERITY_ERROR + 1 };

/* How many results of each rank the log holds. Returns how many it leaves out: GitHub rejects a log beyond
 * its limit, so the most severe ones stay. */
static size_t ration(const aml_run *run, const aml_report_options *options, size_t counts[RANKS]) {
  for (size_t i = 0; i < aml_run_told(run)->list.count; i++) {
    const aml_finding *finding = aml_run_told(run)->list.items[i];
    counts[rank_of(finding)] += is_result(options, finding);
  }
  size_t room = AML_SARIF_MOST_RESULTS;
  size_t left_out = 0;
  for (size_t rank = RANKS; rank-- > 0;) {
    size_t kept = counts[rank] < room ? counts[rank] : room;
    left_out += counts[rank] - kept;
    counts[rank] = kept;
    room -= kept;
  }
  return left_out;
}

size_t aml_sarif_left_out(const aml_run *run, const aml_report_options *options) {
  size_t counts[RANKS] = {0};
  return ration(run, options, counts);
}

/* In the order of the run. */
static void collect_results(aml_sarif *s) {
  size_t counts[RANKS] = {0};
  const aml_findings *findings = aml_run_told(s->run);
  s->left_out = ration(s->run, s->options, counts);
  size_t results = 0;
  for (size_t rank = 0; rank < RANKS; rank++) {
    results += counts[rank];
  }
  AML_VEC_RESERVE(s->arena, &s->results, results);
  for (size_t i = 0; i < findings->list.count; i++) {
    const aml_finding *finding = findings->list.items[i];
    if (!is_result(s->options, finding) || counts[rank_of(finding)] == 0) {
      continue;
    }
    counts[rank_of(finding)]--;
    size_t rule = aml_sarif_find_rule(s, finding->rule);
    aml_sarif_result result = {
        finding, (uint32_t)rule, aml_sarif_classify(s, &s->rules.items[rule], finding)};
    AML_VEC_PUSH(s->arena, &s->results, result);
  }
}

/* A file that the results speak of: its line table is built now, so that the scratch work on each result can
 * be given back; and where contents are embedded, it becomes an artifact. */
static void meet_file(aml_sarif *s, aml_span span, bool is_target) {
  if (aml_place_source(s->run, span) != NULL && s->artifact_index != NULL) {
    s->artifact_index[span.source] = 1;
    s->is_target[span.source] = s->is_target[span.source] || is_target;
  }
}

static void meet_files(aml_sarif *s) {
  for (size_t i = 0; i < s->results.count; i++) {
    const aml_finding *finding = s->results.items[i].finding;
    meet_file(s, finding->span, true);
    for (size_t j = 0; j < finding->related_count; j++) {
      meet_file(s, finding->related[j].span, finding->status != AML_GONE);
    }
    for (size_t j = 0; j < finding->fix_count; j++) {
      for (size_t k = 0; k < finding->fixes[j].edit_count; k++) {
        meet_file(s, finding->fixes[j].edits[k].span, true);
      }
    }
    for (const aml_suppression *at = finding->suppressions; at != NULL; at = at->next) {
      meet_file(s, at->span, at->kind == AML_IN_SOURCE);
    }
  }
}

typedef struct artifact_order {
  aml_sv path;
  aml_source_id id;
} artifact_order;

static int compare_artifacts(const void *left, const void *right) {
  const artifact_order *a = left;
  const artifact_order *b = right;
  int order = aml_sv_cmp(a->path, b->path);
  return order != 0 ? order : (a->id > b->id) - (a->id < b->id);
}

/* The files that the log speaks of, only where their contents are asked for: an array of artifacts without
 * any contents is of no use to viewers (SARIF2013), and contents may be private. */
static void collect_artifacts(aml_sarif *s) {
  size_t source_count = aml_sources_count(s->run->sources);
  s->artifact_index = s->options->embed ? AML_NEW_ARRAY(s->arena, uint32_t, source_count + 1) : NULL;
  s->is_target = s->options->embed ? AML_NEW_ARRAY(s->arena, bool, source_count + 1) : NULL;
  meet_files(s);
  if (!s->options->embed) {
    return;
  }
  artifact_order *order = AML_NEW_ARRAY(s->arena, artifact_order, source_count + 1);
  size_t count = 0;
  for (aml_source_id id = 1; id <= source_count; id++) {
    aml_sv path = aml_sources_get(s->run->sources, id)->path;
    if (aml_path_shown(s->arena, path).data != path.data) {
      s->artifact_index[id] = 0; /* two that are shown alike would be one artifact */
    } else if (s->artifact_index[id] > 0) {
      order[count++] = (artifact_order){path, id};
    }
  }
  aml_sort(s->arena, order, count, sizeof *order, compare_artifacts);
  for (size_t i = 0; i < count; i++) {
    AML_VEC_PUSH(s->arena, &s->artifacts, order[i].id);
    s->artifact_index[order[i].id] = (uint32_t)i + 1;
  }
}

/* ---- the run ---- */

static aml_sv prefer(aml_sv first, aml_sv second) {
  return first.len > 0 ? first : second;
}

static aml_sv variable(const aml_sarif *s, const char *name) {
  const aml_value *value = s->options->environment == NULL
                               ? NULL
                               : aml_object_find_exact(s->options->environment, aml_sv_of(name));
  return value == NULL ? AML_SV("") : aml_value_text(value);
}

/* What Azure DevOps Advanced Security wants to know of the pipeline (GHAzDO1019, GHAzDO1020). */
static void write_pipeline_properties(aml_sarif *s) {
  int64_t number;
  aml_sv definition = variable(s, "SYSTEM_DEFINITIONID");
  if (!aml_int_parse(definition, &number) || number < 1) {
    definition = AML_SV("-1"); /* the service's word for none; it reads the property as a string */
  }
  aml_sv name = prefer(variable(s, "BUILD_DEFINITIONNAME"), AML_SV("unknown"));
  aml_sv phase_name = prefer(variable(s, "SYSTEM_PHASENAME"), AML_SV("unknown"));
  char no_phase[AML_UUID_TEXT_SIZE]; /* the service refuses an empty one */
  aml_sarif_guid(AML_SV("no phase"), no_phase);
  aml_sv phase = prefer(variable(s, "SYSTEM_PHASEID"), aml_sv_of(no_phase));
  aml_json_key(&s->json, AML_SV("properties"));
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "azuredevops/pipeline/build/buildDefinitionId", definition);
  aml_json_member_string(&s->json, "azuredevops/pipeline/build/buildDefinitionName", name);
  aml_json_member_string(&s->json, "azuredevops/pipeline/build/phaseId", phase);
  aml_json_member_string(&s->json, "azuredevops/pipeline/build/phaseName", phase_name);
  aml_json_end_object(&s->json);
}

/* The id ends with a slash: GitHub takes all before it as the category. */
static void write_automation(aml_sarif *s) {
  bool is_pipeline = aml_sv_eq(s->options->profile, AML_SV("azure-devops"));
  aml_sv prefix = is_pipeline ? AML_SV("azuredevops/pipeline/build/amlint/") : AML_SV("amlint/");
  aml_sv category = s->options->category;
  while (aml_sv_ends(category, AML_SV("/"))) {
    category.len--;
  }
  aml_json_key(&s->json, AML_SV("automationDetails"));
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "id",
      category.len == 0 ? prefix
                        : aml_sv_format(s->arena, "%.*s%.*s/", AML_SV_ARG(prefix), AML_SV_ARG(category)));
  aml_sarif_text(s, "description", AML_SV("Policy check of Azure Machine Learning compute."));
  if (is_pipeline) {
    write_pipeline_properties(s);
  }
  aml_json_end_object(&s->json);
}

static void write_conventions(aml_sarif *s) {
  aml_json_member_string(&s->json, "columnKind", AML_SV("unicodeCodePoints"));
  aml_json_member_string(&s->json, "defaultEncoding", AML_SV("utf-8"));
  aml_json_member_string(&s->json, "language", AML_SV("en-US"));
  aml_json_key(&s->json, AML_SV("newlineSequences"));
  aml_json_begin_array(&s->json);
  aml_json_string(&s->json, AML_SV("\r\n"));
  aml_json_string(&s->json, AML_SV("\n"));
  aml_json_string(&s->json, AML_SV("\r"));
  aml_json_end_array(&s->json);
  if (s->secrets.count > 0) {
    aml_json_key(&s->json, AML_SV("redactionTokens"));
    aml_json_begin_array(&s->json);
    aml_json_string(&s->json, AML_SV(AML_SECRET_MASK));
    aml_json_end_array(&s->json);
  }
}

/* By form; only where there are any. */
static void write_unread(aml_sarif *s) {
  if (s->run->unread_count == 0) {
    return;
  }
  aml_json_key(&s->json, AML_SV("unread"));
  aml_json_begin_object(&s->json);
  for (size_t i = 0; i < s->run->front_ends->count; i++) {
    const aml_front_end *form = s->run->front_ends->rows[i];
    if (form->read == NULL) {
      aml_json_member_int(&s->json, form->name, (int64_t)aml_run_unread(s->run, form, true));
    }
  }
  aml_json_end_object(&s->json);
}

static void write_properties(aml_sarif *s) {
  const aml_counts *counts = &s->run->counts;
  aml_json_key(&s->json, AML_SV("properties"));
  aml_json_begin_object(&s->json);
  if (s->run->as_of != AML_DAY_NONE) {
    char day[AML_DAY_TEXT_SIZE];
    aml_day_text(s->run->as_of, day);
    aml_json_member_string(&s->json, "asOf", aml_sv_of(day));
  }
  aml_json_member_int(&s->json, "baselined", (int64_t)counts->baselined);
  aml_json_member_string(&s->json, "facts", s->run->facts_version);
  aml_json_member_int(&s->json, "filesChecked", (int64_t)counts->files_checked);
  aml_json_member_int(&s->json, "filesFailed", (int64_t)counts->files_failed);
  aml_json_member_int(&s->json, "filesLeftOut", (int64_t)s->run->left_out_count);
  aml_json_member_int(&s->json, "filesPassedOver", (int64_t)counts->files_passed_over);
  aml_json_member_int(&s->json, "suppressed", (int64_t)counts->suppressed);
  aml_json_member_int(&s->json, "undecided", (int64_t)counts->undecided);
  write_unread(s);
  aml_json_end_object(&s->json);
}

static bool write_run(aml_sarif *s) {
  aml_json_begin_object(&s->json);
  aml_json_key(&s->json, AML_SV("tool"));
  aml_json_begin_object(&s->json);
  aml_sarif_driver(s);
  aml_json_end_object(&s->json);
  aml_sarif_taxonomies(s);
  aml_sarif_policies(s);
  aml_sarif_invocations(s);
  aml_sarif_bases(s);
  aml_sarif_provenance(s);
  write_automation(s);
  write_conventions(s);
  aml_sarif_artifacts(s);
  bool is_written = aml_sarif_results(s);
  write_properties(s);
  aml_json_end_object(&s->json);
  return is_written;
}

bool aml_report_sarif(const aml_run *run, const aml_report_options *options, aml_write write, void *ctx) {
  aml_sarif *s = AML_NEW(run->arena, aml_sarif);
  s->arena = run->arena;
  s->run = run;
  s->options = options;
  s->secrets = aml_secrets_of(run);
  aml_strbuf_init(&s->scratch, run->arena, SIZE_MAX);
  aml_sarif_collect_bases(s);
  aml_sarif_list_rules(s);
  aml_sarif_collect_taxonomies(s);
  collect_results(s);
  collect_artifacts(s);

  aml_json_init(&s->json, write, ctx, AML_JSON_PRETTY);
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "version", AML_SV("2.1.0"));
  aml_json_member_string(&s->json, "$schema", AML_SV("https://json.schemastore.org/sarif-2.1.0.json"));
  aml_json_key(&s->json, AML_SV("runs"));
  aml_json_begin_array(&s->json);
  bool is_written = write_run(s);
  aml_json_end_array(&s->json);
  aml_json_end_object(&s->json);
  return aml_json_finish(&s->json) && is_written;
}
