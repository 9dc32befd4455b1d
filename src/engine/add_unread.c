/* Files that hold Azure ML compute in a form that is not read: one finding for each form, the list for
 * reports, and, of those that are left out besides, a place among what was left out. */
#include <string.h>

#include "engine/conclude.h"

enum { MOST_NAMES = 10 };

/* Files of one form of which one finding tells. */
typedef struct group {
  const aml_criteria *criteria;
  const aml_inputs *inputs;
  aml_findings *findings;
  aml_remarks *remarks;
  const aml_front_end *form;
  aml_severity severity;
  bool is_searched; /* false: they could not be searched for marks */
  AML_VEC(aml_file *) files;
} group;

static void name_files(const group *g, aml_message_writer *out) {
  for (size_t i = 0; i < g->files.count && i < MOST_NAMES; i++) {
    aml_message_add_item(out, AML_ARGUMENT_TEXT, i, g->files.items[i]->source->path);
  }
  if (g->files.count > MOST_NAMES) {
    aml_message_addf(out, " and %zu more", g->files.count - MOST_NAMES);
  }
}

static aml_message describe_one(group *g) {
  aml_arena *arena = g->inputs->arena;
  const aml_file *file = g->files.items[0];
  if (g->is_searched && g->form->unless != NULL) {
    return aml_message_of(arena, "'%.*s' mentions Azure ML compute and was not checked: %s.",
        AML_SV_ARG(file->source->path), g->form->unless);
  }
  return g->is_searched ? aml_message_of(arena,
                              "'%.*s' mentions Azure ML compute and was not checked: %ss are not read.",
                              AML_SV_ARG(file->source->path), g->form->noun)
                        : aml_message_of(arena, "Whether it contains Azure ML compute is not known: %.*s",
                              AML_SV_ARG(file->unsearched));
}

static aml_message describe(group *g) {
  if (g->files.count == 1) {
    return describe_one(g);
  }
  aml_message_writer out;
  aml_message_begin(&out, g->inputs->arena);
  if (g->is_searched && g->form->unless != NULL) {
    aml_message_addf(&out, "%zu %ss mention Azure ML compute and were not checked (%s): ", g->files.count,
        g->form->noun, g->form->unless);
  } else if (g->is_searched) {
    aml_message_addf(&out,
        "%zu %ss mention Azure ML compute and were not checked, because they are not read: ", g->files.count,
        g->form->noun);
  } else {
    aml_message_addf(&out,
        "Whether %zu %ss contain Azure ML compute is not known, because they cannot be read: ",
        g->files.count, g->form->noun);
  }
  name_files(g, &out);
  aml_message_add(&out, AML_SV("."));
  return aml_message_end(&out);
}

static void relate_others(group *g, aml_finding *finding) {
  size_t count = g->files.count - 1 < MOST_NAMES ? g->files.count - 1 : MOST_NAMES;
  aml_related *related = AML_NEW_ARRAY(g->inputs->arena, aml_related, count);
  for (size_t i = 0; i < count; i++) {
    related[i] =
        (aml_related){.span = {g->files.items[i + 1]->source->id, 0, 0}, .text = AML_SV("not read either")};
  }
  finding->related = related;
  finding->related_count = count;
}

static void add_finding(group *g) {
  aml_finding *finding = aml_findings_add(g->findings);
  finding->rule = aml_ruleset_find(g->criteria->rules, AML_SV("AML014"));
  finding->severity = g->severity;
  finding->status = AML_ACTIVE;
  finding->span = aml_file_find_mark(g->files.items[0], g->inputs->arena);
  finding->message = describe(g);
  finding->value = aml_sv_of(g->form->name);
  finding->help = aml_sv_of(g->form->help);
  finding->is_incomplete = g->severity == AML_SEVERITY_ERROR;
  g->remarks->is_incomplete = g->remarks->is_incomplete || finding->is_incomplete;
  relate_others(g, finding);
}

/* What the configuration makes of it; that evidence is not read is worth a note. */
static aml_severity severity_of(const aml_file *file) {
  bool is_error = file->config->unread == AML_SEVERITY_ERROR;
  return is_error && file->unread_as->is_evidence ? AML_SEVERITY_NOTE : file->config->unread;
}

static void collect_group(group *g) {
  for (size_t i = 0; i < g->inputs->files.count; i++) {
    aml_file *file = g->inputs->files.items[i];
    if (aml_engine_is_unread(file) && file->unread_as == g->form && severity_of(file) == g->severity &&
        (file->unsearched.len == 0) == g->is_searched) {
      AML_VEC_PUSH(g->inputs->arena, &g->files, file);
    }
  }
}

/* `about`: what it works on. */
static void tell_of_form(const group *about, const aml_front_end *form) {
  static const aml_severity severities[] = {AML_SEVERITY_ERROR, AML_SEVERITY_NOTE};
  for (size_t i = 0; i < 4; i++) {
    group g = *about;
    g.form = form;
    g.severity = severities[i / 2];
    g.is_searched = i % 2 == 0;
    collect_group(&g);
    if (g.files.count > 0) {
      add_finding(&g);
    }
  }
}

static void take_up(aml_file *file, aml_inputs *inputs, aml_unread_list *unread) {
  if ((file->is_marked || file->part_of != NULL) && file->left_out_by.len > 0) {
    aml_left_out item = {file->source->path, file->left_out_by};
    AML_VEC_PUSH(inputs->arena, &inputs->discovery.left_out, item);
  } else if (aml_engine_is_unread(file)) {
    file->source->is_withheld = true; /* a program of somebody's: reports show the place, not the text */
    const aml_unread item = {file->source->path, file->unread_as, file->config->unread == AML_SEVERITY_NONE};
    AML_VEC_PUSH(inputs->arena, unread, item);
  }
}

void aml_engine_add_unread(const aml_criteria *criteria, aml_inputs *inputs, aml_findings *findings,
    aml_unread_list *unread, aml_remarks *remarks) {
  for (size_t i = 0; i < inputs->files.count; i++) {
    take_up(inputs->files.items[i], inputs, unread);
  }
  aml_left_out_sort(inputs->arena, &inputs->discovery.left_out);
  const group about = {.criteria = criteria, .inputs = inputs, .findings = findings, .remarks = remarks};
  for (size_t i = 0; i < inputs->front_ends->count; i++) {
    if (inputs->front_ends->rows[i]->read == NULL) {
      tell_of_form(&about, inputs->front_ends->rows[i]);
    }
  }
}
