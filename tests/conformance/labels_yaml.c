/* Recognises and translates every YAML and JSON file of the public corpus, and checks the clusters against
 * labels.csv: each labelled cluster of a CLI v2 file must be found with its values, and no other file may
 * hold one.
 *
 * usage: labels_yaml SHARED_FOLDER [-v]       -v lists what is said of each file
 */
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arm/template.h"
#include "azureml/azureml.h"
#include "base/limits.h"
#include "base/number.h"
#include "expr/value_text.h"
#include "shared_data.h"
#include "source/lines.h"

enum { PATH_SIZE = 1024, KINDS = AML_YAML_LIST + 1 };

typedef struct label {
  csv_row row;
  bool is_found;
} label;

typedef struct labels {
  csv table;
  AML_VEC(label) rows; /* of CLI v2 dialects */
} labels;

typedef struct tally {
  size_t files, recognised[KINDS], false_clusters, unrecognised, wrong, checked, schema_diags, arm_computes;
} tally;

typedef struct run {
  aml_arena *arena;
  const char *shared;
  bool is_verbose;
  labels labels;
  tally sum;
} run;

typedef struct subject {
  aml_arena *arena;
  const char *path;
  aml_source *source;
  aml_tree *tree;
  aml_diags read_diags, diags;
  aml_resources resources;
  aml_yaml_kind kind;
  size_t arm_computes;
  bool names_schema; /* of Azure ML */
} subject;

static aml_sv cell(const run *r, const label *one, const char *column) {
  return csv_cell(&r->labels.table, &one->row, column);
}

static bool read_labels(run *r) {
  aml_source *source;
  aml_sv path = aml_sv_format(r->arena, "%s/corpus/labels.csv", r->shared);
  if (!read_bytes(r->arena, aml_sources_new(r->arena), path, &source)) {
    return false;
  }
  r->labels.table = csv_open(r->arena, source->bytes);
  for (label one = {0}; csv_next(&r->labels.table, &one.row);) {
    aml_sv dialect = cell(r, &one, "dialect");
    if (aml_sv_eq(dialect, AML_SV("cli-v2-yaml")) || aml_sv_eq(dialect, AML_SV("json-of-cli-v2-fields"))) {
      AML_VEC_PUSH(r->arena, &r->labels.rows, one);
    }
  }
  return true;
}

static const aml_value *open_nothing(void *ctx, aml_sv path) {
  (void)ctx;
  (void)path;
  return NULL;
}

/* The checks of ARM computes, at the defaults of the template's parameters. */
static void check_template(subject *file, const aml_sources *sources, const aml_value *root) {
  if (aml_arm_recognise(root) != AML_ARM_TEMPLATE) {
    return;
  }
  aml_resources resources;
  aml_resources_init(&resources, file->arena);
  aml_diags ignored;
  aml_diags_init(&ignored, file->arena);
  aml_arm_files files = {.open = open_nothing};
  aml_arm_context context = {0};
  aml_arm_stats stats = {0};
  aml_arm_input input = {.template_ = root,
      .template_path = aml_sv_of(file->path),
      .sources = sources,
      .files = &files,
      .context = &context};
  aml_arm_expand(&input, &resources, &ignored, &stats);
  for (size_t i = 0; i < resources.list.count; i++) {
    file->arm_computes += aml_azureml_kind_of(resources.list.items[i]) != AML_YAML_NONE;
    aml_azureml_check_arm(resources.list.items[i], &file->diags);
  }
}

static void read_subject(void *ctx) {
  subject *file = ctx;
  aml_sources *sources = aml_sources_new(file->arena);
  file->source = aml_sources_add(sources, aml_sv_of(file->path), aml_sv_of(file->path));
  uint32_t bad_at;
  if (aml_source_read(file->source, file->arena, AML_LIMIT_FILE_BYTES, &bad_at, NULL) != AML_OK) {
    return;
  }
  static const aml_azureml_context nowhere = {.scope = {.has_resource_group = true}};
  file->tree = aml_tree_read(file->source, file->arena, &file->read_diags);
  for (size_t i = 0; i < file->tree->documents.count; i++) {
    const aml_value *root = file->tree->documents.items[i].root;
    if (aml_arm_recognise(root) != AML_ARM_NONE) {
      check_template(file, sources, root);
      continue;
    }
    const aml_value *schema = aml_object_find_exact(root, AML_SV("$schema"));
    aml_sv url = schema == NULL ? (aml_sv){0} : aml_value_text(schema);
    file->names_schema = aml_sv_find(url, AML_SV("azureml"), 0) != AML_NPOS;
    aml_yaml_kind kind = aml_azureml_recognise(root);
    if (kind != AML_YAML_NONE) {
      file->kind = kind;
      aml_azureml_translate(root, kind, &nowhere, &file->resources, &file->diags);
    }
  }
}

static bool is_cluster(const aml_resource *resource) {
  return aml_azureml_kind_of(resource) == AML_YAML_AMLCOMPUTE;
}

/* A value as labels.csv writes it: "absent" for what the file does not say. */
static aml_sv label_of(const subject *file, const aml_resource *resource, const char *path) {
  const aml_value *value = aml_value_path(resource->body, aml_sv_of(path));
  bool is_default = value != NULL && value->origin != NULL && value->origin->step == AML_STEP_SERVICE_DEFAULT;
  if (value == NULL || is_default) {
    return AML_SV("absent");
  }
  return aml_value_show(file->arena, value, 200);
}

static void expect(run *r, const subject *file, const char *column, aml_sv expected, aml_sv actual) {
  r->sum.checked++;
  if (!aml_sv_ieq(expected, actual)) {
    printf("%s: %s is '%.*s', not '%.*s'\n", file->path, column, AML_SV_ARG(actual), AML_SV_ARG(expected));
    r->sum.wrong++;
  }
}

static aml_sv expected_idle(const subject *file, aml_sv text) {
  int64_t seconds;
  return aml_int_parse(text, &seconds) ? aml_sv_format(file->arena, "PT%lldS", (long long)seconds) : text;
}

static aml_sv expected_priority(aml_sv text) {
  if (aml_sv_find(text, AML_SV("not 'tier'"), 0) != AML_NPOS) {
    /* A key that the CLI refuses: what it was to say is not known. */
    return AML_SV("unknown ('priority' may be a misspelling of 'tier')");
  }
  return aml_sv_ieq(text, AML_SV("low_priority")) ? AML_SV("LowPriority") : text;
}

static aml_sv expected_access(aml_sv text) {
  return aml_sv_eq(text, AML_SV("true"))    ? AML_SV("Enabled")
         : aml_sv_eq(text, AML_SV("false")) ? AML_SV("Disabled")
                                            : text;
}

static aml_sv presence(aml_sv text) {
  return aml_sv_eq(text, AML_SV("absent")) ? text : AML_SV("present");
}

static void check_cluster(run *r, const subject *file, const label *row, const aml_resource *resource) {
#define SCALE   "properties.properties.scaleSettings."
#define ACCOUNT "properties.properties.userAccountCredentials."
  expect(r, file, "min_nodes", cell(r, row, "min_nodes"), label_of(file, resource, SCALE "minNodeCount"));
  expect(r, file, "max_nodes", cell(r, row, "max_nodes"), label_of(file, resource, SCALE "maxNodeCount"));
  expect(
      r, file, "vm_size", cell(r, row, "vm_size"), label_of(file, resource, "properties.properties.vmSize"));
  expect(r, file, "idle_timeout", expected_idle(file, cell(r, row, "idle_timeout")),
      label_of(file, resource, SCALE "nodeIdleTimeBeforeScaleDown"));
  expect(r, file, "priority", expected_priority(cell(r, row, "priority")),
      label_of(file, resource, "properties.properties.vmPriority"));
  expect(r, file, "ssh_public_access", expected_access(cell(r, row, "ssh_public_access")),
      label_of(file, resource, "properties.properties.remoteLoginPortPublicAccess"));
  expect(r, file, "admin_username", cell(r, row, "admin_username"),
      label_of(file, resource, ACCOUNT "adminUserName"));
  expect(r, file, "admin_password", presence(cell(r, row, "admin_password")),
      presence(label_of(file, resource, ACCOUNT "adminUserPassword")));
  expect(r, file, "ssh_key", presence(cell(r, row, "ssh_key")),
      presence(label_of(file, resource, ACCOUNT "adminUserSshPublicKey")));
  expect(r, file, "location", cell(r, row, "location"), label_of(file, resource, "location"));
  expect(r, file, "subnet", presence(cell(r, row, "subnet")),
      presence(label_of(file, resource, "properties.properties.subnet.id")));
  expect(r, file, "identity", presence(cell(r, row, "identity")),
      presence(label_of(file, resource, "identity.type")));
  expect(r, file, "node_public_ip", cell(r, row, "node_public_ip"),
      label_of(file, resource, "properties.properties.enableNodePublicIp"));
  expect(r, file, "tags", presence(cell(r, row, "tags")), presence(label_of(file, resource, "tags")));
}

/* The rows of this file; the relative path is what follows the corpus folder. */
static void check_labels(run *r, subject *file, aml_sv relative) {
  size_t clusters = 0;
  size_t rows = 0;
  for (size_t i = 0; i < file->resources.list.count; i++) {
    clusters += is_cluster(file->resources.list.items[i]);
  }
  for (size_t i = 0; i < r->labels.rows.count; i++) {
    label *row = &r->labels.rows.items[i];
    if (!aml_sv_eq(cell(r, row, "file"), relative)) {
      continue;
    }
    rows++;
    for (size_t k = 0; k < file->resources.list.count && !row->is_found; k++) {
      const aml_resource *resource = file->resources.list.items[k];
      if (is_cluster(resource) && aml_sv_eq(resource->shown_name, cell(r, row, "resource_name"))) {
        row->is_found = true;
        check_cluster(r, file, row, resource);
      }
    }
  }
  if (clusters > rows) {
    printf("%s: %zu clusters where %zu are labelled\n", file->path, clusters, rows);
    r->sum.false_clusters += clusters - rows;
  }
}

static void list_diags(subject *file) {
  aml_source_index_lines(file->source, file->arena);
  for (size_t i = 0; i < file->diags.list.count; i++) {
    const aml_diag *diag = &file->diags.list.items[i];
    aml_position at = aml_source_locate(file->source, diag->span.begin);
    printf("%s:%u:%u: %s %.*s %.*s\n", file->path, at.line, at.column, diag->rule,
        AML_SV_ARG(diag->message.text), AML_SV_ARG(diag->help));
  }
}

static int run_file(run *r, const char *path) {
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  subject file = {.arena = &arena, .path = path};
  aml_diags_init(&file.read_diags, &arena);
  aml_diags_init(&file.diags, &arena);
  aml_resources_init(&file.resources, &arena);
  int errors = 0;
  if (aml_guard_run(&arena, read_subject, &file) != AML_OK) {
    printf("%s: internal error\n", path);
    errors = 1;
  }
  r->sum.files++;
  r->sum.recognised[file.kind]++;
  r->sum.arm_computes += file.arm_computes;
  r->sum.schema_diags += file.diags.list.count;
  bool is_missed = file.names_schema && file.kind == AML_YAML_NONE;
  r->sum.unrecognised += is_missed;
  if (r->is_verbose && is_missed) {
    printf("%s: names a schema of Azure ML that is not one of ours\n", path);
  }
  if (r->is_verbose && (file.kind != AML_YAML_NONE || file.diags.list.count > 0)) {
    printf("%s: %s\n", path, aml_azureml_kind_name(file.kind));
    list_diags(&file);
  }
  size_t folder = strlen(r->shared) + sizeof "/corpus/" - 1;
  check_labels(r, &file, aml_sv_slice(aml_sv_of(path), folder, strlen(path)));
  aml_arena_release(&arena);
  return errors;
}

static int run_folder(run *r, const char *folder) {
  char root[PATH_SIZE];
  snprintf(root, sizeof root, "%s/corpus/%s", r->shared, folder);
  char *const roots[] = {root, NULL};
  FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  int errors = 0;
  for (FTSENT *entry = walk == NULL ? NULL : fts_read(walk); entry != NULL; entry = fts_read(walk)) {
    aml_sv path = aml_sv_of(entry->fts_path);
    bool is_ours = aml_sv_iends(path, AML_SV(".json")) || aml_sv_iends(path, AML_SV(".yml")) ||
                   aml_sv_iends(path, AML_SV(".yaml"));
    if (entry->fts_info == FTS_F && is_ours) {
      errors += run_file(r, entry->fts_path);
    }
  }
  if (walk != NULL) {
    fts_close(walk);
  }
  return errors;
}

static size_t print_table(const run *r) {
  size_t found = 0;
  size_t missed = 0;
  for (size_t i = 0; i < r->labels.rows.count; i++) {
    const label *row = &r->labels.rows.items[i];
    found += row->is_found;
    if (!row->is_found) {
      aml_sv path = cell(r, row, "file");
      printf("%.*s: the labelled cluster is not found\n", AML_SV_ARG(path));
      missed++;
    }
  }
  printf("\nfiles read                 %6zu\n", r->sum.files);
  for (int kind = AML_YAML_AMLCOMPUTE; kind < KINDS; kind++) {
    printf("  %-24s %6zu\n", aml_azureml_kind_name((aml_yaml_kind)kind), r->sum.recognised[kind]);
  }
  printf("schema of Azure ML, passed %6zu\n", r->sum.unrecognised);
  printf("clusters labelled          %6zu\n", r->labels.rows.count);
  printf("clusters found             %6zu\n", found);
  printf("values checked             %6zu\n", r->sum.checked);
  printf("values wrong               %6zu\n", r->sum.wrong);
  printf("clusters without a label   %6zu\n", r->sum.false_clusters);
  printf("resources in templates     %6zu\n", r->sum.arm_computes);
  printf("AML005 to AML009           %6zu\n", r->sum.schema_diags);
  return missed;
}

int main(int argc, char **argv) {
  static const char *const folders[] = {
      "yaml", "yaml-general", "arm", "arm-general", "bicep-pairs", "inventory"};
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  run r = {.arena = &arena, .shared = argc > 1 ? argv[1] : ""};
  r.is_verbose = argc > 2 && strcmp(argv[2], "-v") == 0;
  if (!read_labels(&r)) {
    printf("skipped: no corpus at '%s'\n", r.shared);
    aml_arena_release(&arena);
    return SKIPPED;
  }
  int errors = 0;
  for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
    errors += run_folder(&r, folders[i]);
  }
  size_t missed = print_table(&r);
  bool is_good = errors == 0 && missed == 0 && r.sum.wrong == 0 && r.sum.false_clusters == 0;
  aml_arena_release(&arena);
  return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
