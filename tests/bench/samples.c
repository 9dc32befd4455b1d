/* Files are made as people write them, with line ends, so that reports show lines of a usual length. */
#include "bench/samples.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE = 1024, FILES_IN_FOLDER = 10 };

#define CLUSTER                                                                                              \
  "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\nname: gpu-%zu\n"             \
  "type: amlcompute\nsize: Standard_NC6s_v3\nlocation: westeurope\nmin_instances: 2\nmax_instances: 8\n"     \
  "ssh_public_access_enabled: true\n"
#define SCHEMA "\"$schema\": \"https://schema.management.azure.com/schemas/2019-04-01/"
#define HEAD   "{\n  " SCHEMA "deploymentTemplate.json#\",\n  \"contentVersion\": \"1.0.0.0\",\n"
#define COMPUTE(minimum)                                                                                     \
  "{\"type\": \"Microsoft.MachineLearningServices/workspaces/computes\", \"apiVersion\": \"2024-04-01\",\n"  \
  "     \"name\": \"w/train%zu\", \"location\": \"westeurope\",\n"                                           \
  "     \"properties\": {\"computeType\": \"AmlCompute\", \"properties\": {\"vmSize\": "                     \
  "\"Standard_DS3_v2\",\n       \"scaleSettings\": {\"minNodeCount\": " minimum ", \"maxNodeCount\": 4}}}}"

static void give_up(const char *path) {
  perror(path);
  exit(2);
}

static FILE *create(const char *folder, const char *name) {
  char path[PATH_SIZE];
  int length = snprintf(path, sizeof path, "%s/%s", folder, name);
  if (length < 0 || (size_t)length >= sizeof path) {
    errno = ENAMETOOLONG;
    give_up(name);
  }
  for (char *slash = strchr(path + strlen(folder) + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    if (mkdir(path, 0755) != 0 && errno != EEXIST) {
      give_up(path);
    }
    *slash = '/';
  }
  FILE *file = fopen(path, "w");
  if (file == NULL) {
    give_up(path);
  }
  return file;
}

static void finish(FILE *file, const char *name) {
  if (fclose(file) != 0) {
    give_up(name);
  }
}

void samples_write(const char *folder, const char *name, const char *format, ...) {
  va_list arguments;
  FILE *file = create(folder, name);
  va_start(arguments, format);
  (void)vfprintf(file, format, arguments);
  va_end(arguments);
  finish(file, name);
}

static void write_cluster(const char *folder, const char *below, size_t i) {
  char name[64];
  (void)snprintf(name, sizeof name, "%s%zu/c%zu.yml", below, i / FILES_IN_FOLDER, i);
  samples_write(folder, name, CLUSTER, i);
}

void samples_clusters(const char *folder, size_t n) {
  for (size_t i = 0; i < n; i++) {
    write_cluster(folder, "team", i);
  }
}

void samples_examples(const char *folder, size_t n) {
  enum { OTHERS = 7, STEPS = 8 };
  for (size_t i = 0; i < n; i++) {
    write_cluster(folder, "team", i);
    for (size_t k = 0; k < OTHERS; k++) {
      char name[64];
      (void)snprintf(name, sizeof name, "flows/%zu/flow%zu.yml", i, k);
      FILE *file = create(folder, name);
      (void)fprintf(file, "name: flow-%zu\non:\n  workflow_dispatch:\njobs:\n  build:\n    steps:\n", k);
      for (size_t step = 0; step < STEPS; step++) {
        (void)fprintf(file,
            "    - name: step %zu\n      uses: actions/checkout@v2\n      with: {path: 'cli/%zu', depth: 1}\n"
            "      run: |\n        source ./setup.sh\n        bash -x run-job.sh job-%zu.yml\n",
            step, i, step);
      }
      finish(file, name);
    }
  }
}

/* A template whose resources are written one by one, with commas between them. */
static void write_template(
    const char *folder, size_t n, const char *before, void (*write_resource)(FILE *file, size_t i)) {
  FILE *file = create(folder, "main.json");
  (void)fprintf(file, HEAD "%s  \"resources\": [", before);
  for (size_t i = 0; i < n; i++) {
    (void)fputs(i == 0 ? "\n    " : ",\n    ", file);
    write_resource(file, i);
  }
  (void)fputs("\n  ]\n}\n", file);
  finish(file, "main.json");
}

static void write_idle(FILE *file, size_t i) {
  (void)fprintf(file, COMPUTE("1"), i);
}

static void write_quiet(FILE *file, size_t i) {
  (void)fprintf(file, COMPUTE("0"), i);
}

void samples_template(const char *folder, size_t n) {
  write_template(folder, n, "", write_idle);
}

static void write_wide(FILE *file, size_t i) {
  enum { NOTES = 20, NAMES = 7, SECONDS = 60 };
  (void)fprintf(file,
      "{\"type\": \"Microsoft.MachineLearningServices/workspaces/computes\", \"apiVersion\": \"2024-04-01\", "
      "\"name\": \"[concat(parameters('workspace'), '/c%zu')]\", \"location\": "
      "\"[resourceGroup().location]\", "
      "\"tags\": \"[union(parameters('tags'), createObject('owner', 'team%zu'))]\", \"properties\": "
      "{\"computeType\": \"AmlCompute\", \"properties\": {\"vmSize\": \"[variables('size')]\", "
      "\"scaleSettings\": "
      "{\"minNodeCount\": \"[parameters('minimum')]\", \"maxNodeCount\": \"[variables('maximum')]\", "
      "\"nodeIdleTimeBeforeScaleDown\": \"PT%zuS\"}, \"notes\": [",
      i, i % NAMES, 120 + i % SECONDS);
  for (size_t note = 0; note < NOTES; note++) {
    (void)fprintf(file,
        "%s{\"key\": \"note-%zu\", \"text\": \"A sentence about the cluster, of the length that people write "
        "into "
        "their templates.\"}",
        note == 0 ? "" : ", ", note);
  }
  (void)fputs("]}}}", file);
}

void samples_wide_template(const char *folder, size_t n) {
  write_template(folder, n,
      "  \"parameters\": {\"workspace\": {\"type\": \"string\", \"defaultValue\": \"w\"}, \"minimum\": "
      "{\"type\": \"int\", \"defaultValue\": 0}, \"tags\": {\"type\": \"object\", \"defaultValue\": "
      "{\"env\": "
      "\"dev\"}}},\n"
      "  \"variables\": {\"size\": \"[concat('Standard_', 'DS3_v2')]\", \"maximum\": "
      "\"[add(parameters('minimum'), 4)]\"},\n",
      write_wide);
}

static void make_resources(const char *folder, size_t n) {
  write_template(folder, n, "", write_quiet);
}

static void make_rules(const char *folder, size_t n) {
  samples_write(folder, "amlint.yml", "rules: [rules]\n");
  write_cluster(folder, "team", 0);
  for (size_t i = 0; i < n; i++) {
    char name[64];
    (void)snprintf(name, sizeof name, "rules/r%zu.yml", i);
    samples_write(folder, name,
        "id: ORG%zu\nname: rule-%zu\ntitle: A size that is not allowed\ncategory: governance\n"
        "severity: warning\ntype: Microsoft.MachineLearningServices/workspaces/computes\nif:\n  allOf:\n"
        "    - {field: computeType, equals: AmlCompute}\n    - {field: vmSize, equals: Standard_S%zu}\n"
        "at: vmSize\nmessage: \"Cluster '{name}' has a size that is not allowed.\"\nwhy: It costs too much.\n"
        "fix: Choose another size for '{name}'.\n",
        1000 + i, i, i);
  }
}

/* An amlint.yml whose list under `key` has an entry for each folder of one cluster. */
static void write_config(
    const char *folder, size_t n, const char *key, void (*write_entry)(FILE *file, size_t i)) {
  FILE *file = create(folder, "amlint.yml");
  (void)fprintf(file, "%s:\n", key);
  for (size_t i = 0; i < n; i++) {
    write_entry(file, i);
  }
  finish(file, "amlint.yml");
  for (size_t i = 0; i < n; i++) {
    char name[64];
    (void)snprintf(name, sizeof name, "team%zu/c.yml", i);
    samples_write(folder, name, CLUSTER, i);
  }
}

static void write_override(FILE *file, size_t i) {
  (void)fprintf(file, "  - {paths: [team%zu/**], severity: {AML101: note}}\n", i);
}

static void make_overrides(const char *folder, size_t n) {
  write_config(folder, n, "overrides", write_override);
}

static void write_workspace(FILE *file, size_t i) {
  (void)fprintf(file,
      "  - {name: ml-%zu, resourceGroup: rg-%zu, location: westeurope, paths: [team%zu/**]}\n", i, i, i);
}

static void make_workspaces(const char *folder, size_t n) {
  write_config(folder, n, "workspaces", write_workspace);
}

static void make_exceptions(const char *folder, size_t n) {
  samples_write(folder, "amlint.yml", "exceptions: [exceptions.yml]\n");
  samples_clusters(folder, n);
  FILE *file = create(folder, "exceptions.yml");
  (void)fputs("exceptions:\n", file);
  for (size_t i = 0; i < n; i++) {
    (void)fprintf(file,
        "  - {id: EX-%zu, rules: [AML101], paths: [team%zu/c%zu.yml], owner: vision, reason: nightly runs,\n"
        "     created: 2026-11-27, expires: 2027-01-31}\n",
        i, i / FILES_IN_FOLDER, i);
  }
  finish(file, "exceptions.yml");
}

static void write_locked(FILE *file, size_t i) {
  (void)fprintf(file,
      "{\"type\": \"Microsoft.MachineLearningServices/workspaces\", \"apiVersion\": \"2024-04-01\", "
      "\"name\": \"w%zu\",\n     \"location\": \"westeurope\"},\n"
      "    {\"type\": \"Microsoft.Authorization/locks\", \"apiVersion\": \"2020-05-01\", "
      "\"name\": \"keep%zu\",\n     \"scope\": \"[resourceId('Microsoft.MachineLearningServices/workspaces', "
      "'w%zu')]\",\n     \"properties\": {\"level\": \"CanNotDelete\"}}",
      i, i, i);
}

static void make_locks(const char *folder, size_t n) {
  write_template(folder, n, "", write_locked);
}

static void write_nested(FILE *file, size_t i) {
  (void)fprintf(file,
      "{\"type\": \"Microsoft.Resources/deployments\", \"apiVersion\": \"2022-09-01\", \"name\": \"d%zu\",\n"
      "     \"properties\": {\"mode\": \"Incremental\", \"template\": " HEAD "  \"resources\": [",
      i);
  write_idle(file, i);
  (void)fputs("]}}}", file);
}

static void make_nested(const char *folder, size_t n) {
  write_template(folder, n, "", write_nested);
}

static void write_sized(FILE *file, size_t i) {
  (void)i;
  (void)fputs("{\"type\": \"Microsoft.MachineLearningServices/workspaces/computes\", \"apiVersion\": "
              "\"2024-04-01\",\n     \"name\": \"[parameters('name')]\", \"location\": \"westeurope\", "
              "\"properties\": {\"computeType\": \"AmlCompute\",\n     \"properties\": {\"vmSize\": "
              "\"Standard_DS3_v2\", \"scaleSettings\": {\"minNodeCount\": 1, \"maxNodeCount\": 2}}}}",
      file);
}

/* Of each of some templates, since one has 64 at most. */
static void make_parameter_files(const char *folder, size_t n) {
  enum { TEMPLATES = 25 };
  for (size_t i = 0; i < n * TEMPLATES; i++) {
    char path[PATH_SIZE];
    char name[64];
    (void)snprintf(name, sizeof name, "app%zu/main.parameters-%zu.json", i % TEMPLATES, i / TEMPLATES);
    samples_write(folder, name,
        "{" SCHEMA "deploymentParameters.json#\", \"contentVersion\": \"1.0.0.0\",\n"
        "  \"parameters\": {\"name\": {\"value\": \"w/train%zu\"}}}\n",
        i);
    (void)snprintf(path, sizeof path, "%s/app%zu", folder, i % TEMPLATES);
    if (i < TEMPLATES) {
      write_template(path, 1, "  \"parameters\": {\"name\": {\"type\": \"string\"}},\n", write_sized);
    }
  }
}

const sample samples_growing[] = {
    {"files", samples_clusters, 500, {NULL}},
    {"resources", make_resources, 500, {"--select", "AML101", NULL}},
    {"rules", make_rules, 500, {NULL}},
    {"exceptions", make_exceptions, 500, {NULL}},
    {"locks", make_locks, 500, {NULL}},
    {"overrides", make_overrides, 500, {NULL}},
    {"workspaces", make_workspaces, 500, {NULL}},
    {"parameter files", make_parameter_files, 16, {NULL}},
    {"nested deployments", make_nested, 500, {NULL}},
    {"findings", samples_template, 500, {"--format", "json", NULL}},
    {NULL, NULL, 0, {NULL}},
};
