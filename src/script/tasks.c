/* Commands in tasks of Visual Studio Code.
 *
 * Source: the schema of tasks.json in the editor's documentation (read 2026-11): `command` with `args`, of a
 * task and below `windows`, `linux` and `osx`. */
#include "script/front_script.h"
#include "script/listed.h"
#include "script/mention.h"
#include "script/scripts.h"
#include "script/uses.h"
#include "tree/guest_value.h"

typedef struct tasks {
  aml_file *file;
  aml_scripts *all;
  aml_diags diags;
  const aml_guest *host;
} tasks;

/* A command line as a shell reads it. */
static void add_line(tasks *t, const aml_value *command) {
  const aml_guest *text = aml_guest_of_value(t->file->memory, t->host, AML_SYNTAX_JSON, command);
  if (text != NULL) {
    const aml_script_source from = {.text = text, .diags = &t->diags};
    (void)aml_scripts_add(t->file, t->all, &from);
  }
}

/* An argument may be an object that says how it is quoted. */
static const aml_value *argument_of(const aml_value *item) {
  const aml_value *value = item->kind == AML_OBJECT ? aml_object_find_exact(item, AML_SV("value")) : NULL;
  return value != NULL ? value : item;
}

static void add_words(tasks *t, const aml_value *command, const aml_value *args) {
  AML_VEC(const aml_value *) words = {0};
  AML_VEC_PUSH(t->file->memory, &words, argument_of(command));
  for (size_t i = 0; i < args->as.array.count; i++) {
    AML_VEC_PUSH(t->file->memory, &words, argument_of(args->as.array.items[i]));
  }
  const aml_shell *shell = aml_shell_of_list(t->file->memory, t->host, words.items, words.count);
  aml_scripts_add_shell(t->file, t->all, shell, NULL, &t->diags);
}

static void add_task(tasks *t, const aml_value *task) {
  const aml_value *command = aml_object_find_exact(task, AML_SV("command"));
  const aml_value *args = aml_object_find_exact(task, AML_SV("args"));
  if (command != NULL && aml_value_is(args, AML_ARRAY) && args->as.array.count > 0) {
    add_words(t, command, args);
  } else if (aml_value_is(command, AML_STRING)) {
    add_line(t, command);
  }
}

static void add_task_of_each_system(tasks *t, const aml_value *task) {
  static const char *const systems[] = {"windows", "linux", "osx"};
  add_task(t, task);
  for (size_t i = 0; i < sizeof systems / sizeof systems[0]; i++) {
    const aml_value *own = aml_object_find_exact(task, aml_sv_of(systems[i]));
    if (own != NULL) {
      add_task(t, own);
    }
  }
}

static bool read_tasks(aml_file *file) {
  bool is_here = aml_sv_ends(file->name, AML_SV(".vscode/tasks.json"));
  if (!is_here || file->guest != NULL || !aml_listed_mention(aml_file_text(file))) {
    return false;
  }
  tasks t = {.file = file, .all = AML_NEW(file->memory, aml_scripts)};
  aml_diags_init(&t.diags, file->memory);
  t.host = aml_guest_whole(file->memory, file->source);
  (void)aml_file_tree(file);
  const aml_value *list = aml_object_find_exact(aml_file_root(file), AML_SV("tasks"));
  for (size_t i = 0; aml_value_is(list, AML_ARRAY) && i < list->as.array.count; i++) {
    add_task_of_each_system(&t, list->as.array.items[i]);
  }
  if (t.all->makers == 0) {
    return false;
  }
  aml_diags_take(file->diags, &t.diags);
  file->content = t.all;
  return true;
}

const aml_front_end aml_front_tasks = {
    .name = "tasks",
    .noun = "task file",
    .endings = "tasks.json",
    .read = read_tasks,
    .bring = aml_scripts_bring,
    .is_tolerant = true,
    .expand = aml_scripts_expand,
    .doing = "Reading",
    .editor = &aml_option_editor,
};
