/* Sources: the workflow syntax of GitHub Actions, the YAML schema of Azure Pipelines (steps script, bash,
 * pwsh, powershell; tasks AzureCLI, Bash, PowerShell, CmdLine), GitLab's CI/CD YAML reference (read 2026-11).
 */
#include "script/hosts.h"

enum { DEPTH_MAX = 24, FOLDERS_MAX = 32 }; /* such files are flat, and work in a few folders */

typedef struct finder {
  aml_arena *arena;
  aml_hosted_scripts *out;
  unsigned runs;    /* so far */
  bool is_pipeline; /* of Azure */
} finder;

typedef struct around { /* what an object stands in */
  const aml_hosted_scope *scope;
  unsigned run;
  size_t depth;
  aml_sv shell; /* of steps of GitHub that name none */
  aml_sv tool;  /* the task or action of the step */
} around;

static aml_sv text_of(const aml_value *object, const char *key) {
  const aml_value *value = aml_object_find_exact(object, aml_sv_of(key));
  return value == NULL ? (aml_sv){0} : aml_value_text(value);
}

/* The language that a word names, "bash -e {0}" say; that of the task or action where it names none. */
static aml_script_language language_of(aml_sv word, aml_sv tool) {
  static const struct {
    const char *word;
    aml_script_language language;
  } words[] = {{"pwsh", AML_SCRIPT_POWERSHELL}, {"powershell", AML_SCRIPT_POWERSHELL},
      {"ps", AML_SCRIPT_POWERSHELL}, {"pscore", AML_SCRIPT_POWERSHELL}, {"python", AML_SCRIPT_PYTHON},
      {"python3", AML_SCRIPT_PYTHON}};
  aml_sv rest = word;
  aml_sv first = aml_sv_split(&rest, ' ');
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (aml_sv_ieq(first, aml_sv_of(words[i].word))) {
      return words[i].language;
    }
  }
  bool is_powershell = word.len == 0 && aml_sv_ifind(tool, AML_SV("powershell"), 0) != AML_NPOS;
  bool is_python = word.len == 0 && aml_sv_ifind(tool, AML_SV("python"), 0) != AML_NPOS;
  return is_powershell ? AML_SCRIPT_POWERSHELL : is_python ? AML_SCRIPT_PYTHON : AML_SCRIPT_SHELL;
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
    {"Inline", "pwsh", NULL, AML_SHELL_MACROS}, /* of the task AzurePowerShell */
    {"inline", "pwsh", NULL, AML_SHELL_MACROS},
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
    bool is_step = aml_sv_eq(member->name, AML_SV("run"));
    script.language = language_of(word.len == 0 && is_step ? in->shell : word, in->tool);
    AML_VEC_PUSH(f->arena, &f->out->list, script);
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
      *scope = (aml_hosted_scope){outer, variables, f->out->late, AML_HOSTED_NAMED};
      scope->kind = i > 0 && f->is_pipeline ? AML_HOSTED_PIPELINE : AML_HOSTED_NAMED;
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

/* The shell of steps that name none: "defaults: {run: {shell: pwsh}}", else PowerShell on Windows. */
static aml_sv shell_of(const aml_value *object, aml_sv outer) {
  const aml_value *named = aml_value_path(object, AML_SV("defaults.run.shell"));
  aml_sv machine = text_of(object, "runs-on");
  bool is_windows = outer.len == 0 && aml_sv_istarts(machine, AML_SV("windows"));
  return named != NULL ? aml_value_text(named) : is_windows ? AML_SV("pwsh") : outer;
}

/* What runs the script of a step, where that is no shell of the runner's. */
static aml_sv tool_of(const aml_value *object, aml_sv outer) {
  aml_sv task = text_of(object, "task");
  aml_sv action = text_of(object, "uses");
  return task.len > 0 ? task : action.len > 0 ? action : outer;
}

/* Recursion is bounded by DEPTH_MAX. */
static void walk(finder *f, const aml_value *value, const around *outer) {
  if (outer->depth > DEPTH_MAX) {
    return;
  }
  around inner = *outer;
  inner.depth++;
  for (size_t i = 0; value->kind == AML_ARRAY && i < value->as.array.count; i++) {
    walk(f, value->as.array.items[i], &inner);
  }
  if (value->kind != AML_OBJECT) {
    return;
  }
  inner.scope = enter(f, value, outer->scope);
  inner.run = run_of(f, value, outer->run);
  inner.shell = shell_of(value, outer->shell);
  inner.tool = tool_of(value, outer->tool);
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    if (is_script_text(member->value)) {
      add_script(f, value, member, &inner);
      add_folder(f, member);
    }
    walk(f, member->value, &inner);
  }
}

/* Whether a file is a pipeline of Azure, or a template of one: GitLab names the steps of a job otherwise, and
 * a workflow of GitHub has its jobs by name. */
static bool is_pipeline(const aml_value *root) {
  const aml_value *stages = aml_object_find_exact(root, AML_SV("stages"));
  bool has_stages = aml_value_is(stages, AML_ARRAY) && stages->as.array.count > 0 &&
                    stages->as.array.items[0]->kind == AML_OBJECT;
  return has_stages || aml_value_is(aml_object_find_exact(root, AML_SV("jobs")), AML_ARRAY) ||
         aml_value_is(aml_object_find_exact(root, AML_SV("steps")), AML_ARRAY) ||
         aml_object_find_exact(root, AML_SV("extends")) != NULL;
}

void aml_hosted_find(aml_arena *arena, aml_sv text, const aml_value *root, aml_hosted_scripts *out) {
  finder f = {.arena = arena, .out = out, .is_pipeline = is_pipeline(root)};
  out->late = out->is_searched ? out->late : aml_hosted_late_of(arena, text);
  out->is_searched = true;
  const around nothing = {.scope = aml_hosted_inputs_of(arena, root)};
  walk(&f, root, &nothing);
}
