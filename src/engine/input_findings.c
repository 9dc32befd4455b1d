/* What front ends said of the input itself becomes findings of the AML0xx rules. */
#include <string.h>

#include "engine/conclude.h"
#include "rule/respell_fix.h"
#include "tree/reason.h"

static bool is_always_incomplete(aml_sv rule) {
  return aml_sv_eq(rule, AML_SV("AML001")) || aml_sv_eq(rule, AML_SV("AML003"));
}

/* The fingerprint is made of what stands before the count: a loop may grow. */
static aml_message message_of(aml_arena *arena, const aml_diag *diag) {
  aml_message_writer out;
  if (diag->unless.len == 0 && diag->count < 2) {
    return diag->message;
  }
  aml_message_begin(&out, arena);
  if (diag->unless.len > 0) {
    aml_message_addf(&out, "Not decided, since %.*s: ", AML_SV_ARG(aml_reason_what(diag->unless)));
  }
  aml_message_append(&out, &diag->message);
  if (diag->count > 1) {
    aml_message_addf(&out, " (%zu copies)", diag->count);
  }
  return aml_message_end(&out);
}

/* What a link leads to and is not read, or a part of a program, is nothing else than a file of a form that is
 * not read. */
static bool is_of_unread(const aml_diag *diag) {
  return strcmp(diag->rule, "AML004") == 0 || strcmp(diag->rule, "AML014") == 0;
}

static aml_severity severity_of_unread(
    const aml_criteria *criteria, const aml_sources *sources, const aml_diag *diag) {
  return aml_engine_config_for(criteria, aml_sources_get(sources, diag->span.source)->path)->unread;
}

static aml_severity severity_of(
    const aml_criteria *criteria, const aml_sources *sources, const aml_diag *diag, const aml_rule *rule) {
  if (is_of_unread(diag)) {
    return severity_of_unread(criteria, sources, diag);
  }
  return diag->severity == AML_SEVERITY_NONE ? rule->severity : diag->severity;
}

typedef struct gathering {
  const aml_criteria *criteria;
  const aml_inputs *inputs;
  aml_findings *findings;
  aml_remarks *remarks;
} gathering;

static void add_finding(const gathering *g, const aml_diag *diag, aml_sv parameters) {
  aml_rule *rule = aml_ruleset_find(g->criteria->rules, aml_sv_of(diag->rule));
  if (rule == NULL) {
    rule = aml_ruleset_find(g->criteria->rules, AML_SV("AML001"));
  }
  aml_finding *finding = aml_findings_add(g->findings);
  finding->rule = rule;
  finding->severity = severity_of(g->criteria, g->inputs->sources, diag, rule);
  finding->status = AML_ACTIVE;
  finding->span = diag->span;
  finding->message = message_of(g->inputs->arena, diag);
  finding->value = diag->message.text; /* what tells it from others of its file, in fingerprints */
  finding->help = diag->help;
  if (diag->unless.len > 0) {
    finding->status = AML_UNDECIDED;
    finding->undecided_reason = diag->unless;
  }
  aml_respell_apply(g->inputs->arena, g->inputs->sources, &diag->respelling, finding);
  finding->is_incomplete = diag->is_incomplete || is_always_incomplete(rule->id) ||
                           (is_of_unread(diag) && finding->severity == AML_SEVERITY_ERROR);
  if (!aml_span_is_none(diag->related)) {
    aml_related *related = AML_NEW(g->inputs->arena, aml_related);
    *related = (aml_related){diag->related, diag->related_text};
    finding->related = related;
    finding->related_count = 1;
  }
  if (parameters.len > 0) {
    aml_sv *names = AML_NEW(g->inputs->arena, aml_sv);
    names[0] = parameters;
    finding->parameter_files = names;
    finding->parameter_file_count = 1;
  }
}

/* Of the last that stands in a file. */
static aml_sv last_path(const aml_inputs *inputs, const aml_diags *diags) {
  for (size_t i = diags->list.count; i > 0; i--) {
    aml_span span = diags->list.items[i - 1].span;
    if (!aml_span_is_none(span)) {
      return aml_sources_get(inputs->sources, span.source)->path;
    }
  }
  return inputs->discovery.root;
}

static void add_all(const gathering *g, const aml_diags *diags, aml_sv parameters) {
  for (size_t i = 0; i < diags->list.count; i++) {
    const aml_diag *diag = &diags->list.items[i];
    if (!is_of_unread(diag) ||
        severity_of_unread(g->criteria, g->inputs->sources, diag) != AML_SEVERITY_NONE) {
      add_finding(g, diag, parameters);
    }
  }
  if (diags->dropped > 0) {
    aml_sv path = last_path(g->inputs, diags);
    aml_engine_notice(g->remarks, AML_SEVERITY_WARNING, path,
        "'%.*s' has %zu further problems that are not shown.", AML_SV_ARG(path), diags->dropped);
    g->remarks->is_incomplete = true;
  }
}

/* A file that nobody named, that does not parse and that does not speak of Azure ML is somebody else's. */
static bool is_foreign(const aml_file *file) {
  return file->state == AML_FILE_BROKEN && !file->is_evidence &&
         (file->source->is_withheld || !(file->source->is_named || aml_file_is_of_interest(file)));
}

static bool is_other(const aml_file *file) {
  return !file->is_context && file->state != AML_FILE_FAILED && file->left_out_by.len == 0 &&
         (is_foreign(file) || (file->front == NULL && file->part_of == NULL && file->state == AML_FILE_READ));
}

bool aml_engine_passes_over(const aml_file *file) {
  return is_other(file) && !file->is_marked;
}

bool aml_engine_is_unread(const aml_file *file) {
  return is_other(file) && file->is_marked;
}

static void count_file(const aml_file *file, aml_counts *counts) {
  if (file->is_context || file->left_out_by.len > 0 || aml_engine_is_unread(file)) {
    return;
  }
  if (file->state == AML_FILE_FAILED) {
    counts->files_failed++;
  } else if (aml_engine_passes_over(file)) {
    counts->files_passed_over++;
  } else if (file->state == AML_FILE_BROKEN) {
    counts->files_failed++;
  } else {
    counts->files_checked++;
  }
}

/* What a row says of a file that lacks little to be one of its; empty: nothing. */
static aml_sv near_miss(const aml_file *file) {
  aml_sv what = {NULL, 0};
  for (size_t i = 0; i < file->front_ends->count && what.len == 0; i++) {
    const aml_front_end *row = file->front_ends->rows[i];
    what = row->near_miss == NULL ? (aml_sv){NULL, 0} : row->near_miss(file);
  }
  return what;
}

static void tell_of_near_miss(aml_remarks *remarks, const aml_file *file) {
  aml_sv what = aml_engine_passes_over(file) ? near_miss(file) : (aml_sv){NULL, 0};
  if (what.len > 0) {
    aml_engine_notice(remarks, AML_SEVERITY_WARNING, file->source->path, "'%.*s' %.*s",
        AML_SV_ARG(file->source->path), AML_SV_ARG(what));
  }
}

/* Whether somebody named a file that is none of ours, and is no configuration either. */
static bool is_named_in_vain(const aml_file *file) {
  return file->source->is_named && aml_engine_passes_over(file) && file->config != NULL &&
         file->source->id != file->config->source && near_miss(file).len == 0;
}

/* Tools name every file of a change: then one line counts, and the names are for who asks for more. */
static void tell_of_passed_over(const aml_inputs *inputs, aml_remarks *remarks) {
  size_t count = 0;
  for (size_t i = 0; i < inputs->files.count; i++) {
    count += is_named_in_vain(inputs->files.items[i]) ? 1 : 0;
  }
  for (size_t i = 0; i < inputs->files.count; i++) {
    const aml_file *file = inputs->files.items[i];
    if (is_named_in_vain(file)) {
      aml_engine_notice(remarks, AML_SEVERITY_NOTE, file->source->path,
          "'%.*s' holds nothing that amlint checks; it was skipped.", AML_SV_ARG(file->source->path))
          ->is_in_summary = count > 1;
    }
  }
  if (count > 1) {
    aml_engine_notice(remarks, AML_SEVERITY_NOTE, (aml_sv){NULL, 0},
        "%zu files hold nothing that amlint checks; they were skipped.", count);
  }
}

/* Files that are context as well: what they say was to be counted on. */
static void tell_of_memory(aml_remarks *remarks, const aml_file *file, aml_status status) {
  if (status != AML_ERR_MEMORY) {
    return;
  }
  aml_engine_notice(remarks, AML_SEVERITY_ERROR, file->source->path,
      "'%.*s' needs more memory than is available, so not all of it was checked.",
      AML_SV_ARG(file->source->path));
  remarks->is_incomplete = true;
}

static void tell_of_reading(const aml_bounds *bounds, const aml_file *file, aml_remarks *remarks) {
  if (file->status == AML_ERR_LIMIT) {
    aml_engine_tell_reading(bounds, file, remarks);
  }
}

static void add_of_file(const gathering *g, const aml_file *file, aml_counts *counts) {
  count_file(file, counts);
  tell_of_near_miss(g->remarks, file);
  tell_of_memory(g->remarks, file, file->status);
  if (is_foreign(file)) {
    return;
  }
  bool is_ours = file->front != NULL || file->state != AML_FILE_READ;
  if (is_ours) {
    add_all(g, file->diags, (aml_sv){NULL, 0});
  }
  for (size_t i = 0; i < file->units.count; i++) {
    const aml_unit *unit = file->units.items[i];
    add_all(g, &unit->diags, unit->parameters == NULL ? (aml_sv){NULL, 0} : unit->parameters->source->path);
    tell_of_memory(g->remarks, file, unit->status);
  }
}

void aml_engine_add_input_findings(const aml_bounds *bounds, const aml_criteria *criteria,
    const aml_inputs *inputs, aml_findings *findings, aml_counts *counts, aml_remarks *remarks) {
  const gathering g = {criteria, inputs, findings, remarks};
  for (size_t i = 0; i < inputs->files.count; i++) {
    tell_of_reading(bounds, inputs->files.items[i], remarks);
  }
  add_all(&g, &remarks->diags, (aml_sv){NULL, 0});
  for (size_t i = 0; i < inputs->files.count; i++) {
    add_of_file(&g, inputs->files.items[i], counts);
  }
  tell_of_passed_over(inputs, remarks);
  if (counts->files_checked + counts->files_failed == 0) {
    aml_engine_notice(remarks, AML_SEVERITY_WARNING, (aml_sv){NULL, 0},
        "Nothing was checked: no Azure ML definition and no ARM template was found in %zu file%s.",
        counts->files_passed_over, counts->files_passed_over == 1 ? "" : "s");
  }
}
