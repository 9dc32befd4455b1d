/* amlint completion: which shell, and what the scripts have in common; and the script for bash. */
#include "cli/command_completion.h"

#include "cli/formats.h"

aml_completes aml_completion_of_option(size_t option) {
  const aml_option *self = aml_option_at(option);
  aml_sv argument = aml_sv_of(self->argument);
  aml_sv words = aml_sv_of(self->words);
  if (aml_sv_eq(words, AML_SV("@rules"))) {
    return AML_COMPLETES_RULES;
  }
  if (aml_sv_eq(words, AML_SV("@formats"))) {
    return AML_COMPLETES_FORMATS;
  }
  if (words.len > 0) {
    return AML_COMPLETES_WORDS;
  }
  bool names_file = aml_sv_eq(argument, AML_SV("FILE")) || aml_sv_eq(argument, AML_SV("FOLDER")) ||
                    aml_sv_eq(argument, AML_SV("PATH"));
  return names_file ? AML_COMPLETES_FILES : AML_COMPLETES_NOTHING;
}

aml_sv aml_completion_choices(size_t command) {
  aml_sv operands = aml_sv_of(aml_command_at(command)->operands);
  aml_sv first = aml_sv_split(&operands, ' ');
  return aml_sv_find_char(first, '|', 0) == AML_NPOS ? (aml_sv){NULL, 0} : first;
}

aml_completes aml_completion_of_command(size_t command) {
  if (aml_completion_choices(command).len > 0) {
    return AML_COMPLETES_WORDS;
  }
  return command == AML_COMMAND_EXPLAIN ? AML_COMPLETES_RULES
         : command == AML_COMMAND_HELP  ? AML_COMPLETES_COMMANDS
                                        : AML_COMPLETES_FILES;
}

void aml_completion_quote(aml_strbuf *out, aml_sv text) {
  aml_strbuf_add_char(out, '\'');
  aml_strbuf_add_for_single_quotes(out, text);
  aml_strbuf_add_char(out, '\'');
}

static void add_rule_ids(const aml_completion *self) {
  for (size_t i = 0; i < self->rules->list.count; i++) {
    aml_strbuf_addf(self->out, "%s%.*s", i > 0 ? " " : "", AML_SV_ARG(self->rules->list.items[i]->id));
  }
}

static void add_formats(aml_strbuf *out, size_t command) {
  aml_format_name format;
  for (size_t i = 0; aml_format_at(aml_command_at(command)->formats, i, &format); i++) {
    aml_strbuf_addf(out, "%s%.*s", i > 0 ? " " : "", AML_SV_ARG(format.name));
  }
}

static void add_choices(aml_strbuf *out, aml_sv choices) {
  for (bool is_first = true; choices.len > 0; is_first = false) {
    aml_sv word = aml_sv_split(&choices, '|');
    aml_strbuf_addf(out, "%s%.*s", is_first ? "" : " ", AML_SV_ARG(word));
  }
}

/* The words inside compgen -W "...". */
static void add_bash_words(const aml_completion *self, aml_completes kind, aml_sv words) {
  if (kind == AML_COMPLETES_RULES) {
    add_rule_ids(self);
  } else if (kind == AML_COMPLETES_FORMATS) {
    aml_strbuf_add(self->out, AML_SV("$formats"));
  } else {
    aml_strbuf_add(self->out, words);
  }
}

static void add_bash_option_arguments(const aml_completion *self) {
  aml_strbuf_add(self->out, AML_SV("  case $prev in\n"));
  for (size_t i = 0; i < AML_OPT_COUNT; i++) {
    const aml_option *option = aml_option_at(i);
    aml_completes kind = aml_completion_of_option(i);
    if (option->argument == NULL) {
      continue;
    }
    aml_strbuf_addf(self->out, "    --%s", option->name);
    if (option->letter != 0) {
      aml_strbuf_addf(self->out, "|-%c", option->letter);
    }
    if (kind == AML_COMPLETES_FILES) {
      aml_strbuf_add(self->out, AML_SV(") return ;;\n")); /* bash's own completion of files */
    } else if (kind == AML_COMPLETES_NOTHING) {
      aml_strbuf_add(self->out, AML_SV(") compopt +o default; return ;;\n"));
    } else {
      aml_strbuf_add(self->out, AML_SV(") COMPREPLY=($(compgen -W \""));
      add_bash_words(self, kind, aml_sv_of(option->words));
      aml_strbuf_add(self->out, AML_SV("\" -- \"$cur\")); return ;;\n"));
    }
  }
  aml_strbuf_add(self->out, AML_SV("  esac\n"));
}

static void add_command_names(aml_strbuf *out, const char *separator) {
  for (size_t c = 0; c < AML_COMMAND_COUNT; c++) {
    aml_strbuf_addf(out, "%s%s", c > 0 ? separator : "", aml_command_at(c)->name);
  }
}

static void add_bash_command_words(const aml_completion *self) {
  for (size_t c = 0; c < AML_COMMAND_COUNT; c++) {
    aml_strbuf_addf(self->out, "    %s) options=\"", aml_command_at(c)->name);
    bool is_first = true;
    for (size_t i = 0; i < AML_OPT_COUNT; i++) {
      if ((aml_option_at(i)->commands & (1U << c)) != 0) {
        aml_strbuf_addf(self->out, "%s--%s", is_first ? "" : " ", aml_option_at(i)->name);
        is_first = false;
      }
    }
    aml_strbuf_add(self->out, AML_SV("\" formats=\""));
    add_formats(self->out, c);
    aml_strbuf_add(self->out, AML_SV("\" operands=\""));
    aml_completes kind = aml_completion_of_command(c);
    if (kind == AML_COMPLETES_WORDS) {
      add_choices(self->out, aml_completion_choices(c));
    } else if (kind == AML_COMPLETES_RULES) {
      add_rule_ids(self);
    } else if (kind == AML_COMPLETES_COMMANDS) {
      add_command_names(self->out, " ");
    }
    aml_strbuf_add(self->out, AML_SV("\" ;;\n"));
  }
}

static void write_bash(const aml_completion *self) {
  aml_strbuf_add(self->out,
      AML_SV(
          "# Completion of amlint for bash: put it into ~/.local/share/bash-completion/completions/amlint.\n"
          "_amlint() {\n"
          "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=lint options "
          "formats operands\n"
          "  COMPREPLY=()\n"
          "  # bash takes '=' for a word of its own.\n"
          "  if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; "
          "fi\n"));
  aml_strbuf_add(self->out, AML_SV("  if (( COMP_CWORD > 1 )); then\n    case ${COMP_WORDS[1]} in "));
  add_command_names(self->out, "|");
  aml_strbuf_add(self->out, AML_SV(") command=${COMP_WORDS[1]} ;; esac\n  fi\n  case $command in\n"));
  add_bash_command_words(self);
  aml_strbuf_add(self->out, AML_SV("  esac\n"));
  add_bash_option_arguments(self);
  aml_strbuf_add(self->out, AML_SV("  if (( COMP_CWORD == 1 )); then operands=\""));
  add_command_names(self->out, " ");
  aml_strbuf_add(self->out, AML_SV("\"; fi\n"
                                   "  if [[ $cur == -* ]]; then operands=$options; fi\n"
                                   "  COMPREPLY=($(compgen -W \"$operands\" -- \"$cur\"))\n"
                                   "}\n"
                                   "complete -o default -F _amlint amlint\n"));
}

int aml_command_completion(aml_app *app) {
  static const struct {
    const char *shell;
    void (*write)(const aml_completion *self);
  } shells[] = {{"bash", write_bash}, {"zsh", aml_completion_zsh}, {"fish", aml_completion_fish}};
  const aml_words *words = &app->arguments.operands;
  aml_strbuf text;
  aml_strbuf_init(&text, app->arena, SIZE_MAX);
  for (size_t i = 0; words->count == 1 && i < sizeof shells / sizeof shells[0]; i++) {
    if (aml_sv_eq(aml_sv_of(words->items[0]), aml_sv_of(shells[i].shell))) {
      const aml_completion self = {&text, aml_ruleset_new(app->arena)};
      shells[i].write(&self);
      aml_app_print(app, aml_strbuf_view(&text));
      return AML_EXIT_CLEAN;
    }
  }
  return aml_app_complain(app, "Name one shell: bash, zsh or fish.");
}
