#include "waiver/baseline.h"

#include "base/sort.h"
#include "config/shape.h"

AML_EMBEDDED(aml_schema_of_baselines)

void aml_baseline_init(aml_baseline *baseline, aml_arena *arena) {
  *baseline = (aml_baseline){.arena = arena};
  aml_map_init(&baseline->by_fingerprint, arena, AML_MAP_EXACT);
}

static aml_sv text_of(const aml_value *entry, const char *key) {
  const aml_value *value = aml_object_find_exact(entry, aml_sv_of(key));
  return value == NULL ? (aml_sv){NULL, 0} : aml_value_text(value);
}

static void read_entry(aml_baseline *baseline, const aml_value *from, aml_diags *diags) {
  aml_day since = AML_DAY_NONE;
  if (!aml_day_parse(text_of(from, "since"), &since)) {
    aml_diags_add(diags, "AML902", from->span, "Invalid date '%.*s' for 'since': expected YYYY-MM-DD.",
        AML_SV_ARG(text_of(from, "since")))
        ->is_incomplete = true;
    return;
  }
  aml_baseline_entry *entry = AML_NEW(baseline->arena, aml_baseline_entry);
  *entry = (aml_baseline_entry){.fingerprint = text_of(from, "fingerprint"),
      .rule = text_of(from, "rule"),
      .file = text_of(from, "file"),
      .resource = text_of(from, "resource"),
      .property = text_of(from, "property"),
      .message = text_of(from, "message"),
      .since = since,
      .span = from->span};
  if (aml_map_find(&baseline->by_fingerprint, entry->fingerprint) == NULL) { /* the first one counts */
    aml_map_put(&baseline->by_fingerprint, entry->fingerprint, entry);
    AML_VEC_PUSH(baseline->arena, &baseline->list, entry);
  }
}

void aml_baseline_read(aml_baseline *baseline, const aml_value *root, aml_diags *diags) {
  aml_shape shape = {
      .schema = aml_shape_schema(baseline->arena, aml_schema_of_baselines, aml_schema_of_baselines_size),
      .rule = "AML902",
      .noun = "The baseline"};
  if (aml_shape_check(&shape, NULL, root, "", baseline->arena, diags) > 0) {
    return;
  }
  const aml_value *list = aml_object_find_exact(root, AML_SV("findings"));
  shape.noun = "The finding";
  /* NULL where the root is not known, which has any shape. */
  for (size_t i = 0; list != NULL && list->kind == AML_ARRAY && i < list->as.array.count;
       i++) { /* a wrong one covers nothing, the others do */
    if (aml_shape_check(&shape, "finding", list->as.array.items[i], "", baseline->arena, diags) == 0) {
      read_entry(baseline, list->as.array.items[i], diags);
    }
  }
}

/* Broken input must not be hidden, nor what is wrong with exceptions: those are to be fixed or renewed. */
static bool can_be_known(const aml_finding *finding) {
  return !finding->is_incomplete && !aml_sv_starts(finding->rule->id, AML_SV("AML9"));
}

static void mark_known(aml_baseline *baseline, aml_baseline_entry *entry, aml_finding *finding) {
  entry->finding = finding;
  finding->is_baselined = true;
  aml_suppression *suppression = AML_NEW(baseline->arena, aml_suppression);
  *suppression = (aml_suppression){.kind = AML_BASELINE,
      .reason = AML_SV("known since the baseline was created"),
      .until = AML_DAY_NONE,
      .span = entry->span,
      .next = finding->suppressions};
  finding->suppressions = suppression;
  finding->status = AML_SUPPRESSED;
}

void aml_baseline_apply(aml_baseline *baseline, const aml_findings *findings) {
  for (size_t i = 0; i < findings->list.count; i++) {
    aml_finding *finding = findings->list.items[i];
    aml_baseline_entry *entry = aml_map_find(&baseline->by_fingerprint, finding->fingerprint);
    if (entry != NULL && finding->status != AML_UNDECIDED && can_be_known(finding)) {
      mark_known(baseline, entry, finding);
    }
  }
}

/* All that a finding is recognised by but its path. */
static aml_sv pathless_key(aml_arena *arena, aml_sv rule, aml_sv resource, aml_sv property, aml_sv message) {
  return aml_sv_format(arena, "%.*s\n%.*s\n%.*s\n%.*s", AML_SV_ARG(rule), AML_SV_ARG(resource),
      AML_SV_ARG(property), AML_SV_ARG(message));
}

typedef struct homeless { /* entries of one key whose files do not exist any more, the first of them next */
  AML_VEC(aml_baseline_entry *) list;
  size_t next;
} homeless;

static void collect_homeless(aml_baseline *baseline, const aml_file_oracle *files, aml_map *out) {
  for (size_t i = 0; i < baseline->list.count; i++) {
    aml_baseline_entry *entry = baseline->list.items[i];
    if (entry->finding != NULL || files->exists(files->ctx, entry->file)) {
      continue;
    }
    aml_sv key = pathless_key(baseline->arena, entry->rule, entry->resource, entry->property, entry->message);
    homeless *list = aml_map_find(out, key);
    if (list == NULL) {
      list = AML_NEW(baseline->arena, homeless);
      aml_map_put(out, key, list);
    }
    AML_VEC_PUSH(baseline->arena, &list->list, entry);
  }
}

void aml_baseline_follow_renames(
    aml_baseline *baseline, const aml_findings *findings, const aml_file_oracle *files) {
  aml_map by_key;
  aml_map_init(&by_key, baseline->arena, AML_MAP_EXACT);
  collect_homeless(baseline, files, &by_key);
  for (size_t i = 0; by_key.count > 0 && i < findings->list.count; i++) {
    aml_finding *finding = findings->list.items[i];
    if (finding->is_baselined || finding->status == AML_UNDECIDED || !can_be_known(finding)) {
      continue;
    }
    aml_sv name = finding->resource == NULL ? (aml_sv){NULL, 0} : finding->resource->shown_name;
    homeless *list = aml_map_find(&by_key,
        pathless_key(baseline->arena, finding->rule->id, name, finding->property, finding->message.text));
    if (list != NULL && list->next < list->list.count) {
      aml_baseline_entry *entry = list->list.items[list->next++];
      mark_known(baseline, entry, finding);
      aml_map_put(&baseline->by_fingerprint, finding->fingerprint, entry);
    }
  }
}

static int compare_entries(const void *a, const void *b) {
  const aml_baseline_entry *x = *(aml_baseline_entry *const *)a;
  const aml_baseline_entry *y = *(aml_baseline_entry *const *)b;
  int order = aml_sv_cmp(x->file, y->file);
  order = order != 0 ? order : aml_sv_cmp(x->rule, y->rule);
  return order != 0 ? order : aml_sv_cmp(x->fingerprint, y->fingerprint);
}

typedef AML_VEC(aml_baseline_entry *) entries;

static void add_finding(const aml_baseline *baseline, entries *out, const aml_finding *finding,
    const aml_sources *sources, aml_day since) {
  aml_baseline_entry *entry = AML_NEW(baseline->arena, aml_baseline_entry);
  *entry = (aml_baseline_entry){.fingerprint = finding->fingerprint,
      .rule = finding->rule->id,
      .file = aml_span_is_none(finding->span) ? (aml_sv){NULL, 0}
                                              : aml_sources_get(sources, finding->span.source)->path,
      .resource = finding->resource == NULL ? (aml_sv){NULL, 0} : finding->resource->shown_name,
      .property = finding->property,
      .message = finding->message.text,
      .since = since};
  AML_VEC_PUSH(baseline->arena, out, entry);
}

/* What the new file holds. */
static entries choose(const aml_baseline *baseline, aml_baseline_change change, const aml_findings *findings,
    const aml_sources *sources, aml_day as_of) {
  entries out = {0};
  for (size_t i = 0; i < findings->list.count; i++) {
    const aml_finding *finding = findings->list.items[i];
    const aml_baseline_entry *known =
        change == AML_BASELINE_CREATE ? NULL : aml_map_find(&baseline->by_fingerprint, finding->fingerprint);
    bool is_new = finding->status == AML_ACTIVE && can_be_known(finding);
    bool was_known = finding->is_baselined;
    if (known != NULL && was_known) {
      add_finding(baseline, &out, finding, sources, known->since);
    } else if (change != AML_BASELINE_PRUNE && (is_new || was_known)) {
      add_finding(baseline, &out, finding, sources, as_of);
    }
  }
  for (size_t i = 0; change != AML_BASELINE_CREATE && i < baseline->list.count; i++) {
    if (baseline->list.items[i]->is_unchecked) {
      AML_VEC_PUSH(baseline->arena, &out, baseline->list.items[i]);
    }
  }
  aml_sort(baseline->arena, out.items, out.count, sizeof *out.items, compare_entries);
  return out;
}

size_t aml_baseline_write(aml_json *json, const aml_baseline *baseline, aml_baseline_change change,
    const aml_findings *findings, const aml_sources *sources, aml_day as_of) {
  entries list = choose(baseline, change, findings, sources, as_of);
  aml_json_begin_object(json);
  aml_json_member_int(json, "version", 1);
  aml_json_member_string(json, "recipe", AML_SV("resourceProperty/v1"));
  aml_json_key(json, AML_SV("findings"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < list.count; i++) {
    char since[AML_DAY_TEXT_SIZE];
    aml_day_text(list.items[i]->since, since);
    aml_json_begin_object(json);
    aml_json_member_string(json, "file", list.items[i]->file);
    aml_json_member_string(json, "rule", list.items[i]->rule);
    aml_json_member_string(json, "resource", list.items[i]->resource);
    aml_json_member_string(json, "property", list.items[i]->property);
    aml_json_member_string(json, "since", aml_sv_of(since));
    aml_json_member_string(json, "fingerprint", list.items[i]->fingerprint);
    aml_json_member_string(json, "message", list.items[i]->message);
    aml_json_end_object(json);
  }
  aml_json_end_array(json);
  aml_json_end_object(json);
  return list.count;
}
