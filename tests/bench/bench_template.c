/* How long the expansion of large templates takes, against the floor of reading the same bytes into a tree.
 *
 * usage: bench_template [SHARED_FOLDER]      with the public templates of its corpus, where it is there
 *
 * Each template is made at half and at full size; the growth of the time must stay near linear. Going over
 * the bounds makes the exit status 1. */
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "arm/template.h"
#include "base/limits.h"
#include "base/strbuf.h"
#include "tree/read.h"

enum { RUNS = 3, PATH_SIZE = 1024 };
#define GROWTH_MAX 3.0 /* of the time when the input doubles */

#define HEAD                                                                                                 \
  "{\"$schema\":\"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#\","        \
  "\"contentVersion\":\"1.0.0.0\","

/* Writes a template of `size` units into the buffer. */
typedef void make_template(aml_strbuf *out, size_t size);

/* One cluster is about 2.5 KB: expressions over parameters and variables, tags, padding as descriptions. */
static void make_clusters(aml_strbuf *out, size_t size) {
  aml_strbuf_add(
      out, AML_SV(HEAD "\"parameters\":{\"workspace\":{\"type\":\"string\",\"defaultValue\":\"w\"},"
                       "\"min\":{\"type\":\"int\",\"defaultValue\":0},\"tags\":{\"type\":\"object\","
                       "\"defaultValue\":{\"env\":\"dev\"}}},"
                       "\"variables\":{\"size\":\"[concat('Standard_', "
                       "'DS3_v2')]\",\"max\":\"[add(parameters('min'), 4)]\"},"
                       "\"resources\":["));
  for (size_t i = 0; i < size; i++) {
    aml_strbuf_addf(out,
        "%s\n{\"type\":\"Microsoft.MachineLearningServices/workspaces/"
        "computes\",\"apiVersion\":\"2024-04-01\","
        "\"name\":\"[concat(parameters('workspace'), '/c%zu')]\",\"location\":\"[resourceGroup().location]\","
        "\"tags\":\"[union(parameters('tags'), createObject('owner', 'team%zu'))]\","
        "\"properties\":{\"computeType\":\"AmlCompute\",\"properties\":{\"vmSize\":\"[variables('size')]\","
        "\"scaleSettings\":{\"minNodeCount\":\"[parameters('min')]\",\"maxNodeCount\":\"[variables('max')]\","
        "\"nodeIdleTimeBeforeScaleDown\":\"PT%zuS\"},\"notes\":[",
        i == 0 ? "" : ",", i, i % 7, 120 + i % 60);
    for (int k = 0; k < 20; k++) {
      aml_strbuf_addf(out,
          "%s{\"key\":\"note-%d\",\"text\":\"Ninety characters of text that stand for what people write "
          "into their templates.\"}",
          k == 0 ? "" : ",", k);
    }
    aml_strbuf_add(out, AML_SV("]}}}"));
  }
  aml_strbuf_add(out, AML_SV("]}"));
}

/* `size` resources, each with 800 items of its own. */
static void make_copies(aml_strbuf *out, size_t size) {
  aml_strbuf_addf(out,
      HEAD "\"resources\":[{\"type\":\"A.B/c\",\"apiVersion\":\"2024-01-01\","
           "\"name\":\"[concat('r', copyIndex())]\",\"copy\":{\"name\":\"outer\",\"count\":%zu},"
           "\"properties\":{\"copy\":[{\"name\":\"items\",\"count\":800,\"input\":"
           "{\"o\":\"[copyIndex('outer')]\",\"i\":\"[copyIndex('items')]\"}}]}}]}",
      size);
}

/* `size` deployments one inside the other, each handing its parameters on. */
static void make_nested(aml_strbuf *out, size_t size) {
  static const char level[] = "\"parameters\":{\"n\":{\"type\":\"int\",\"defaultValue\":1},\"s\":{\"type\":"
                              "\"string\",\"defaultValue\":\"x\"}},"
                              "\"resources\":[";
  aml_strbuf_addf(out, HEAD "%s", level);
  for (size_t i = 0; i < size; i++) {
    aml_strbuf_addf(out,
        "{\"type\":\"Microsoft.Resources/deployments\",\"apiVersion\":\"2022-09-01\",\"name\":\"d%zu\","
        "\"properties\":{\"mode\":\"Incremental\",\"expressionEvaluationOptions\":{\"scope\":\"inner\"},"
        "\"parameters\":{\"n\":{\"value\":\"[add(parameters('n'), "
        "1)]\"},\"s\":{\"value\":\"[parameters('s')]\"}},"
        "\"template\":" HEAD "%s",
        i, level);
  }
  aml_strbuf_add(out, AML_SV("{\"type\":\"A.B/c\",\"apiVersion\":\"1\",\"name\":\"[parameters('s')]\","
                             "\"properties\":{\"n\":\"[parameters('n')]\"}}"));
  for (size_t i = 0; i < size; i++) {
    aml_strbuf_add(out, AML_SV("]}}}"));
  }
  aml_strbuf_add(out, AML_SV("]}"));
}

/* `size` deployments side by side, each with a hundred resources. */
static void make_side_by_side(aml_strbuf *out, size_t size) {
  aml_strbuf_add(out, AML_SV(HEAD "\"resources\":["));
  for (size_t i = 0; i < size; i++) {
    aml_strbuf_addf(out,
        "%s{\"type\":\"Microsoft.Resources/deployments\",\"apiVersion\":\"2022-09-01\",\"name\":\"d%zu\","
        "\"properties\":{\"expressionEvaluationOptions\":{\"scope\":\"inner\"},\"parameters\":{\"p\":{"
        "\"value\":\"x%zu\"}},"
        "\"template\":" HEAD "\"parameters\":{\"p\":{\"type\":\"string\"}},\"resources\":[",
        i == 0 ? "" : ",", i, i);
    for (int k = 0; k < 100; k++) {
      aml_strbuf_addf(out,
          "%s{\"type\":\"A.B/c\",\"apiVersion\":\"1\",\"name\":\"[concat(parameters('p'), '-%d')]\","
          "\"properties\":{\"id\":\"[resourceId('A.B/c', parameters('p'))]\"}}",
          k == 0 ? "" : ",", k);
    }
    aml_strbuf_add(out, AML_SV("]}}}"));
  }
  aml_strbuf_add(out, AML_SV("]}"));
}

typedef struct measure {
  double read_ms, expand_ms;
  size_t read_bytes, expand_bytes, resources, diags;
} measure;

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static measure measure_once(aml_sv text) {
  measure result = {0};
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_sources *sources = aml_sources_new(&arena);
  aml_source *source = aml_sources_add(sources, AML_SV("main.json"), AML_SV(""));
  aml_diags diags;
  aml_diags_init(&diags, &arena);
  aml_resources resources;
  aml_resources_init(&resources, &arena);
  uint32_t bad_at = 0;
  double begin = now_ms();
  if (aml_source_fill(source, &arena, text, AML_LIMIT_FILE_BYTES, &bad_at, NULL) != AML_OK) {
    exit(EXIT_FAILURE);
  }
  aml_tree *tree = aml_tree_read_as(source, AML_SYNTAX_JSON, &arena, &diags);
  result.read_ms = now_ms() - begin;
  result.read_bytes = arena.used;
  aml_arm_input input = {
      .template_ = tree->documents.items[0].root, .template_path = AML_SV("main.json"), .sources = sources};
  begin = now_ms();
  aml_arm_expand(&input, &resources, &diags, NULL);
  result.expand_ms = now_ms() - begin;
  result.expand_bytes = arena.used - result.read_bytes;
  result.resources = resources.list.count;
  result.diags = diags.list.count;
  aml_arena_release(&arena);
  return result;
}

/* The best of several runs. */
static measure measure_template(make_template *make, size_t size, size_t *bytes) {
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_strbuf text;
  aml_strbuf_init(&text, &arena, SIZE_MAX);
  make(&text, size);
  *bytes = text.len;
  measure best = measure_once(aml_strbuf_view(&text));
  for (int i = 1; i < RUNS; i++) {
    measure next = measure_once(aml_strbuf_view(&text));
    best.read_ms = next.read_ms < best.read_ms ? next.read_ms : best.read_ms;
    best.expand_ms = next.expand_ms < best.expand_ms ? next.expand_ms : best.expand_ms;
  }
  aml_arena_release(&arena);
  return best;
}

static void print_row(const char *name, size_t size, size_t bytes, const measure *m) {
  printf("%-26s %7zu %8.2f %9zu %6zu %9.2f %9.2f %7.2f %9.1f %9.1f\n", name, size, (double)bytes / 1e6,
      m->resources, m->diags, m->read_ms, m->expand_ms, m->read_ms > 0 ? m->expand_ms / m->read_ms : 0,
      (double)m->read_bytes / 1e6, (double)m->expand_bytes / 1e6);
}

static void add_file(aml_arena *arena, const char *path, measure *sum, size_t *bytes) {
  aml_sources *sources = aml_sources_new(arena);
  aml_source *source = aml_sources_add(sources, aml_sv_of(path), aml_sv_of(path));
  uint32_t bad_at = 0;
  if (aml_source_read(source, arena, AML_LIMIT_FILE_BYTES, &bad_at, NULL) != AML_OK) {
    return;
  }
  measure best = measure_once(source->bytes);
  for (int i = 1; i < RUNS; i++) {
    measure next = measure_once(source->bytes);
    best.read_ms = next.read_ms < best.read_ms ? next.read_ms : best.read_ms;
    best.expand_ms = next.expand_ms < best.expand_ms ? next.expand_ms : best.expand_ms;
  }
  *bytes += source->bytes.len;
  sum->read_ms += best.read_ms;
  sum->expand_ms += best.expand_ms;
  sum->read_bytes += best.read_bytes;
  sum->expand_bytes += best.expand_bytes;
  sum->resources += best.resources;
  sum->diags += best.diags;
}

/* All templates of one folder of the corpus, as one row. */
static void measure_corpus(const char *shared, const char *name) {
  char root[PATH_SIZE];
  snprintf(root, sizeof root, "%s/corpus/%s", shared, name);
  char *const roots[] = {root, NULL};
  FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  measure sum = {0};
  size_t bytes = 0;
  size_t files = 0;
  for (FTSENT *entry = walk == NULL ? NULL : fts_read(walk); entry != NULL; entry = fts_read(walk)) {
    if (entry->fts_info == FTS_F && aml_sv_iends(aml_sv_of(entry->fts_path), AML_SV(".json"))) {
      aml_arena arena;
      aml_arena_init(&arena, SIZE_MAX);
      add_file(&arena, entry->fts_path, &sum, &bytes);
      aml_arena_release(&arena);
      files++;
    }
  }
  if (walk != NULL) {
    fts_close(walk);
  }
  if (files > 0) {
    char label[PATH_SIZE];
    snprintf(label, sizeof label, "corpus/%s", name);
    print_row(label, files, bytes, &sum);
  }
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    make_template *make;
    size_t size;
    bool is_linear_in_size;
  } rows[] = {
      {"clusters", make_clusters, 20000, true},
      {"copies of 800 copies", make_copies, 800, true},
      {"deployments in each other", make_nested, 50, false},
      {"deployments side by side", make_side_by_side, 1000, true},
  };
  int status = EXIT_SUCCESS;
  printf("%-26s %7s %8s %9s %6s %9s %9s %7s %9s %9s\n", "template", "size", "MB", "resources", "diags",
      "read ms", "expand ms", "ratio", "tree MB", "expand MB");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    size_t bytes = 0;
    measure half = measure_template(rows[i].make, rows[i].size / 2, &bytes);
    print_row(rows[i].name, rows[i].size / 2, bytes, &half);
    measure full = measure_template(rows[i].make, rows[i].size, &bytes);
    print_row(rows[i].name, rows[i].size, bytes, &full);
    double growth = full.expand_ms / half.expand_ms;
    if (rows[i].is_linear_in_size && growth > GROWTH_MAX) {
      printf("%s: doubling the size multiplies the time by %.2f\n", rows[i].name, growth);
      status = EXIT_FAILURE;
    }
  }
  if (argc > 1) {
    measure_corpus(argv[1], "arm");
    measure_corpus(argv[1], "arm-general");
    measure_corpus(argv[1], "bicep-pairs");
  }
  return status;
}
