/* Where scripts stand in workflows and pipelines, and which variables are set around them. */
#include "guest_writer.h"

#include "script/hosts.h"
#include "tree/read.h"

static const aml_value *read_yaml(aml_arena *arena, const char *text) {
  aml_diags diags;
  aml_diags_init(&diags, arena);
  const aml_tree *tree =
      aml_tree_read_as(source_of(arena, "ci.yml", aml_sv_of(text)), AML_SYNTAX_YAML, arena, &diags);
  assert_int_equal(diags.list.count, 0);
  return tree->documents.items[0].root;
}

/* Each script: its language, an "m" where macros are replaced, and what X is around it. */
static aml_sv show(aml_arena *arena, const char *text) {
  aml_hosted_scripts scripts = {0};
  aml_hosted_find(arena, aml_sv_of(text), read_yaml(arena, text), &scripts);
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < scripts.list.count; i++) {
    const aml_hosted_script *script = &scripts.list.items[i];
    const aml_value *x = aml_hosted_variable(script->scope, AML_SV("X"), false);
    const aml_value *line = script->text->kind == AML_ARRAY ? script->text->as.array.items[0] : script->text;
    static const char *const languages[] = {"sh", "ps", "py"};
    aml_strbuf_addf(&out, "%s%s:%.*s:%.*s|", languages[script->language],
        script->flags == AML_SHELL_MACROS ? "m" : "", AML_SV_ARG(line->as.string),
        AML_SV_ARG(x == NULL                ? AML_SV("-")
                   : x->kind == AML_UNKNOWN ? AML_SV("?")
                                            : aml_value_text(x)));
  }
  return aml_strbuf_view(&out);
}

static void finds_scripts(void **state) {
  static const struct {
    const char *text, *scripts;
  } cases[] = {
      {"on: push\njobs:\n  a:\n    steps:\n      - run: b\n", "sh:b:-|"},
      {"on: push\nenv: {X: '1'}\njobs:\n  a:\n    env: {X: '2'}\n    steps:\n      - run: b\n        env: "
       "{X: '3'}\n"
       "      - run: c\n  d:\n    steps:\n      - run: e\n",
          "sh:b:3|sh:c:2|sh:e:1|"},
      {"runs:\n  using: composite\n  steps:\n    - run: b\n      shell: pwsh\n", "ps:b:-|"},
      {"jobs:\n  a:\n    steps:\n      - run: b\n        shell: python\n", "py:b:-|"},
      {"jobs:\n  a:\n    steps:\n      - uses: azure/CLI@v1\n        with:\n          inlineScript: b\n",
          "shm:b:-|"},
      {"steps:\n- script: b\n- bash: c\n- pwsh: d\n- powershell: e\n", "shm:b:-|shm:c:-|psm:d:-|psm:e:-|"},
      {"variables:\n- name: X\n  value: '1'\n- group: g\nsteps:\n- task: AzureCLI@2\n  inputs:\n    "
       "scriptType: pscore\n"
       "    inlineScript: b\n",
          "psm:b:1|"},
      {"stages:\n- jobs:\n  - deployment: a\n    strategy:\n      runOnce:\n        deploy:\n          "
       "steps:\n"
       "          - script: b\n",
          "shm:b:-|"},
      {"variables: {X: '1'}\nbuild:\n  before_script: [b]\n  script:\n    - c\n    - d\n", "shm:c:1|"},
      {"a:\n  after_script: [b]\n  script: [c]\n", "sh:b:-|shm:c:-|"},
      {"run: 1\nscript: {a: b}\n", ""},
      {"defaults: {run: {shell: pwsh}}\njobs:\n  a:\n    steps: [{run: b}, {run: c, shell: bash}]\n",
          "ps:b:-|sh:c:-|"},
      {"jobs:\n  a:\n    runs-on: windows-2022\n    steps: [{run: b}]\n  c:\n    runs-on: ubuntu-24.04\n    "
       "steps: [{run: d}]\n",
          "ps:b:-|sh:d:-|"},
      {"steps:\n- task: AzurePowerShell@5\n  inputs: {Inline: b}\n- task: PowerShell@2\n  inputs: {script: "
       "c}\n- task: Bash@3\n  inputs: {script: d}\n- task: PythonScript@0\n  inputs: {script: e}\n",
          "psm:b:-|psm:c:-|shm:d:-|pym:e:-|"},
      {"env: {X: '1'}\nsteps: [{run: 'echo X=2 >> $GITHUB_ENV'}]\n", "sh:echo X=2 >> $GITHUB_ENV:?|"},
      {"variables: {X: '1'}\nsteps: [{script: 'echo ##vso[task.setvariable variable=X]2'}]\n",
          "shm:echo ##vso[task.setvariable variable=X]2:?|"},
      {"env: {X: '1'}\nsteps: [{run: 'echo Y=2 >> $GITHUB_ENV'}]\n", "sh:echo Y=2 >> $GITHUB_ENV:1|"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_sv_equal(show(*state, cases[i].text), aml_sv_of(cases[i].scripts));
  }
}

/* Steps of a job follow each other; those of another job are elsewhere. What one shell runs is one script. */
static void tells_runs_apart(void **state) {
  const char *text =
      "jobs:\n  a:\n    steps:\n      - run: b\n      - run: c\n  d:\n    steps:\n      - run: e\n"
      "f:\n  before_script: [g]\n  script: [h, i]\n";
  aml_hosted_scripts scripts = {0};
  aml_hosted_find(*state, aml_sv_of(text), read_yaml(*state, text), &scripts);
  assert_int_equal(scripts.list.count, 4);
  assert_int_equal(scripts.list.items[0].run, scripts.list.items[1].run);
  assert_int_not_equal(scripts.list.items[1].run, scripts.list.items[2].run);
  assert_int_not_equal(scripts.list.items[2].run, scripts.list.items[3].run);
  assert_null(scripts.list.items[0].before);
  const aml_value *before = must_exist(scripts.list.items[3].before);
  assert_int_equal(before->as.array.count, 1);
  assert_int_equal(scripts.list.items[3].text->as.array.count, 2);
}

static aml_sv look_up(aml_arena *arena, const char *text, const char *name, bool is_outer) {
  aml_hosted_scripts scripts = {0};
  aml_hosted_find(arena, aml_sv_of(text), read_yaml(arena, text), &scripts);
  assert_int_equal(scripts.list.count, 1);
  const aml_value *value = aml_hosted_variable(scripts.list.items[0].scope, aml_sv_of(name), is_outer);
  return value == NULL ? AML_SV("-")
         : value->kind == AML_UNKNOWN
             ? aml_sv_slice(value->as.unknown->reason, 0, aml_sv_find_char(value->as.unknown->reason, ';', 0))
             : aml_value_text(value);
}

/* Which names a variable has in a script, and which for the host; what inputs hold is only told. */
static void looks_names_up(void **state) {
  static const struct {
    const char *text, *name;
    bool is_outer;
    const char *value;
  } cases[] = {
      {"variables: {minNodes: '1'}\nsteps: [{bash: a}]\n", "MINNODES", false, "1"},
      {"variables: {minNodes: '1'}\nsteps: [{bash: a}]\n", "minNodes", false, "-"},
      {"variables: {minNodes: '1'}\nsteps: [{bash: a}]\n", "MINnodes", true, "1"},
      {"variables: {a.b: '1'}\njobs: [{steps: [{bash: a}]}]\n", "A_B", false, "1"},
      {"variables: {a.b: '1'}\nstages: [{jobs: [{steps: [{bash: a}]}]}]\n", "a.b", true, "1"},
      {"variables: [{name: a b, value: '1'}]\nsteps: [{bash: a}]\n", "A_B", false, "1"},
      {"variables: {minNodes: '1'}\na: {script: [b]}\n", "minNodes", false, "1"},
      {"variables: {minNodes: '1'}\na: {script: [b]}\n", "MINNODES", false, "-"},
      {"variables: {a: '$(b)', b: '2'}\nsteps: [{bash: a}]\n", "A", false, "2"},
      {"variables: {a: '$(a)'}\nsteps: [{bash: a}]\n", "A", false, "$(a)"},
      {"env: {A: '1'}\njobs: {j: {env: {A: '${{ env.A }}'}, steps: [{run: a}]}}\n", "A", false, "1"},
      {"on: {workflow_call: {inputs: {n: {default: 2}}}}\njobs: {j: {steps: [{run: a}]}}\n", "inputs.n", true,
          "input 'n' is given from outside, and '2' is only its default"},
      {"on: {workflow_call: {inputs: {n: {default: 2}}}}\njobs: {j: {steps: [{run: a}]}}\n", "n", true, "-"},
      {"inputs: {n: {required: true}}\nruns: {steps: [{run: a}]}\n", "inputs['n']", true,
          "input 'n' is given from outside"},
      {"parameters: [{name: n, default: 2}]\nsteps: [{bash: a}]\n", "parameters.n", true,
          "input 'n' is given from outside, and '2' is only its default"},
      {"parameters: [{name: n, default: 2}]\nvariables: {v: '${{ parameters.n }}'}\nsteps: [{bash: a}]\n",
          "V", false, "input 'n' is given from outside, and '2' is only its default"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_sv_equal(
        look_up(*state, cases[i].text, cases[i].name, cases[i].is_outer), aml_sv_of(cases[i].value));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(finds_scripts), TEST_CASE(tells_runs_apart), TEST_CASE(looks_names_up)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
