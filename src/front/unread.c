#include "front/unread.h"

#include "front/marks.h"

#define HELP_FOR_SDK                                                                                         \
  "Define the compute with the classes of the SDK, or in a YAML file for 'load_compute': amlint reads "      \
  "both. "                                                                                                   \
  "To accept that it is not checked, set 'unread: note' in amlint.yml."
#define HELP_FOR_CLI                                                                                         \
  "Define the compute in a YAML file for 'az ml compute create --file', which amlint reads. To accept that " \
  "it is not checked, set 'unread: note' in amlint.yml."

static bool find(const aml_file *file, bool only_commands, aml_span *mark) {
  size_t begin, end;
  bool is_found = !file->is_unmarked && aml_marks_find(aml_file_text(file), only_commands, &begin, &end);
  if (is_found) {
    *mark = aml_file_span(file, begin, end);
  }
  return is_found;
}

static bool find_mark(const aml_file *file, aml_span *mark) {
  return find(file, false, mark);
}

/* YAML of no kind that is read: what it names in passing is none of its own. */
static bool find_command(const aml_file *file, aml_span *mark) {
  bool is_yaml = file->tree != NULL && file->tree->syntax == AML_SYNTAX_YAML;
  return is_yaml && find(file, true, mark);
}

const aml_front_end aml_unread_hcl = {
    .name = "hcl",
    .noun = "HCL file",
    .endings = ".hcl",
    .find_mark = find_mark,
    .help = "Of HCL files, only those of Terraform (.tf, .tfvars) are read: define the compute there. To "
            "accept that this file is not checked, set 'unread: note' in amlint.yml.",
};

const aml_front_end aml_unread_python = {
    .name = "python",
    .noun = "Python file",
    .endings = ".py .pyw",
    .find_mark = find_mark,
    .help = HELP_FOR_SDK,
    .unless = "in Python files, only calls of the SDK are read",
};

const aml_front_end aml_unread_notebook = {
    .name = "notebook",
    .noun = "notebook",
    .endings = ".ipynb",
    .find_mark = find_mark,
    .help = HELP_FOR_SDK,
    .unless = "in notebooks, only known commands and calls of the SDK are read",
};

const aml_front_end aml_unread_script = {
    .name = "script",
    .noun = "script",
    .endings = ".sh .bash .zsh .ksh .ps1 .psm1 .azcli .cmd .bat .mk makefile gnumakefile",
    .first_bytes = "#!",
    .find_mark = find_mark,
    .help = HELP_FOR_CLI,
    .unless = "in scripts, only known commands are read, and batch files are not read at all",
};

const aml_front_end aml_unread_workflow = {
    .name = "workflow",
    .noun = "workflow",
    .endings = "",
    .is_by_content = true,
    .find_mark = find_command,
    .help = HELP_FOR_CLI,
    .unless = "in workflows, only known commands in steps are read",
};

const aml_front_end aml_unread_runconfig = {
    .name = "runconfig",
    .noun = "run configuration",
    .endings = ".runconfig",
    .find_mark = find_mark,
    .help = HELP_FOR_CLI,
};

const aml_front_end aml_unread_rest = {
    .name = "rest",
    .noun = "REST request",
    .endings = ".http .rest",
    .find_mark = find_mark,
    .help = AML_HELP_FOR_REST,
};

const aml_front_end aml_unread_program = {
    .name = "program",
    .noun = "program",
    .endings = ".cs .fs .go .java .kt .ts .js .mjs .cjs .r .rmd .jsonnet .libsonnet .cue",
    .find_mark = find_mark,
    .help = "Define the compute in a template or a YAML file, which amlint reads. To accept that it is not "
            "checked, set 'unread: note' in amlint.yml.",
};

const aml_front_end aml_unread_text_template = {
    .name = "textTemplate",
    .noun = "text template",
    .endings = ".tmpl .gotmpl .tpl .j2 .jinja .jinja2 .njk .erb .ejs .hbs .liquid .mako .mustache .template",
    .find_mark = find_mark,
    .help =
        "What becomes of the file is not known. Check what is made of it instead, or, in YAML, write what "
        "is filled in as '${{ NAME }}'. To accept that it is not checked, set 'unread: note' in amlint.yml.",
};
