/* Runs the built-in policy definitions over every template of the public corpus: nothing may fail inside, and
 * the verdicts on subnets and local authentication of clusters must be those of labels.csv. Prints a table
 * for the definitions of Machine Learning.
 *
 * usage: policy_corpus SHARED_FOLDER
 */
#include <stdio.h>
#include <string.h>

#include "arm/template.h"
#include "azureml/azureml.h"
#include "policy/policies.h"
#include "shared_data.h"

typedef struct score {
  size_t compliant, broken, undecided;
} score;

typedef struct label { /* the clusters of one file that can be found: how many break the two policies */
  aml_sv file;
  size_t clusters, without_subnet, with_local_auth;
} label;

typedef struct run {
  aml_arena arena; /* of the policies */
  aml_sources *sources;
  const char *shared;
  aml_policies *policies;
  aml_ruleset *rules;
  score *table; /* for each rule */
  AML_VEC(label) labels;
  size_t files, resources, compared, undecided, wrong;
} run;

/* A path as labels.csv and messages have it. */
static aml_sv shown_path(const run *r, aml_sv path) {
  return aml_sv_slice(path, strlen(r->shared) + 1, path.len);
}

static void add_definition(void *ctx, aml_sv path, aml_sv name) {
  run *r = ctx;
  (void)name;
  aml_diags diags;
  aml_diags_init(&diags, &r->arena);
  const aml_value *root = read_root(&r->arena, r->sources, path);
  if (root != NULL) {
    (void)aml_policies_add(r->policies, root, shown_path(r, path), &diags);
  }
}

static label *label_for(run *r, aml_sv file) {
  for (size_t i = 0; i < r->labels.count; i++) {
    if (aml_sv_eq(r->labels.items[i].file, file)) {
      return &r->labels.items[i];
    }
  }
  label fresh = {.file = file};
  AML_VEC_PUSH(&r->arena, &r->labels, fresh);
  return &r->labels.items[r->labels.count - 1];
}

static void read_labels(run *r) {
  aml_source *source;
  if (!read_bytes(
          &r->arena, r->sources, aml_sv_format(&r->arena, "%s/corpus/labels.csv", r->shared), &source)) {
    return;
  }
  csv table = csv_open(&r->arena, source->bytes);
  for (csv_row row; csv_next(&table, &row);) {
    if (!aml_sv_eq(csv_cell(&table, &row, "kind"), AML_SV("arm")) ||
        !aml_sv_eq(csv_cell(&table, &row, "detectable"), AML_SV("yes"))) {
      continue;
    }
    label *one = label_for(r, csv_cell(&table, &row, "file"));
    one->clusters++;
    one->without_subnet += !aml_sv_eq(csv_cell(&table, &row, "subnet"), AML_SV("present"));
    one->with_local_auth += !aml_sv_eq(csv_cell(&table, &row, "local_auth_disabled"), AML_SV("true"));
  }
}

static bool is_cluster(const aml_resource *resource) {
  const aml_value *type = aml_value_path(resource->body, AML_SV("properties.computeType"));
  return aml_sv_ieq(aml_value_text(type), AML_SV("AmlCompute"));
}

/* Definition ids: "[Preview]: ... virtual network", "... local authentication methods disabled" (audit). */
static const aml_sv vnet_policy = AML_SV_CONST("7804b5c7-01dc-4723-969b-ae300cc07ff1");
static const aml_sv auth_policy = AML_SV_CONST("e96a9a5f-07ca-471b-9bc5-6a0f33cbd68f");

typedef struct verdicts { /* on the clusters of one file */
  size_t clusters, without_subnet, with_local_auth, undecided;
} verdicts;

static void tally(run *r, const aml_findings *findings, const aml_graph *graph, verdicts *file) {
  for (size_t i = 0; i < findings->list.count; i++) {
    const aml_finding *finding = findings->list.items[i];
    bool is_sure = finding->status == AML_ACTIVE;
    for (size_t k = 0; k < r->rules->list.count; k++) {
      if (r->rules->list.items[k] == finding->rule) {
        r->table[k].broken += is_sure;
        r->table[k].undecided += !is_sure;
      }
    }
    bool is_vnet = aml_sv_ieq(finding->rule->id, vnet_policy);
    bool is_auth = aml_sv_ieq(finding->rule->id, auth_policy);
    if (is_cluster(finding->resource)) {
      file->without_subnet += is_vnet && is_sure;
      file->with_local_auth += is_auth && is_sure;
      file->undecided += (is_vnet || is_auth) && !is_sure;
    }
  }
  for (size_t i = 0; i < aml_graph_count(graph); i++) {
    file->clusters += is_cluster(aml_graph_at(graph, i));
  }
}

static void count_compliant(run *r, const aml_graph *graph) {
  for (size_t k = 0; k < r->rules->list.count; k++) {
    const aml_rule *rule = r->rules->list.items[k];
    for (size_t i = 0; i < aml_graph_count(graph); i++) {
      const aml_resource *resource = aml_graph_at(graph, i);
      r->table[k].compliant += !resource->is_existing && aml_rule_is_for(rule, resource->type);
    }
  }
}

/* What is undecided may turn out either way, so the label must lie between what is certain and what is
 * possible. */
static bool agrees(size_t certain, size_t undecided, size_t labelled) {
  return certain <= labelled && labelled <= certain + undecided;
}

static void compare(run *r, aml_sv shown, const verdicts *file) {
  for (size_t i = 0; i < r->labels.count; i++) {
    const label *one = &r->labels.items[i];
    aml_sv name = aml_sv_slice(shown, sizeof "corpus/" - 1, shown.len);
    if (!aml_sv_eq(one->file, name)) {
      continue;
    }
    if (one->clusters != file->clusters) {
      (void)printf("  not compared: %.*s has %zu clusters, %zu are labelled\n", AML_SV_ARG(name),
          file->clusters, one->clusters);
      continue;
    }
    r->compared++;
    r->undecided += file->undecided;
    if (!agrees(file->without_subnet, file->undecided, one->without_subnet) ||
        !agrees(file->with_local_auth, 0, one->with_local_auth)) {
      (void)printf(
          "  differs: %.*s: without subnet %zu (%zu undecided), labelled %zu; with local authentication %zu, "
          "labelled %zu\n",
          AML_SV_ARG(name), file->without_subnet, file->undecided, one->without_subnet, file->with_local_auth,
          one->with_local_auth);
      r->wrong++;
    }
  }
}

typedef struct file_run { /* one file of the corpus */
  aml_arena arena;
  aml_sources *sources;
  aml_diags diags;
  aml_resources resources;
} file_run;

static void expand(file_run *f, const aml_value *root, aml_sv shown) {
  aml_yaml_kind kind = aml_azureml_recognise(root);
  aml_arm_stats stats = {0};
  aml_arm_context where = {.deployment_key = shown};
  aml_azureml_context nowhere = {.name = aml_value_unknown(&f->arena, AML_SV("no workspace is configured"),
                                     1U << AML_STRING, AML_NO_SPAN)};
  nowhere.location = nowhere.name;
  if (aml_arm_recognise(root) == AML_ARM_TEMPLATE) {
    aml_arm_input input = {
        .template_ = root, .template_path = shown, .sources = f->sources, .context = &where};
    aml_arm_expand(&input, &f->resources, &f->diags, &stats);
  } else if (kind != AML_YAML_NONE) {
    aml_azureml_translate(root, kind, &nowhere, &f->resources, &f->diags);
  }
}

static void judge(run *r, file_run *f, aml_sv shown) {
  aml_graph *graph = aml_graph_new(&f->arena);
  aml_findings findings;
  verdicts file = {0};
  aml_graph_add(graph, f->resources.list.items, f->resources.list.count);
  aml_graph_link(graph, 1);
  aml_check_context context = {.sources = f->sources, .graph = graph, .as_of = aml_day_of(2026, 11, 27)};
  aml_findings_init(&findings, &f->arena);
  aml_rules_prepare(r->rules, &context, &f->diags);
  for (size_t i = 0; i < aml_graph_count(graph); i++) {
    aml_rules_check(r->rules, &context, i, &findings);
  }
  tally(r, &findings, graph, &file);
  count_compliant(r, graph);
  compare(r, shown, &file);
  r->files++;
  r->resources += aml_graph_count(graph);
}

static void run_file(void *ctx, aml_sv path, aml_sv name) {
  run *r = ctx;
  aml_sv shown = shown_path(r, path);
  (void)name;
  file_run f;
  aml_arena_init(&f.arena, SIZE_MAX);
  aml_diags_init(&f.diags, &f.arena);
  aml_resources_init(&f.resources, &f.arena);
  f.sources = aml_sources_new(&f.arena);
  const aml_value *root = read_root(&f.arena, f.sources, path);
  if (root != NULL) {
    expand(&f, root, shown);
  }
  if (f.resources.list.count > 0) {
    judge(r, &f, shown);
  }
  aml_arena_release(&f.arena);
}

static void print_table(const run *r) {
  (void)printf(
      "%-72s %9s %9s %9s\n", "definition (category Machine Learning)", "compliant", "broken", "undecided");
  for (size_t k = 0; k < r->rules->list.count; k++) {
    const aml_rule *rule = r->rules->list.items[k];
    const score *one = &r->table[k];
    if (aml_sv_eq(rule->category, AML_SV("Machine Learning"))) {
      (void)printf("%-72.*s %9zu %9zu %9zu\n", (int)aml_sv_slice(rule->title, 0, 72).len, rule->title.data,
          one->compliant - one->broken - one->undecided, one->broken, one->undecided);
    }
  }
}

static bool visit(run *r, const char *folder, const char *ending, visit_file *what) {
  aml_sv path = aml_sv_format(&r->arena, "%s/%s", r->shared, folder);
  return visit_folder(&r->arena, path, aml_sv_of(ending), what, r);
}

int main(int argc, char **argv) {
  run r = {.shared = argc > 1 ? argv[1] : "../shared"};
  aml_diags diags;
  aml_arena_init(&r.arena, SIZE_MAX);
  aml_diags_init(&diags, &r.arena);
  r.sources = aml_sources_new(&r.arena);
  r.rules = AML_NEW(&r.arena, aml_ruleset);
  r.rules->arena = &r.arena;
  r.policies = aml_policies_new(&r.arena, r.sources, NULL);
  if (!visit(&r, "conformance/azure-policy/builtin", ".json", add_definition)) {
    (void)printf("skipped: there are no definitions below '%s'\n", r.shared);
    aml_arena_release(&r.arena);
    return SKIPPED;
  }
  aml_policies_build(r.policies, r.rules, &diags);
  r.table = AML_NEW_ARRAY(&r.arena, score, r.rules->list.count);
  read_labels(&r);
  (void)visit(&r, "corpus/arm", ".json", run_file);
  print_table(&r);
  (void)visit(&r, "corpus/arm-general", ".json", run_file);
  (void)visit(&r, "corpus/yaml", ".yml", run_file);
  (void)visit(&r, "corpus/yaml", ".yaml", run_file);
  (void)printf("%zu policies over %zu files with %zu resources\n%zu labelled files compared, %zu differ, %zu "
               "verdicts undecided\n",
      r.rules->list.count, r.files, r.resources, r.compared, r.wrong, r.undecided);
  size_t wrong = r.wrong + diags.list.count;
  aml_arena_release(&r.arena);
  return wrong == 0 ? 0 : 1;
}
