/* Sources: the workflow syntax of GitHub Actions, the YAML schema of Azure Pipelines (steps script, bash,
 * pwsh, powershell; tasks AzureCLI, Bash, PowerShell, CmdLine), GitLab's CI/CD YAML reference (read 2026-11).
 */
#include "script/hosts.h"

enum { DEPTH_MAX = 24, FOLDERS_MAX = 32 }; /* such files are flat, and work in a few folders */

typedef struct finder {
  aml_arena *arena;
  aml_hosted_scripts *out;
  unsigned runs; /* so far */
} finder;

typedef struct around { /* what an object stands in */
  const aml_hosted_scope *scope;
  unsigned run;
  size_t depth;
} around;

static aml_sv text_of(const aml_value *object, const char *key) {
  const aml_value *value = aml_object_find_exact(object, aml_sv_of(key));
  return value == NULL ? (aml_sv){0} : aml_value_text(value);
}

/* How a word names a language; false for those that are none of ours, such as Python. */
static bool read_language(aml_sv word, aml_script_language *out) {
  static const struct {
    const char *word;
    bool is_read;
    aml_script_language language;
  } words[] = {{"", true, AML_SCRIPT_SHELL}, {"bash", true, AML_SCRIPT_SHELL}, {"sh", true, AML_SCRIPT_SHELL},
      {"batch", true, AML_SCRIPT_SHELL}, {"cmd", true, AML_SCRIPT_SHELL},
      {"pwsh", true, AML_SCRIPT_POWERSHELL}, {"powershell", true, AML_SCRIPT_POWERSHELL},
      {"ps", true, AML_SCRIPT_POWERSHELL}, {"pscore", true, AML_SCRIPT_POWERSHELL},
      {"python", false, AML_SCRIPT_SHELL}};
  aml_sv rest = word;
  word = aml_sv_split(&rest, ' '); /* "bash -e {0}" */
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (aml_sv_ieq(word, aml_sv_of(words[i].word))) {
      *out = words[i].language;
      return words[i].is_read;
    }
  }
  *out = AML_SCRIPT_SHELL;
  return true;
}

/* A key whose value is a script, what says its language, and who reads it first. */
static const struct {
  const char *key;
  const char *word; /* the language; NULL: what the member `sibling` of the same object says */
  const char *sibling;
  unsigned flags;
} keys[] = {
    {"run", NULL, "shell", 0},
    {"inlineScript", NULL, "scriptType", AML_SHELL_MACROS},
    {"script", NULL, "shell", AML_SHELL_MACROS},
    {"bash", "bash", NULL, AML_SHELL_MACROS},
    {"pwsh", "pwsh", NULL, AML_SHELL_MACROS},
    {"powershell", "pwsh", NULL, AML_SHELL_MACROS},
    {"before_script", "bash", NULL, 0},
    {"after_script", "bash", NULL, 0},
};

static bool is_script_text(const aml_value *value) {
  return value->kind == AML_STRING || (value->kind == AML_ARRAY && value->as.array.count > 0 &&
                                          value->as.array.items[0]->kind == AML_STRING);
}

static void add_script(finder *f, const aml_value *object, const aml_member *member, const around *in) {
  const aml_value *before = aml_object_find_exact(object, AML_SV("before_script"));
  bool has_script = aml_object_find_exact(object, AML_SV("script")) != NULL;
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    if (!aml_sv_eq(member->name, aml_sv_of(keys[i].key))) {
      continue;
    }
    aml_hosted_script script = {
        .text = member->value, .flags = keys[i].flags, .scope = in->scope, .run = in->run};
    bool is_script = aml_sv_eq(member->name, AML_SV("script"));
    if (has_script && member->value == before) {
      continue; /* one shell runs both, as GitLab has it */
    }
    script.before = is_script && before != NULL && is_script_text(before) ? before : NULL;
    aml_sv word = keys[i].word != NULL ? aml_sv_of(keys[i].word) : text_of(object, keys[i].sibling);
    if (read_language(word, &script.language)) {
      AML_VEC_PUSH(f->arena, &f->out->list, script);
    }
  }
}

static void add_folder(finder *f, const aml_member *member) {
  bool is_folder = aml_sv_eq(member->name, AML_SV("working-directory")) ||
                   aml_sv_eq(member->name, AML_SV("workingDirectory"));
  if (is_folder && f->out->folders.count < FOLDERS_MAX) {
    AML_VEC_PUSH(f->arena, &f->out->folders, aml_value_text(member->value));
  }
}

/* The scope of what an object holds. */
static const aml_hosted_scope *enter(finder *f, const aml_value *object, const aml_hosted_scope *outer) {
  static const char *const names[] = {"env", "variables"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const aml_value *variables = aml_object_find_exact(object, aml_sv_of(names[i]));
    if (variables != NULL && (variables->kind == AML_OBJECT || variables->kind == AML_ARRAY)) {
      aml_hosted_scope *scope = AML_NEW(f->arena, aml_hosted_scope);
      *scope = (aml_hosted_scope){outer, variables};
      outer = scope;
    }
  }
  return outer;
}

/* Steps of one job run one after the other on one machine; so do the pieces of a job of GitLab. */
static unsigned run_of(finder *f, const aml_value *object, unsigned outer) {
  bool is_job = aml_value_is(aml_object_find_exact(object, AML_SV("steps")), AML_ARRAY) ||
                aml_value_is(aml_object_find_exact(object, AML_SV("script")), AML_ARRAY);
  return is_job ? ++f->runs : outer;
}

/* Recursion is bounded by DEPTH_MAX. */
static void walk(finder *f, const aml_value *value, const around *outer) {
  if (outer->depth > DEPTH_MAX) {
    return;
  }
  around inner = {outer->scope, outer->run, outer->depth + 1};
  for (size_t i = 0; value->kind == AML_ARRAY && i < value->as.array.count; i++) {
    walk(f, value->as.array.items[i], &inner);
  }
  if (value->kind != AML_OBJECT) {
    return;
  }
  inner.scope = enter(f, value, outer->scope);
  inner.run = run_of(f, value, outer->run);
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    if (is_script_text(member->value)) {
      add_script(f, value, member, &inner);
      add_folder(f, member);
    }
    walk(f, member->value, &inner);
  }
}

void aml_hosted_find(aml_arena *arena, const aml_value *root, aml_hosted_scripts *out) {
  finder f = {arena, out, 0};
  const around nothing = {0};
  walk(&f, root, &nothing);
}

/* Of `variables:` in the long form, [{name: ..., value: ...}]; the last one counts. */
static const aml_value *find_listed(const aml_value *list, aml_sv name) {
  for (size_t i = list->as.array.count; i > 0; i--) {
    const aml_value *item = list->as.array.items[i - 1];
    if (aml_sv_eq(text_of(item, "name"), name)) {
      return aml_object_find_exact(item, AML_SV("value"));
    }
  }
  return NULL;
}

const aml_value *aml_hosted_variable(const void *host, aml_sv name) {
  const aml_value *found = NULL;
  for (const aml_hosted_scope *scope = host; scope != NULL && found == NULL; scope = scope->outer) {
    found = scope->variables->kind == AML_ARRAY ? find_listed(scope->variables, name)
                                                : aml_object_find_exact(scope->variables, name);
  }
  return found;
}
