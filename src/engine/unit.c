#include "engine/unit.h"

#include "azureml/azureml.h"
#include "engine/front_ends.h"
#include "engine/secret_names.h"
#include "source/lines.h"

aml_file *aml_unit_read(aml_arena *arena, aml_source *source, aml_sv text, aml_diags *diags) {
  uint32_t bad_at;
  if (aml_source_fill(source, arena, text, SIZE_MAX, &bad_at, NULL) != AML_OK) {
    return NULL;
  }
  aml_source_index_lines(source, arena);
  aml_file *file = AML_NEW(arena, aml_file);
  *file = (aml_file){.source = source,
      .name = source->path,
      .front_ends = &aml_all_front_ends,
      .memory = arena,
      .diags = diags,
      .is_loaded = true};
  (void)aml_front_ends_read(file);
  return file;
}

/* Whether a command has made a unit of the guest, among those of the file that holds it. */
static bool is_used(const aml_file *holder, const aml_file *guest) {
  for (size_t i = 0; i < holder->units.count; i++) {
    if (holder->units.items[i]->file == guest) {
      return true;
    }
  }
  return false;
}

/* Of a guest, whose host holds the units. */
static void add_units_of_guests(const aml_front_host *host, const aml_file *holder, aml_file *file) {
  for (size_t i = 0; i < file->guests.count; i++) {
    aml_file *guest = file->guests.items[i];
    guest->config = file->config;
    if (guest->front->expand != NULL && !is_used(holder, guest)) {
      (void)aml_host_add_unit(host, guest, NULL);
    }
    add_units_of_guests(host, holder, guest); /* as deep as guests are */
  }
}

void aml_unit_group(const aml_front_host *host, aml_file *file) {
  if (file->part_of != NULL && !file->source->is_named &&
      (file->front->is_compared == NULL || !file->front->is_compared(host, file))) {
    return;
  }
  if (file->front->group != NULL) {
    file->front->group(host, file);
  }
  if (!is_used(file, file) && file->front->expand != NULL) {
    (void)aml_host_add_unit(host, file, NULL);
  }
  add_units_of_guests(host, file, file);
}

/* What is wrong with a resource that a default switches off is wrong only where it is deployed. */
static void check_arm(aml_unit *unit, aml_resource *resource) {
  aml_diags *diags = &unit->diags;
  size_t first = diags->list.count;
  aml_azureml_check_arm(resource, diags);
  bool is_off = resource->condition == AML_CONDITION_OFF_BY_DEFAULT;
  for (size_t i = first; is_off && i < diags->list.count; i++) {
    diags->list.items[i].unless = aml_resource_when(&unit->arena, resource);
  }
}

/* What bodies say in ARM's words is checked, and loses what its API version does not have. */
static void check_bodies(const aml_front_host *host, aml_unit *unit) {
  enum { FEW = 8 }; /* for which keeping takes more than it saves */
  aml_map known;
  aml_map_init(&known, &unit->arena, AML_MAP_EXACT);
  bool are_many = unit->resources.list.count > FEW;
  aml_map *kept = are_many ? &known : NULL;
  aml_arena *work = are_many ? aml_arena_new_scratch(&unit->arena) : &unit->arena;
  aml_arena_mark nothing = aml_arena_set_mark(work);
  for (size_t i = 0; i < unit->resources.list.count; i++) {
    aml_resource *resource = unit->resources.list.items[i];
    if (!resource->form->is_checked) {
      check_arm(unit, resource);
      aml_resource_drop_ineffective(resource, host->facts, kept, &unit->arena, work);
      if (are_many) {
        aml_arena_rewind(work, &nothing);
      }
    }
  }
  if (are_many) {
    aml_arena_release(work);
  }
}

static void hide_secrets(aml_unit *unit) {
  const aml_config *config = unit->file->config;
  for (size_t i = 0; i < unit->resources.list.count; i++) {
    aml_resource *resource = unit->resources.list.items[i];
    resource->body = aml_engine_hide_secrets(&unit->arena, config, resource->body);
  }
  const aml_tree *tree = unit->file->tree;
  size_t count = tree == NULL ? 0 : tree->documents.count;
  const aml_value **written = AML_NEW_ARRAY(&unit->arena, const aml_value *, count);
  for (size_t i = 0; i < count; i++) {
    written[i] = tree->documents.items[i].root;
  }
  aml_engine_hide_twins(&unit->arena, config, written, count, &unit->resources);
}

void aml_unit_expand(const aml_front_host *host, aml_unit *unit, const aml_surroundings *around) {
  unit->around = around;
  aml_resources_init(&unit->resources, &unit->arena);
  aml_diags_init(&unit->diags, &unit->arena);
  unit->diags.most = SIZE_MAX; /* each is charged to the budget */
  unit->file->front->expand(host, unit);
  check_bodies(host, unit);
  aml_diags_fold(&unit->diags);
  hide_secrets(unit);
  unit->around = NULL; /* it may end here */
}
