/* Whether a run checked everything that a waiver may cover: all of its rules, on all of its places. Only then
 * is a waiver that covers nothing unused. */
#include "engine/waiver_checked.h"

#include "engine/conclude.h"
#include "source/paths.h"

typedef AML_VEC(const aml_file *) file_list;

static bool is_on(const aml_criteria *criteria, const aml_config *config, aml_sv path, const aml_rule *rule) {
  return aml_engine_severity(criteria, config, path, rule, rule->severity) != AML_SEVERITY_NONE;
}

static bool is_checked(const aml_criteria *criteria, const aml_file *file, const aml_rule *rule) {
  bool is_read = file->state == AML_FILE_READ || aml_engine_passes_over(file);
  return is_read && is_on(criteria, file->config, file->source->path, rule);
}

bool aml_engine_is_left_out(const aml_inputs *inputs, aml_sv path) {
  aml_sv open_as = aml_path_join(inputs->arena, inputs->discovery.root, path);
  const aml_view_text *view = aml_engine_view(&inputs->view, path);
  if (view != NULL || (inputs->view.index != NULL && !aml_agreed_lists(inputs->view.index, path))) {
    return view != NULL && !view->is_absent;
  }
  aml_presence presence = aml_path_find_inside(inputs->discovery.root, open_as);
  return presence.is_there || presence.error_number != 0;
}

bool aml_engine_ran_on_path(
    const aml_criteria *criteria, const aml_inputs *inputs, aml_sv path, const aml_rule *rule) {
  const aml_file *file = aml_map_find(&inputs->files_by_path, path);
  if (file == NULL || file->is_context) {
    return !aml_engine_is_left_out(inputs, path);
  }
  return is_checked(criteria, file, rule);
}

static bool names_files(const aml_waiver *waiver) {
  for (size_t i = 0; i < waiver->paths.count; i++) {
    if (aml_waiver_is_path_pattern(waiver->paths.items[i])) {
      return false;
    }
  }
  return waiver->paths.count > 0;
}

/* The files of the run that the rule did not run on. */
static const file_list *unchecked_files(aml_checked *self, const aml_rule *rule) {
  file_list *list = aml_map_find(&self->unchecked, rule->id);
  if (list != NULL) {
    return list;
  }
  const aml_applying *on = self->on;
  list = AML_NEW(on->inputs->arena, file_list);
  for (size_t i = 0; i < on->inputs->files.count; i++) {
    const aml_file *file = on->inputs->files.items[i];
    if (!file->is_context && file->config != NULL && !is_checked(on->criteria, file, rule)) {
      AML_VEC_PUSH(on->inputs->arena, list, file);
    }
  }
  aml_map_put(&self->unchecked, rule->id, list);
  return list;
}

/* Whether the run went through the folder, which is relative to the root: it was given that or one above it.
 */
static bool went_through(const aml_request *request, const aml_inputs *inputs, aml_sv folder) {
  aml_sv wanted =
      folder.len == 0 ? inputs->discovery.root : aml_path_join(inputs->arena, inputs->discovery.root, folder);
  for (size_t i = 0; i < request->paths.count; i++) {
    aml_sv given = aml_path_join(inputs->arena, request->options.folder, request->paths.items[i]);
    if (aml_path_is_below(given, wanted) || aml_sv_eq(given, wanted) || aml_sv_eq(given, AML_SV("/"))) {
      return true;
    }
  }
  return false;
}

/* What lies where the run did not go may hold what the waiver covers. */
static bool went_wherever_it_reaches(
    const aml_request *request, const aml_inputs *inputs, const aml_waiver *waiver) {
  bool went_there = waiver->paths.count > 0 || went_through(request, inputs, waiver->within);
  for (size_t i = 0; i < waiver->paths.count && went_there; i++) {
    went_there = went_through(request, inputs, aml_waiver_pattern_folder(waiver->paths.items[i]));
  }
  return went_there;
}

static bool ran_on_all_files(aml_checked *self, const aml_waiver *waiver, const aml_rule *rule) {
  if (!went_wherever_it_reaches(self->on->request, self->on->inputs, waiver)) {
    return false;
  }
  const file_list *unchecked = unchecked_files(self, rule);
  for (size_t i = 0; i < unchecked->count; i++) {
    if (aml_waiver_reaches(waiver, unchecked->items[i]->source->path)) {
      return false;
    }
  }
  return true;
}

/* Whether a scope is a subscription's id; what is none may be a resource group's name. */
static bool is_subscription(aml_sv scope) {
  enum { GUID_LENGTH = 36, FIRST_DASH = 8 };
  return scope.len == GUID_LENGTH && aml_sv_find_char(scope, '-', 0) == FIRST_DASH;
}

/* What of the places of resources nobody says: one look at all of them serves every waiver. */
static void look_for_unplaced(aml_checked *self) {
  const aml_graph *graph = self->on->estate->declared;
  for (size_t i = 0; !self->has_looked && i < aml_graph_count(graph); i++) {
    const aml_scope_path *scope = &aml_graph_at(graph, i)->scope;
    self->lacks_subscription = self->lacks_subscription || scope->subscription.len == 0;
    self->lacks_group = self->lacks_group || scope->resource_group.len == 0;
  }
  self->has_looked = true;
}

/* Whether a resource of which nobody says where it is may lie in the waiver's scope. Where exemptions apply
 * the policies have said. */
static bool may_lie_in_scope(aml_checked *self, const aml_waiver *waiver) {
  if (waiver->scope.len == 0 || waiver->kind == AML_EXEMPTION || self->on->estate->declared == NULL) {
    return false;
  }
  look_for_unplaced(self);
  return is_subscription(waiver->scope) ? self->lacks_subscription : self->lacks_group;
}

static bool ran_everywhere(aml_checked *self, const aml_waiver *waiver, const aml_rule *rule) {
  if (waiver->reach != AML_REACH_ENTRY) {
    return aml_engine_ran_on_path(self->on->criteria, self->on->inputs, waiver->path, rule);
  }
  if (!names_files(waiver)) {
    return ran_on_all_files(self, waiver, rule);
  }
  for (size_t i = 0; i < waiver->paths.count; i++) {
    if (!aml_engine_ran_on_path(self->on->criteria, self->on->inputs, waiver->paths.items[i], rule)) {
      return false;
    }
  }
  return true;
}

bool aml_engine_is_whole(const aml_inputs *inputs) {
  for (size_t i = 0; i < inputs->files.count; i++) {
    if (inputs->files.items[i]->source->is_named && !inputs->files.items[i]->is_context) {
      return false;
    }
  }
  return true;
}

void aml_engine_begin_checked(aml_checked *self, const aml_applying *on) {
  *self = (aml_checked){.on = on};
  aml_map_init(&self->unchecked, on->inputs->arena, AML_MAP_IGNORE_CASE);
}

static bool ran_all_of_pattern(aml_checked *self, const aml_waiver *waiver, aml_sv pattern) {
  const aml_ruleset *rules = self->on->criteria->rules;
  for (size_t i = 0; i < rules->list.count; i++) {
    const aml_rule *rule = rules->list.items[i];
    bool is_hit = aml_waiver_matches(pattern, rule->id) || aml_waiver_matches(pattern, rule->name);
    if (is_hit && !ran_everywhere(self, waiver, rule)) {
      return false;
    }
  }
  return true;
}

bool aml_engine_was_checked(void *ctx, const aml_waiver *waiver) {
  aml_checked *self = ctx;
  if (!aml_engine_is_whole(self->on->inputs) || may_lie_in_scope(self, waiver)) {
    return false;
  }
  for (size_t i = 0; i < waiver->rules.count; i++) {
    aml_sv text = waiver->rules.items[i];
    const aml_rule *rule = aml_ruleset_find(self->on->criteria->rules, text);
    bool did_run = rule != NULL ? ran_everywhere(self, waiver, rule)
                                : aml_waiver_is_pattern(text) && ran_all_of_pattern(self, waiver, text);
    if (!did_run) {
      return false;
    }
  }
  return true;
}
