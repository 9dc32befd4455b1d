/* What the commands of provisioners make, copy by copy of the resource that they belong to. */
#include "base/limits.h"
#include "script/front_script.h"
#include "script/scripts.h"
#include "script/uses.h"
#include "terraform/arguments.h"
#include "terraform/front_terraform.h"
#include "terraform/provisioners.h"

/* ---- What surrounds a command ---- */

typedef struct surroundings {
  aml_tf_instance *instance;
  const aml_value *exec;    /* the body of the provisioner */
  const aml_value *command; /* its text, as written */
} surroundings;

static const aml_value *unknown_part(aml_arena *arena, aml_sv written, aml_span span) {
  aml_sv reason = aml_sv_format(arena,
      "'${%.*s}' is known only when Terraform runs; write the value itself to have it checked",
      AML_SV_ARG(written));
  return aml_value_unknown_text(arena, reason, (aml_sv){0}, (aml_sv){0}, span);
}

/* Attributes of resources of Azure that are never empty and have no blanks, by Microsoft's naming rules
 * ("Naming rules and restrictions for Azure resources", read 2026-11). */
static bool is_one_word(aml_sv written) {
  static const char *const types[] = {"azurerm_subnet", "azurerm_virtual_network", "azurerm_resource_group",
      "azurerm_machine_learning_workspace", "azurerm_machine_learning_compute_cluster",
      "azurerm_machine_learning_compute_instance", "azurerm_kubernetes_cluster", "azurerm_storage_account",
      "azurerm_key_vault", "azurerm_container_registry", "azurerm_user_assigned_identity"};
  static const char *const attributes[] = {
      "id", "name", "resource_group_name", "virtual_network_name", "location"};
  aml_sv of_data = AML_SV("data.");
  aml_sv rest = aml_sv_starts(written, of_data) ? aml_sv_slice(written, of_data.len, written.len) : written;
  size_t dot = aml_sv_rfind_char(rest, '.');
  aml_sv type = aml_sv_slice(rest, 0, aml_sv_find_char(rest, '.', 0));
  bool is_type = false;
  bool is_attribute = false;
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    is_type = is_type || aml_sv_eq(type, aml_sv_of(types[i]));
  }
  for (size_t i = 0; dot != AML_NPOS && i < sizeof attributes / sizeof attributes[0]; i++) {
    is_attribute = is_attribute || aml_sv_eq(aml_sv_slice(rest, dot + 1, rest.len), aml_sv_of(attributes[i]));
  }
  return is_type && is_attribute;
}

/* What a shell would take for more than text; blanks are left to it. */
static bool is_plain(aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    if (aml_sv_find_char(AML_SV("\"'`$\\;&|<>(){}#\n\r"), text.data[i], 0) != AML_NPOS) {
      return false;
    }
  }
  return true;
}

/* The node of the command's template that is written between two offsets of its source; NULL for none. */
static const aml_expr *find_part(const aml_value *command, aml_span span) {
  const aml_expr *tree = command->kind == AML_EXPRESSION ? command->as.expression.tree : NULL;
  bool has_parts = tree != NULL && tree->meaning == &aml_hcl_template;
  size_t low = 0;
  size_t high = has_parts ? tree->arg_count : 0;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (tree->args[middle]->span.begin < span.begin) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const aml_expr *part = !has_parts ? tree : low < tree->arg_count ? tree->args[low] : NULL;
  bool is_inside = part != NULL && part->span.source == span.source && part->span.begin >= span.begin &&
                   part->span.end <= span.end;
  return is_inside ? part : NULL;
}

static const aml_value *value_of_part(const surroundings *around, const aml_expr *part) {
  aml_tf_frame *frame = around->instance->frame;
  const aml_value *expression = aml_value_expression(frame->run->arena, part, (aml_sv){0}, part->span);
  const aml_value *value = aml_tf_eval(frame, around->instance, NULL, expression);
  return aml_hcl_to_string(&frame->run->eval, value);
}

/* azurerm keeps "West Europe" as "westeurope". */
static const aml_value *as_kept(aml_arena *arena, aml_sv written, const aml_value *value) {
  if (value->kind != AML_STRING || !is_one_word(written) || !aml_sv_ends(written, AML_SV(".location"))) {
    return value;
  }
  aml_strbuf kept;
  aml_strbuf_init(&kept, arena, SIZE_MAX);
  for (size_t i = 0; i < value->as.string.len; i++) {
    if (value->as.string.data[i] != ' ') {
      aml_strbuf_add_char(&kept, aml_ascii_lower(value->as.string.data[i]));
    }
  }
  const aml_value *text = aml_value_string(arena, aml_strbuf_view(&kept), value->span);
  return aml_value_moved(arena, text, value->span, value->origin, value->flags | (unsigned)AML_VALUE_BLOCK);
}

static const aml_value *interpolated(const surroundings *around, const aml_asked *asked) {
  aml_arena *arena = around->instance->frame->run->arena;
  const aml_expr *part = find_part(around->command, asked->span);
  const aml_value *value = part == NULL ? NULL : value_of_part(around, part);
  if (value == NULL || (value->kind != AML_STRING && value->kind != AML_UNKNOWN)) {
    return unknown_part(arena, asked->name, asked->span);
  }
  value = as_kept(arena, asked->name, value);
  if (value->kind == AML_UNKNOWN) {
    aml_sv prefix = value->as.unknown->prefix;
    const aml_value *text = aml_value_unknown_text(
        arena, value->as.unknown->reason, is_plain(prefix) ? prefix : (aml_sv){0}, (aml_sv){0}, value->span);
    text = aml_value_moved(arena, text, value->span, value->origin, value->flags);
    return is_one_word(asked->name) ? aml_value_filled(arena, text) : text;
  }
  if (!is_plain(value->as.string)) {
    const aml_value *text = aml_value_unknown_text(arena,
        AML_SV("an interpolation gives characters that a shell interprets; write the value itself to have it "
               "checked"),
        (aml_sv){0}, (aml_sv){0}, value->span);
    return aml_value_moved(arena, text, value->span, value->origin, value->flags);
  }
  return value;
}

/* A variable of the shell, which `environment` may set; NULL where it does not. */
static const aml_value *exported(const surroundings *around, const aml_asked *asked) {
  aml_tf_frame *frame = around->instance->frame;
  aml_arena *arena = frame->run->arena;
  const aml_value *written = aml_object_find_exact(around->exec, AML_SV("environment"));
  const aml_value *all = written == NULL ? NULL : aml_tf_eval(frame, around->instance, NULL, written);
  const aml_value *value = NULL;
  if (aml_value_is(all, AML_OBJECT)) {
    value = aml_object_find_exact(all, asked->name);
    value = value == NULL ? NULL : aml_hcl_to_string(&frame->run->eval, value);
  }
  bool is_text = value != NULL && (value->kind == AML_STRING || value->kind == AML_UNKNOWN);
  bool is_open = all != NULL && (all->kind != AML_OBJECT || aml_value_has(all, AML_VALUE_OPEN));
  return is_text ? value
         : value != NULL || is_open
             ? aml_value_unknown_text(arena,
                   AML_SV("the 'environment' of the provisioner is not known; write the value itself to have "
                          "it checked"),
                   (aml_sv){0}, (aml_sv){0}, written->span)
             : NULL;
}

static const aml_value *look_up(const void *host, const aml_asked *asked) {
  return asked->is_outer ? interpolated(host, asked) : exported(host, asked);
}

/* ---- Expanding ---- */

enum { TEXT_MAX = 4 << 20 }; /* bytes of commands, each counted once for every copy */

/* The script that a command's text is; NULL where it is none, or is read by another row. */
static aml_file *find_script(const aml_tf_instance *instance, const aml_value *command) {
  const aml_tf_folder *folder = instance->frame->module->folder;
  const aml_file *file = instance->block->file;
  for (size_t i = 0; file->source->id != command->span.source && i < folder->files.count; i++) {
    file = folder->files.items[i]; /* an override's */
  }
  size_t low = 0;
  size_t high = file->guests.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (aml_file_span(file->guests.items[middle], 0, 0).begin < command->span.begin) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  aml_file *found = low < file->guests.count ? file->guests.items[low] : NULL;
  bool is_it = found != NULL && found->front == &aml_front_provisioner &&
               aml_file_span(found, 0, 0).begin < command->span.end;
  return is_it ? found : NULL;
}

static void say_too_much(aml_tf_run *run, aml_span span) {
  if (aml_map_put(&run->said, AML_SV("text of commands"), run) == NULL) {
    aml_diags_add(&run->unit->diags, "AML003", span,
        "The copies of resources run more than %d bytes of commands; the rest was not evaluated.", TEXT_MAX)
        ->is_incomplete = true;
  }
}

static void make_command(aml_tf_instance *instance, const aml_value *exec, bool is_further) {
  aml_tf_run *run = instance->frame->run;
  const aml_value *command = aml_object_find_exact(exec, AML_SV("command"));
  const aml_file *script = command == NULL ? NULL : find_script(instance, command);
  if (script == NULL || (is_further && command->kind != AML_EXPRESSION)) {
    return;
  }
  run->commands += script->guest->text.len;
  if (run->commands > TEXT_MAX) {
    say_too_much(run, command->span);
    return;
  }
  const surroundings around = {instance, exec, command};
  size_t first = run->unit->resources.list.count;
  aml_scripts_expand_in(run->host, run->unit, script, look_up, &around);
  for (size_t i = first; i < run->unit->resources.list.count; i++) {
    aml_resource *resource = run->unit->resources.list.items[i];
    resource->iteration = instance->key_text;
    aml_tf_set_condition(instance, resource);
  }
}

/* JSON may list blocks where HCL repeats them. */
static void make_each(aml_tf_instance *instance, const aml_value *body, const char *name, bool is_further) {
  for (size_t i = 0; body->kind == AML_ARRAY && i < body->as.array.count; i++) {
    make_each(instance, body->as.array.items[i], name, is_further);
  }
  for (size_t i = 0; body->kind == AML_OBJECT && i < body->as.object.count; i++) {
    const aml_member *member = &body->as.object.members[i];
    bool is_exec = aml_sv_eq(member->name, AML_SV("local-exec"));
    if (!aml_sv_eq(member->name, aml_sv_of(name))) {
      continue;
    }
    if (!is_exec) {
      make_each(instance, member->value, "local-exec", is_further);
    } else if (member->value->kind == AML_OBJECT) {
      make_command(instance, member->value, is_further);
    }
  }
}

void aml_tf_make_commands(aml_tf_instance *instance, bool is_further) {
  make_each(instance, instance->block->body, "provisioner", is_further);
}

/* ---- The row ---- */

static bool read_command(aml_file *file) {
  return file->guest != NULL && aml_scripts_read(file, AML_SHELL_TEMPLATE);
}

/* Files are used before values are known; the folder of a module is where its files are. */
static const aml_value *look_for_folder(const void *ctx, const aml_asked *asked) {
  const aml_front_host *host = ctx;
  bool is_folder = asked->is_outer && aml_sv_eq(asked->name, AML_SV("path.module"));
  return is_folder         ? aml_value_string(host->arena, AML_SV("."), asked->span)
         : asked->is_outer ? unknown_part(host->arena, asked->name, asked->span)
                           : NULL;
}

static void bring_used(const aml_front_host *host, aml_file *file) {
  aml_scripts_bring_in(host, file, look_for_folder, host);
}

const aml_front_end aml_front_provisioner = {
    .name = "provisioner",
    .noun = "command of a provisioner",
    .endings = "local-exec.sh local-exec.ps1",
    .read = read_command,
    .bring = bring_used,
    .is_tolerant = true,
    .editor = &aml_option_editor,
};
