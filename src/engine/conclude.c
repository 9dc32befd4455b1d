/* From raw findings to those that are reported: severities and merging. */
#include "engine/conclude.h"

static aml_sv path_of(const aml_sources *sources, aml_span span) {
  return aml_span_is_none(span) ? (aml_sv){NULL, 0} : aml_sources_get(sources, span.source)->path;
}

/* Sets the severity in force and leaves out what is off. What keeps something from being checked is told
 * whatever is selected: without it, exit status 2 would have no reason. */
void aml_engine_apply_severities(
    const aml_criteria *criteria, const aml_sources *sources, aml_findings *findings, aml_remarks *remarks) {
  size_t kept = 0;
  for (size_t i = 0; i < findings->list.count; i++) {
    aml_finding *finding = findings->list.items[i];
    aml_sv path = path_of(sources, finding->span);
    const aml_config *config = aml_engine_config_for(criteria, path);
    aml_severity own = finding->severity;
    finding->severity = aml_engine_severity(criteria, config, path, finding->rule, own);
    if (finding->is_incomplete && finding->severity == AML_SEVERITY_NONE) {
      finding->severity = own;
    }
    remarks->is_incomplete = remarks->is_incomplete || finding->is_incomplete;
    if (finding->severity != AML_SEVERITY_NONE) {
      findings->list.items[kept++] = finding;
    }
  }
  findings->list.count = kept;
}

static bool is_same_but_for_parameters(const aml_finding *a, const aml_finding *b) {
  return a->rule == b->rule && a->status == b->status && a->span.source == b->span.source &&
         a->span.begin == b->span.begin && a->span.end == b->span.end &&
         aml_sv_eq(a->message.text, b->message.text) && aml_sv_eq(a->property, b->property) &&
         a->severity == b->severity;
}

static aml_sv parameters_of(const aml_finding *finding) {
  if (finding->parameter_file_count > 0) {
    return finding->parameter_files[0];
  }
  return finding->resource == NULL ? (aml_sv){NULL, 0} : finding->resource->parameters;
}

static bool names_file(const aml_sv *names, size_t count, aml_sv name) {
  for (size_t i = 0; i < count; i++) {
    if (aml_sv_eq(names[i], name)) {
      return true;
    }
  }
  return false;
}

/* Whether two findings are fixed by the same edits. */
static bool have_same_edits(const aml_finding *a, const aml_finding *b) {
  if (a->fix_count == 0 || b->fix_count == 0 || a->fixes[0].edit_count != b->fixes[0].edit_count) {
    return false;
  }
  for (size_t i = 0; i < a->fixes[0].edit_count; i++) {
    const aml_edit *x = &a->fixes[0].edits[i];
    const aml_edit *y = &b->fixes[0].edits[i];
    if (x->span.source != y->span.source || x->span.begin != y->span.begin || x->span.end != y->span.end ||
        !aml_sv_eq(x->text, y->text)) {
      return false;
    }
  }
  return true;
}

/* Findings [begin, end) say the same of one place: the first stays, with the names of all the parameter
 * files. It is fixed only where one edit fixes all of them: not where each file holds a value of its own. */
static void merge_range(const aml_findings *findings, size_t begin, size_t end) {
  aml_finding *first = findings->list.items[begin];
  aml_sv *names = NULL; /* most findings come without any */
  size_t count = 0;
  for (size_t i = begin; i < end; i++) {
    aml_sv name = parameters_of(findings->list.items[i]);
    if (name.len > 0 && !names_file(names, count, name)) {
      names = names == NULL ? AML_NEW_ARRAY(findings->arena, aml_sv, end - i) : names;
      names[count++] = name;
    }
    if (!have_same_edits(first, findings->list.items[i])) {
      first->fix_count = 0;
    }
  }
  first->parameter_files = names;
  first->parameter_file_count = count;
}

/* Expects the sorted list. */
void aml_engine_merge_parameter_sets(aml_findings *findings) {
  aml_finding **items = findings->list.items;
  size_t kept = 0;
  for (size_t begin = 0; begin < findings->list.count;) {
    size_t end = begin + 1;
    while (end < findings->list.count && is_same_but_for_parameters(items[begin], items[end])) {
      end++;
    }
    merge_range(findings, begin, end);
    items[kept++] = items[begin];
    begin = end;
  }
  findings->list.count = kept;
}
