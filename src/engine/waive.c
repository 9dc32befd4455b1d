/* Waivers of the run: from comments, metadata, exception files and policy exemptions; applied to the
 * findings, and judged themselves. */
#include "base/pool.h"
#include "engine/waiver_checked.h"
#include "policy/policies.h"
#include "source/lines.h"
#include "source/paths.h"
#include "waiver/exceptions.h"

static aml_waiver_set *set_of(aml_acceptance *acceptance, const aml_config *config) {
  aml_waiver_set *set = aml_map_find(&acceptance->waivers_by_config, config->path);
  if (set != NULL) {
    return set;
  }
  set = AML_NEW(acceptance->arena, aml_waiver_set);
  aml_map_put(&acceptance->waivers_by_config, config->path, set);
  set->config = config;
  aml_waivers_init(&set->waivers, acceptance->arena);
  aml_governance_read(&set->governance, acceptance->arena, config->governance);
  AML_VEC_PUSH(acceptance->arena, &acceptance->waivers, set);
  return set;
}

/* Waivers name amlint, and what was meant to be one names a rule. All bytes of all files are looked through.
 */
bool aml_engine_speaks_of_waivers(const aml_file *file) {
  aml_sv text = file->source->bytes;
  size_t at = file->tree == NULL ? AML_NPOS : aml_sv_ifind(text, AML_SV("aml"), 0);
  for (; at != AML_NPOS; at = aml_sv_ifind(text, AML_SV("aml"), at + 1)) {
    aml_sv rest = aml_sv_slice(text, at, text.len);
    if (aml_sv_starts(rest, AML_SV("AML")) || aml_sv_starts(rest, AML_SV("amlint"))) {
      return true;
    }
  }
  return false;
}

/* The file's own, and those of its guests: as deep as guests are. */
static void read_texts(aml_remarks *remarks, aml_waivers *waivers, const aml_file *file) {
  if (file->tree != NULL) {
    aml_waivers_read_comments(waivers, file->source, file->tree, &remarks->diags);
  }
  if (file->front != NULL && file->front->has_metadata) {
    aml_waivers_read_metadata(waivers, file->source, aml_file_root(file), &remarks->diags);
  }
  for (size_t i = 0; i < file->guests.count; i++) {
    read_texts(remarks, waivers, file->guests.items[i]);
  }
}

static void read_of_file(aml_acceptance *acceptance, aml_remarks *remarks, aml_file *file) {
  aml_waiver_set *set = set_of(acceptance, file->config);
  aml_source_index_lines(file->source, acceptance->arena);
  read_texts(remarks, &set->waivers, file);
}

/* `folder` is absolute: where `name` is relative to. What the file waives lies in the folder `within`. */
static void read_exceptions(const aml_own_reader *reader, aml_remarks *remarks, aml_waiver_set *set,
    aml_sv folder, aml_sv name, aml_sv within) {
  aml_sv open_as = aml_path_join(remarks->arena, folder, name);
  aml_source *source;
  const aml_value *root = aml_engine_read_own_file(reader, open_as, &aml_own_exceptions, &source);
  if (root == NULL) {
    return;
  }
  AML_VEC_PUSH(remarks->arena, &set->exception_files, source);
  aml_source_index_lines(source, remarks->arena);
  aml_sv base =
      set->config->path.len > 0 ? aml_path_folder(set->config->path) : aml_path_folder(source->path);
  size_t begin = set->waivers.list.count;
  aml_exceptions_read(&set->waivers, root, source->path, base, &remarks->diags);
  for (; begin < set->waivers.list.count; begin++) {
    set->waivers.list.items[begin]->within = within;
  }
}

typedef struct looking {
  const aml_inputs *inputs;
  bool *speaks; /* by file: of waivers */
} looking;

static void look(void *ctx, size_t worker, size_t i) {
  (void)worker;
  const looking *self = ctx;
  self->speaks[i] = self->inputs->files.items[i]->config != NULL &&
                    aml_engine_speaks_of_waivers(self->inputs->files.items[i]);
}

/* By file. On as many threads as it pays for. */
static const bool *find_speaking(const aml_request *request, const aml_inputs *inputs, aml_arena *arena) {
  enum { BYTES_FOR_A_THREAD = 1 << 20 }; /* which take as long to look through as starting one */
  looking self = {inputs, AML_NEW_ARRAY(arena, bool, inputs->files.count)};
  size_t bytes = 0;
  for (size_t i = 0; i < inputs->files.count; i++) {
    bytes += inputs->files.items[i]->source->bytes.len;
  }
  aml_pool_run(
      aml_pool_useful(request->options.jobs, bytes, BYTES_FOR_A_THREAD), inputs->files.count, look, &self);
  return self.speaks;
}

static void collect(const aml_request *request, const aml_own_reader *reader, const aml_criteria *criteria,
    const aml_inputs *inputs, aml_acceptance *acceptance, aml_remarks *remarks) {
  const bool *speaks = find_speaking(request, inputs, acceptance->arena);
  for (size_t i = 0; i < inputs->files.count; i++) {
    aml_file *file = inputs->files.items[i];
    if (speaks[i]) {
      read_of_file(acceptance, remarks, file);
    }
    if (file->config != NULL) {
      if (file->config->exceptions.count > 0) {
        (void)set_of(acceptance, file->config);
      }
    }
  }
  for (size_t i = 0; i < acceptance->waivers.count; i++) {
    aml_waiver_set *set = acceptance->waivers.items[i];
    for (size_t k = 0; k < set->config->exceptions.count; k++) {
      read_exceptions(reader, remarks, set, set->config->folder, set->config->exceptions.items[k],
          aml_path_folder(set->config->path));
    }
  }
  if (request->options.exceptions.count > 0) {
    aml_waiver_set *set = set_of(acceptance, aml_engine_config_for(criteria, (aml_sv){NULL, 0}));
    for (size_t k = 0; k < request->options.exceptions.count; k++) {
      read_exceptions(reader, remarks, set, request->options.folder, request->options.exceptions.items[k],
          (aml_sv){NULL, 0});
    }
  }
}

static void index_lines(const aml_inputs *inputs, const aml_findings *findings) {
  for (size_t i = 0; i < findings->list.count; i++) {
    const aml_finding *finding = findings->list.items[i];
    if (!aml_span_is_none(finding->span)) {
      aml_source_index_lines(aml_sources_get(inputs->sources, finding->span.source), inputs->arena);
    }
  }
}

/* Azure Policy's own exemptions are waivers too; which findings they cover, the policies have said. */
static void collect_exemptions(
    const aml_criteria *criteria, const aml_inputs *inputs, aml_acceptance *acceptance) {
  aml_exemption_record record;
  for (size_t i = 0; aml_policies_exemption(criteria->policies, i, &record); i++) {
    aml_waiver_set *set = set_of(acceptance, aml_engine_config_for(criteria, (aml_sv){NULL, 0}));
    aml_waiver *waiver = aml_waivers_add(&set->waivers);
    waiver->kind = AML_EXEMPTION;
    waiver->reach = AML_REACH_ENTRY;
    waiver->id = record.name;
    waiver->span = record.span;
    waiver->path = aml_sources_get(inputs->sources, record.span.source)->path;
    waiver->scope = record.scope;
    waiver->owner = record.owner;
    waiver->approver = record.approver;
    waiver->reason = record.reason;
    waiver->ticket = record.ticket;
    waiver->risk =
        aml_sv_ieq(record.category, AML_SV("Mitigated")) ? AML_SV("mitigated") : AML_SV("accepted");
    waiver->created = record.created;
    waiver->until = record.until;
    AML_VEC_PUSH(inputs->arena, &waiver->evidence, record.assignment);
  }
}

static const aml_suppression *exemption_of(const aml_finding *finding) {
  const aml_suppression *one = finding->suppressions;
  while (one != NULL && one->kind != AML_EXEMPTION) {
    one = one->next;
  }
  return one;
}

static aml_sv place_key(aml_arena *arena, aml_span span) {
  return aml_sv_format(arena, "%u:%u", span.source, span.begin);
}

static void add_rule(aml_arena *arena, aml_waiver *waiver, aml_sv rule) {
  for (size_t i = 0; i < waiver->rules.count; i++) {
    if (aml_sv_eq(waiver->rules.items[i], rule)) {
      return;
    }
  }
  AML_VEC_PUSH(arena, &waiver->rules, rule);
}

/* Gives each exemption the findings that it suppressed, and their rules. */
static void take_exempted(const aml_acceptance *acceptance, const aml_findings *findings) {
  aml_map by_place;
  aml_map_init(&by_place, findings->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < acceptance->waivers.count; i++) {
    const aml_waivers *waivers = &acceptance->waivers.items[i]->waivers;
    for (size_t k = 0; k < waivers->list.count; k++) {
      aml_waiver *waiver = waivers->list.items[k];
      if (waiver->kind == AML_EXEMPTION) {
        aml_map_put(&by_place, place_key(findings->arena, waiver->span), waiver);
      }
    }
  }
  for (size_t i = 0; i < findings->list.count; i++) {
    aml_finding *finding = findings->list.items[i];
    const aml_suppression *exemption = exemption_of(finding);
    aml_waiver *waiver =
        exemption == NULL ? NULL : aml_map_find(&by_place, place_key(findings->arena, exemption->span));
    if (waiver != NULL) {
      AML_VEC_PUSH(findings->arena, &waiver->covered, finding);
      add_rule(findings->arena, waiver, finding->rule->id);
    }
  }
}

/* With --no-exceptions, what a policy exemption covers is shown as well. */
static void show_exempted(const aml_findings *findings) {
  for (size_t i = 0; i < findings->list.count; i++) {
    aml_finding *finding = findings->list.items[i];
    if (exemption_of(finding) != NULL) {
      finding->suppressions = NULL;
      finding->status = AML_ACTIVE;
    }
  }
}

void aml_engine_collect_waivers(const aml_request *request, const aml_own_reader *reader,
    const aml_criteria *criteria, const aml_inputs *inputs, aml_acceptance *acceptance,
    aml_remarks *remarks) {
  if (request->skips_waivers) {
    return;
  }
  collect(request, reader, criteria, inputs, acceptance, remarks);
  collect_exemptions(criteria, inputs, acceptance);
  for (size_t i = 0; i < acceptance->waivers.count; i++) {
    aml_waiver_set *set = acceptance->waivers.items[i];
    aml_waivers_judge(&set->waivers, &set->governance, criteria->rules, request->options.as_of);
  }
}

/* The waivers of all sets at once: findings times sets would be too much work where each folder has a
 * configuration of its own. */
static void apply_all(
    const aml_inputs *inputs, const aml_acceptance *acceptance, const aml_findings *findings) {
  aml_waivers all;
  aml_waivers_init(&all, inputs->arena);
  for (size_t i = 0; i < acceptance->waivers.count; i++) {
    const aml_waivers *waivers = &acceptance->waivers.items[i]->waivers;
    for (size_t k = 0; k < waivers->list.count; k++) {
      AML_VEC_PUSH(all.arena, &all.list, waivers->list.items[k]);
    }
  }
  aml_waivers_apply(&all, findings, inputs->sources);
}

void aml_engine_apply_waivers(const aml_applying *on) {
  if (on->acceptance->waivers.count == 0) {
    return;
  }
  index_lines(on->inputs, on->findings);
  aml_engine_check_code_owners(on->reader, on->criteria, on->acceptance, on->findings);
  if (on->request->options.no_exceptions) {
    show_exempted(on->findings);
    return;
  }
  take_exempted(on->acceptance, on->findings);
  apply_all(on->inputs, on->acceptance, on->findings);
  aml_checked checked;
  aml_engine_begin_checked(&checked, on);
  const aml_waiver_checker checker = {aml_engine_was_checked, &checked};
  for (size_t i = 0; i < on->acceptance->waivers.count; i++) {
    aml_waiver_set *set = on->acceptance->waivers.items[i];
    aml_waivers_report(&set->waivers, &set->governance, on->criteria->rules, &checker,
        on->request->options.as_of, on->findings);
  }
}
