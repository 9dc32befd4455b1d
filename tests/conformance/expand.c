/* Expands every template under the public corpus and says what became of its expressions; checks the clusters
 * of labels.csv against what was expanded.
 *
 * usage: expand SHARED_FOLDER [-v]       -v lists every failed expression and whatever else is wrong
 *
 * Fails when a template ends in an internal error, when a labelled cluster is not found, or when one of its
 * values is not the labelled one. */
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arm/template.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "shared_data.h"
#include "source/lines.h"

enum { PATH_SIZE = 1024 };

/* Why values are unknown, over all folders: the reason without its quoted names, and how often. */
typedef struct reasons {
  aml_arena arena;
  aml_map counts; /* text to size_t */
} reasons;

typedef struct tally {
  size_t files, templates, parameter_files, others, resources, clusters;
  aml_arm_stats stats;
  size_t diags;
} tally;

/* One file under test, in an arena of its own. */
typedef struct subject {
  aml_arena *arena;
  const char *path;
  aml_sources *sources;
  aml_source *source;
  const aml_value *root;
  aml_diags read_diags, diags;
  aml_resources resources;
  aml_arm_kind kind;
  aml_arm_stats stats;
  bool switches_on; /* flags that are false are read as true */
} subject;

static const aml_value *open_nothing(void *ctx, aml_sv path) {
  (void)ctx;
  (void)path;
  return NULL;
}

/* The template with every flag that is off, as a default or as an argument, turned on; places stay. */
static const aml_value *switch_on(aml_arena *arena, const aml_value *value) {
  if (value->kind == AML_ARRAY) {
    const aml_value **items = AML_NEW_ARRAY(arena, const aml_value *, value->as.array.count);
    for (size_t i = 0; i < value->as.array.count; i++) {
      items[i] = switch_on(arena, value->as.array.items[i]);
    }
    return aml_value_array(arena, items, value->as.array.count, value->span);
  }
  if (value->kind != AML_OBJECT) {
    return value;
  }
  aml_object_builder object;
  aml_object_begin_sized(&object, arena, value->as.object.count);
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    bool is_flag =
        aml_sv_eq(member->name, AML_SV("value")) || aml_sv_eq(member->name, AML_SV("defaultValue"));
    const aml_value *inner = is_flag && member->value->kind == AML_BOOL
                                 ? aml_value_bool(arena, true, member->value->span)
                                 : switch_on(arena, member->value);
    aml_object_add(&object, member->name, member->name_span, inner);
  }
  return aml_object_end(&object, value->span, value->flags);
}

static void expand_subject(void *ctx) {
  subject *file = ctx;
  aml_arena *arena = file->arena;
  file->sources = aml_sources_new(arena);
  file->source = aml_sources_add(file->sources, aml_sv_of(file->path), aml_sv_of(file->path));
  aml_diags_init(&file->read_diags, arena);
  aml_diags_init(&file->diags, arena);
  aml_resources_init(&file->resources, arena);
  uint32_t bad_at = 0;
  if (aml_source_read(file->source, arena, AML_LIMIT_FILE_BYTES, &bad_at, NULL) != AML_OK) {
    return;
  }
  aml_tree *tree = aml_tree_read_as(file->source, AML_SYNTAX_JSON, arena, &file->read_diags);
  file->root = tree->documents.count > 0 ? tree->documents.items[0].root : NULL;
  file->kind = file->root == NULL ? AML_ARM_NONE : aml_arm_recognise(file->root);
  if (file->kind != AML_ARM_TEMPLATE) {
    return;
  }
  aml_arm_files files = {.open = open_nothing};
  aml_arm_context context = {0};
  aml_arm_input input = {.template_ = file->switches_on ? switch_on(arena, file->root) : file->root,
      .template_path = aml_sv_of(file->path),
      .sources = file->sources,
      .files = &files,
      .context = &context};
  aml_arm_expand(&input, &file->resources, &file->diags, &file->stats);
}

static void list_diags(const subject *file) {
  aml_source_index_lines(file->source, file->arena);
  for (size_t i = 0; i < file->diags.list.count; i++) {
    const aml_diag *diag = &file->diags.list.items[i];
    aml_position at = aml_source_locate(file->source, diag->span.begin);
    printf("%s:%u:%u: %s %.*s\n", file->path, at.line, at.column, diag->rule, AML_SV_ARG(diag->message.text));
  }
}

static bool is_cluster(const aml_resource *resource) {
  return aml_sv_ieq(resource->type, AML_SV("Microsoft.MachineLearningServices/workspaces/computes")) &&
         aml_sv_ieq(aml_value_text(aml_value_path(resource->body, AML_SV("properties.computeType"))),
             AML_SV("AmlCompute"));
}

/* "parameter 'size' has no value" becomes "parameter '...' has no value". */
static aml_sv without_names(aml_arena *arena, aml_sv reason) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  bool is_inside = false;
  for (size_t i = 0; i < reason.len; i++) {
    bool is_quote = reason.data[i] == '\'';
    if (is_quote && !is_inside) {
      aml_strbuf_add(&out, AML_SV("'...'"));
    } else if (!is_quote && !is_inside) {
      aml_strbuf_add_char(&out, reason.data[i]);
    }
    is_inside = is_quote ? !is_inside : is_inside;
  }
  return aml_strbuf_view(&out);
}

static void count_reasons(reasons *all, const aml_value *value) {
  if (value->kind == AML_UNKNOWN) {
    aml_sv reason = without_names(&all->arena, value->as.unknown->reason);
    size_t *count = aml_map_find(&all->counts, reason);
    if (count == NULL) {
      count = AML_NEW(&all->arena, size_t);
      aml_map_put(&all->counts, reason, count);
    }
    ++*count;
  }
  for (size_t i = 0; value->kind == AML_ARRAY && i < value->as.array.count; i++) {
    count_reasons(all, value->as.array.items[i]);
  }
  for (size_t i = 0; value->kind == AML_OBJECT && i < value->as.object.count; i++) {
    count_reasons(all, value->as.object.members[i].value);
  }
}

static int by_count(const void *a, const void *b) {
  size_t x = *(const size_t *)((const aml_map_entry *)a)->value;
  size_t y = *(const size_t *)((const aml_map_entry *)b)->value;
  return (x < y) - (x > y);
}

static void print_reasons(const reasons *all) {
  qsort(all->counts.entries, all->counts.count, sizeof *all->counts.entries, by_count);
  printf("\nunknown values in resources, by reason:\n");
  for (size_t i = 0; i < all->counts.count; i++) {
    const aml_map_entry *entry = &all->counts.entries[i];
    printf("%7zu  %.*s\n", *(const size_t *)entry->value, AML_SV_ARG(entry->key));
  }
}

static void add_to_tally(tally *sum, const subject *file) {
  sum->files++;
  sum->templates += file->kind == AML_ARM_TEMPLATE;
  sum->parameter_files += file->kind == AML_ARM_PARAMETERS;
  sum->others += file->kind == AML_ARM_NONE;
  sum->resources += file->resources.list.count;
  sum->stats.evaluated += file->stats.evaluated;
  sum->stats.unknown += file->stats.unknown;
  sum->stats.failed += file->stats.failed;
  sum->diags += file->diags.list.count;
  for (size_t i = 0; i < file->resources.list.count; i++) {
    sum->clusters += is_cluster(file->resources.list.items[i]);
  }
}

static aml_status run_subject(subject *file, aml_arena *arena, const char *path, bool switches_on) {
  *file = (subject){.arena = arena, .path = path, .switches_on = switches_on};
  return aml_guard_run(arena, expand_subject, file);
}

/* Every JSON file of one folder; returns the number of internal errors. */
static int expand_folder(const char *shared, const char *folder, bool lists_diags, reasons *all) {
  char root[PATH_SIZE];
  snprintf(root, sizeof root, "%s/corpus/%s", shared, folder);
  char *const roots[] = {root, NULL};
  FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  tally sum = {0};
  int errors = 0;
  for (FTSENT *entry = walk == NULL ? NULL : fts_read(walk); entry != NULL; entry = fts_read(walk)) {
    if (entry->fts_info != FTS_F || !aml_sv_iends(aml_sv_of(entry->fts_path), AML_SV(".json"))) {
      continue;
    }
    aml_arena arena;
    aml_arena_init(&arena, SIZE_MAX);
    subject file;
    if (run_subject(&file, &arena, entry->fts_path, false) != AML_OK) {
      printf("%s: internal error\n", entry->fts_path);
      errors++;
    } else {
      add_to_tally(&sum, &file);
      for (size_t i = 0; i < file.resources.list.count; i++) {
        count_reasons(all, file.resources.list.items[i]->body);
      }
      if (lists_diags) {
        list_diags(&file);
      }
    }
    aml_arena_release(&arena);
  }
  if (walk != NULL) {
    fts_close(walk);
  }
  printf("%-12s %6zu %9zu %6zu %6zu %9zu %8zu %9zu %8zu %7zu %6zu\n", folder, sum.files, sum.templates,
      sum.parameter_files, sum.others, sum.resources, sum.clusters, sum.stats.evaluated, sum.stats.unknown,
      sum.stats.failed, sum.diags);
  return errors;
}

/* ---- labels.csv ---- */

/* Follows "resources[2]/properties/template/resources[0]". */
static const aml_value *follow(const aml_value *from, aml_sv locator) {
  while (locator.len > 0 && from != NULL) {
    aml_sv segment = aml_sv_split(&locator, '/');
    size_t bracket = aml_sv_find_char(segment, '[', 0);
    from = aml_object_find(from, aml_sv_slice(segment, 0, bracket));
    if (bracket == AML_NPOS || from == NULL) {
      continue;
    }
    int64_t index = 0;
    aml_int_parse(aml_sv_slice(segment, bracket + 1, segment.len - 1), &index);
    if (from->kind == AML_ARRAY) {
      from = (size_t)index < from->as.array.count ? from->as.array.items[index] : NULL;
    } else {
      from = from->kind == AML_OBJECT && (size_t)index < from->as.object.count
                 ? from->as.object.members[index].value
                 : NULL;
    }
  }
  return from;
}

/* Whether a label's cell says the same as a value: "4", "param(x)=4", "param(x)=unknown", "absent". */
static bool agrees(aml_sv cell, const aml_value *value) {
  size_t equals = aml_sv_find_char(cell, '=', 0);
  aml_sv wanted = equals == AML_NPOS ? cell : aml_sv_slice(cell, equals + 1, cell.len);
  if (aml_sv_eq(wanted, AML_SV("absent"))) {
    return value == NULL;
  }
  if (value == NULL) {
    return false;
  }
  if (aml_sv_eq(
          wanted, AML_SV("unknown"))) { /* an expression may have a value whichever way a condition goes */
    return value->kind == AML_UNKNOWN || aml_sv_starts(cell, AML_SV("expr"));
  }
  int64_t number = 0;
  if (value->kind == AML_INT) {
    return aml_int_parse(wanted, &number) && number == value->as.integer;
  }
  return value->kind == AML_STRING && aml_sv_eq(value->as.string, wanted);
}

static void complain(const char *path, aml_sv locator, const char *what, aml_sv wanted) {
  printf("%s: %.*s: %s is not '%.*s'\n", path, AML_SV_ARG(locator), what, AML_SV_ARG(wanted));
}

/* All resources that came from the labelled declaration; returns how many values are wrong, -1 for none
 * found. */
static int check_row(const csv *table, const csv_row *row, const subject *file) {
  static const char *const checked[][2] = {
      {"min_nodes", "properties.properties.scaleSettings.minNodeCount"},
      {"max_nodes", "properties.properties.scaleSettings.maxNodeCount"},
      {"vm_size", "properties.properties.vmSize"},
      {"priority", "properties.properties.vmPriority"},
      {"ssh_public_access", "properties.properties.remoteLoginPortPublicAccess"},
  };
  aml_sv locator = csv_cell(table, row, "locator");
  const aml_value *declared = follow(file->root, locator);
  int wrong = -1;
  for (size_t i = 0; declared != NULL && i < file->resources.list.count; i++) {
    const aml_resource *resource = file->resources.list.items[i];
    if (resource->span.begin != declared->span.begin || resource->span.end != declared->span.end) {
      continue;
    }
    wrong = wrong < 0 ? 0 : wrong;
    for (size_t k = 0; k < sizeof checked / sizeof checked[0]; k++) {
      aml_sv wanted = csv_cell(table, row, checked[k][0]);
      if (!agrees(wanted, aml_value_path(resource->body, aml_sv_of(checked[k][1])))) {
        complain(file->path, locator, checked[k][1], wanted);
        wrong++;
      }
    }
    aml_sv name = csv_cell(table, row, "resource_name");
    if (name.data[0] != '[' && !aml_sv_eq(aml_value_text(resource->name), name)) {
      complain(file->path, locator, "the name", name);
      wrong++;
    }
  }
  return wrong;
}

typedef struct label_counts {
  size_t rows, on, switched_on, right;
} label_counts;

/* -1: the cluster is not there; else how many of its values are wrong. */
static int check_file(const char *path, const csv *table, const csv_row *row, bool switches_on) {
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  subject file;
  int wrong = -1;
  if (run_subject(&file, &arena, path, switches_on) == AML_OK) {
    wrong = check_row(table, row, &file);
  }
  aml_arena_release(&arena);
  return wrong;
}

static void check_label(const char *shared, const csv *table, const csv_row *row, label_counts *counts) {
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "%s/corpus/%.*s", shared, AML_SV_ARG(csv_cell(table, row, "file")));
  counts->rows++;
  int wrong = check_file(path, table, row, false);
  counts->on += wrong >= 0;
  bool is_conditional =
      aml_sv_find(csv_cell(table, row, "conditional_or_loop"), AML_SV("condition"), 0) != AML_NPOS;
  if (wrong < 0 && is_conditional) {
    wrong = check_file(path, table, row, true);
    counts->switched_on += wrong >= 0;
  }
  counts->right += wrong == 0;
  if (wrong < 0) {
    printf("%s: %.*s: not found\n", path, AML_SV_ARG(csv_cell(table, row, "locator")));
  }
}

static int check_labels(const char *shared) {
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "%s/corpus/labels.csv", shared);
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_sources *sources = aml_sources_new(&arena);
  aml_source *source;
  label_counts counts = {0};
  if (read_bytes(&arena, sources, aml_sv_of(path), &source)) {
    csv table = csv_open(&arena, source->bytes);
    for (csv_row row; csv_next(&table, &row);) {
      if (aml_sv_eq(csv_cell(&table, &row, "dialect"), AML_SV("arm")) &&
          aml_sv_eq(csv_cell(&table, &row, "detectable"), AML_SV("yes"))) {
        check_label(shared, &table, &row, &counts);
      }
    }
  }
  aml_arena_release(&arena);
  printf("\nlabelled clusters: %zu, deployed: %zu, behind conditions that are false as the "
         "file stands: %zu, all values right: %zu\n",
      counts.rows, counts.on, counts.switched_on, counts.right);
  return counts.rows > 0 && counts.right == counts.rows ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
  static const char *const folders[] = {"arm", "arm-general", "bicep-pairs"};
  const char *shared = argc > 1 ? argv[1] : "";
  bool lists_diags = argc > 2 && strcmp(argv[2], "-v") == 0;
  char corpus[PATH_SIZE];
  snprintf(corpus, sizeof corpus, "%s/corpus/labels.csv", shared);
  FILE *probe = fopen(corpus, "r");
  if (probe == NULL) {
    printf("skipped: there is no corpus under '%s'\n", shared);
    return SKIPPED;
  }
  fclose(probe);
  printf("%-12s %6s %9s %6s %6s %9s %8s %9s %8s %7s %6s\n", "folder", "files", "templates", "params",
      "others", "resources", "clusters", "evaluated", "unknown", "failed", "diags");
  reasons all;
  aml_arena_init(&all.arena, SIZE_MAX);
  aml_map_init(&all.counts, &all.arena, AML_MAP_EXACT);
  int errors = 0;
  for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
    errors += expand_folder(shared, folders[i], lists_diags, &all);
  }
  print_reasons(&all);
  aml_arena_release(&all.arena);
  int labelled = check_labels(shared);
  return errors == 0 ? labelled : EXIT_FAILURE;
}
