/* The completion scripts for zsh and fish, which show what each word means. */
#include "cli/command_completion.h"
#include "cli/formats.h"
#include "cli/help.h"

/* A description inside a zsh specification, which gives meaning to colons and brackets. */
static aml_sv zsh_text(const aml_completion *self, aml_sv text) {
  aml_strbuf out;
  aml_strbuf_init(&out, self->out->arena, SIZE_MAX);
  for (size_t i = 0; i < text.len; i++) {
    if (text.data[i] == ':' || text.data[i] == '[' || text.data[i] == ']' || text.data[i] == '\\') {
      aml_strbuf_add_char(&out, '\\');
    }
    aml_strbuf_add_char(&out, text.data[i]);
  }
  return aml_strbuf_view(&out);
}

static void add_pair(const aml_completion *self, aml_sv word, aml_sv meaning) {
  aml_strbuf_add(self->out, AML_SV("    "));
  aml_completion_quote(self->out,
      aml_sv_format(self->out->arena, "%.*s:%.*s", AML_SV_ARG(word), AML_SV_ARG(zsh_text(self, meaning))));
  aml_strbuf_add_char(self->out, '\n');
}

static void add_zsh_lists(const aml_completion *self) {
  aml_strbuf_add(self->out, AML_SV("_amlint_rules() {\n  local -a rules=(\n"));
  for (size_t i = 0; i < self->rules->list.count; i++) {
    add_pair(self, self->rules->list.items[i]->id, self->rules->list.items[i]->title);
  }
  aml_strbuf_add(
      self->out, AML_SV("  )\n  _describe rule rules\n}\n\n_amlint_commands() {\n  local -a commands=(\n"));
  for (size_t c = 0; c < AML_COMMAND_COUNT; c++) {
    add_pair(self, aml_sv_of(aml_command_at(c)->name), aml_sv_of(aml_command_at(c)->summary));
  }
  aml_strbuf_add(self->out,
      AML_SV(
          "  )\n  _describe command commands\n}\n\n_amlint_first() {\n  _amlint_commands\n  _files\n}\n\n"));
}

/* A function for each command that has formats. */
static void add_zsh_formats(const aml_completion *self) {
  aml_format_name format;
  for (size_t c = 0; c < AML_COMMAND_COUNT; c++) {
    const aml_command *command = aml_command_at(c);
    if (command->formats == NULL) {
      continue;
    }
    aml_strbuf_addf(self->out, "_amlint_formats_%s() {\n  local -a formats=(\n", command->name);
    for (size_t i = 0; aml_format_at(command->formats, i, &format); i++) {
      add_pair(self, format.name, format.summary);
    }
    aml_strbuf_add(self->out, AML_SV("  )\n  _describe format formats\n}\n\n"));
  }
}

/* What _arguments offers for a value: an action. */
static aml_sv zsh_action(const aml_completion *self, size_t command, aml_completes kind, aml_sv words) {
  aml_strbuf out;
  switch (kind) {
  case AML_COMPLETES_FORMATS:
    return aml_sv_format(self->out->arena, "_amlint_formats_%s", aml_command_at(command)->name);
  case AML_COMPLETES_RULES:
    return AML_SV("_amlint_rules");
  case AML_COMPLETES_COMMANDS:
    return AML_SV("_amlint_commands");
  case AML_COMPLETES_FILES:
    return AML_SV("_files");
  case AML_COMPLETES_NOTHING:
    return AML_SV(" ");
  case AML_COMPLETES_WORDS:
    break;
  }
  aml_strbuf_init(&out, self->out->arena, SIZE_MAX);
  aml_strbuf_add_char(&out, '(');
  while (words.len > 0) {
    aml_sv word = aml_take_word(&words);
    aml_strbuf_addf(&out, "%.*s ", AML_SV_ARG(word));
  }
  aml_strbuf_add_char(&out, ')');
  return aml_strbuf_view(&out);
}

static void add_zsh_spelling(const aml_completion *self, aml_sv specification) {
  aml_strbuf_add(self->out, AML_SV("      "));
  aml_completion_quote(self->out, specification);
  aml_strbuf_add(self->out, AML_SV(" \\\n"));
}

static void add_zsh_option(const aml_completion *self, size_t command, size_t i) {
  aml_arena *arena = self->out->arena;
  const aml_option *option = aml_option_at(i);
  aml_sv help = zsh_text(self, aml_sv_of(option->help));
  aml_sv value =
      option->argument == NULL
          ? AML_SV("")
          : aml_sv_format(arena, ":%.*s:%.*s", AML_SV_ARG(zsh_text(self, aml_sv_of(option->argument))),
                AML_SV_ARG(zsh_action(self, command, aml_completion_of_option(i), aml_sv_of(option->words))));
  const char *equals = option->argument == NULL ? "" : "=";
  add_zsh_spelling(self,
      aml_sv_format(arena, "*--%s%s[%.*s]%.*s", option->name, equals, AML_SV_ARG(help), AML_SV_ARG(value)));
  if (option->letter != 0) {
    const char *plus = option->argument == NULL ? "" : "+";
    add_zsh_spelling(self,
        aml_sv_format(arena, "*-%c%s[%.*s]%.*s", option->letter, plus, AML_SV_ARG(help), AML_SV_ARG(value)));
  }
}

void aml_completion_zsh(const aml_completion *self) {
  aml_strbuf_add(
      self->out, AML_SV("#compdef amlint\n# Completion of amlint for zsh: put it as _amlint into a folder "
                        "of $fpath.\n\n"));
  add_zsh_lists(self);
  add_zsh_formats(self);
  aml_strbuf_add(
      self->out, AML_SV("_amlint() {\n  local command=lint first='1:command:_amlint_first'\n  case "
                        "${words[2]} in\n    "));
  for (size_t c = 0; c < AML_COMMAND_COUNT; c++) {
    aml_strbuf_addf(self->out, "%s%s", c > 0 ? "|" : "", aml_command_at(c)->name);
  }
  aml_strbuf_add(
      self->out, AML_SV(")\n      if (( CURRENT > 2 )); then command=${words[2]} first=; shift words; (( "
                        "CURRENT-- )); fi ;;\n  esac\n  case $command in\n"));
  for (size_t c = 0; c < AML_COMMAND_COUNT; c++) {
    aml_strbuf_addf(self->out, "    %s) _arguments -s \\\n", aml_command_at(c)->name);
    for (size_t i = 0; i < AML_OPT_COUNT; i++) {
      if ((aml_option_at(i)->commands & (1U << c)) != 0) {
        add_zsh_option(self, c, i);
      }
    }
    aml_sv action = zsh_action(self, c, aml_completion_of_command(c), aml_completion_choices(c));
    aml_strbuf_addf(self->out, "      ${first:+$first} '*: :%.*s' ;;\n", AML_SV_ARG(action));
  }
  aml_strbuf_add(self->out, AML_SV("  esac\n}\n\n_amlint \"$@\"\n"));
}

/* Fish knows a backslash inside single quotes, Bourne's shells do not. */
static void fish_quote(aml_strbuf *out, aml_sv text) {
  aml_strbuf_add_char(out, '\'');
  for (size_t i = 0; i < text.len; i++) {
    if (text.data[i] == '\'' || text.data[i] == '\\') {
      aml_strbuf_add_char(out, '\\');
    }
    aml_strbuf_add_char(out, text.data[i]);
  }
  aml_strbuf_add_char(out, '\'');
}

static void add_fish_words(const aml_completion *self, aml_completes kind, aml_sv words) {
  if (kind == AML_COMPLETES_NOTHING || kind == AML_COMPLETES_FILES) {
    aml_strbuf_add(self->out, kind == AML_COMPLETES_FILES ? AML_SV(" -r -F") : AML_SV(" -x"));
    return;
  }
  aml_strbuf_add(self->out, AML_SV(" -x -a "));
  if (kind == AML_COMPLETES_RULES) {
    aml_strbuf_add(self->out, AML_SV("'(__amlint_rules)'"));
    return;
  }
  if (kind == AML_COMPLETES_COMMANDS) {
    aml_strbuf_add(self->out, AML_SV("'(__amlint_commands)'"));
    return;
  }
  aml_strbuf list;
  aml_strbuf_init(&list, self->out->arena, SIZE_MAX);
  for (const char *before = ""; words.len > 0; before = " ") {
    aml_sv word = aml_take_word(&words);
    aml_strbuf_addf(&list, "%s%.*s", before, AML_SV_ARG(word));
  }
  fish_quote(self->out, aml_strbuf_view(&list));
}

/* Words with a tab and what they mean: fish reads the escapes and quotes when it completes. */
static void add_fish_formats(const aml_completion *self, const char *formats) {
  aml_strbuf list;
  aml_strbuf_init(&list, self->out->arena, SIZE_MAX);
  aml_format_name format;
  for (size_t i = 0; aml_format_at(formats, i, &format); i++) {
    aml_strbuf_addf(&list, "%s%.*s", i == 0 ? "" : " ", AML_SV_ARG(format.name));
    if (format.summary.len > 0) {
      aml_strbuf_add(&list, AML_SV("\\t"));
      fish_quote(&list, format.summary);
    }
  }
  aml_strbuf_add(self->out, AML_SV(" -x -a "));
  fish_quote(self->out, aml_strbuf_view(&list));
}

static void add_fish_spelling(const aml_completion *self, const aml_option *option) {
  aml_strbuf_addf(self->out, "' -l %s", option->name);
  if (option->letter != 0) {
    aml_strbuf_addf(self->out, " -s %c", option->letter);
  }
}

static void add_fish_help(const aml_completion *self, const aml_option *option) {
  aml_strbuf_add(self->out, AML_SV(" -d "));
  fish_quote(self->out, aml_sv_of(option->help));
  aml_strbuf_add_char(self->out, '\n');
}

/* A line for each command, since each has its own formats. */
static void add_fish_format_option(const aml_completion *self, const aml_option *option) {
  for (size_t c = 0; c < AML_COMMAND_COUNT; c++) {
    if (aml_option_is_for(option, (aml_command_id)c)) {
      aml_strbuf_addf(self->out, "complete -c amlint -n '__amlint_runs %s", aml_command_at(c)->name);
      add_fish_spelling(self, option);
      add_fish_formats(self, aml_command_at(c)->formats);
      add_fish_help(self, option);
    }
  }
}

static void add_fish_option(const aml_completion *self, size_t i) {
  const aml_option *option = aml_option_at(i);
  if (aml_completion_of_option(i) == AML_COMPLETES_FORMATS) {
    add_fish_format_option(self, option);
    return;
  }
  aml_strbuf_add(self->out, AML_SV("complete -c amlint -n '__amlint_runs"));
  for (size_t c = 0; c < AML_COMMAND_COUNT; c++) {
    if ((option->commands & (1U << c)) != 0) {
      aml_strbuf_addf(self->out, " %s", aml_command_at(c)->name);
    }
  }
  add_fish_spelling(self, option);
  if (option->argument != NULL) {
    add_fish_words(self, aml_completion_of_option(i), aml_sv_of(option->words));
  }
  add_fish_help(self, option);
}

void aml_completion_fish(const aml_completion *self) {
  aml_strbuf_add(self->out,
      AML_SV("# Completion of amlint for fish: put it into ~/.config/fish/completions/amlint.fish.\n"
             "function __amlint_runs\n"
             "  set -l words (commandline -opc)\n"
             "  set -l command lint\n"
             "  contains -- \"$words[2]\""));
  for (size_t c = 0; c < AML_COMMAND_COUNT; c++) {
    aml_strbuf_addf(self->out, " %s", aml_command_at(c)->name);
  }
  aml_strbuf_add(self->out, AML_SV("; and set command $words[2]\n  contains -- $command $argv\nend\n\n"
                                   "function __amlint_rules\n"));
  for (size_t i = 0; i < self->rules->list.count; i++) {
    const aml_rule *rule = self->rules->list.items[i];
    aml_strbuf_addf(self->out, "  printf '%%s\\t%%s\\n' %.*s ", AML_SV_ARG(rule->id));
    fish_quote(self->out, rule->title);
    aml_strbuf_add_char(self->out, '\n');
  }
  aml_strbuf_add(self->out, AML_SV("end\n\nfunction __amlint_commands\n"));
  for (size_t c = 0; c < AML_COMMAND_COUNT; c++) {
    aml_strbuf_addf(self->out, "  printf '%%s\\t%%s\\n' %s ", aml_command_at(c)->name);
    fish_quote(self->out, aml_sv_of(aml_command_at(c)->summary));
    aml_strbuf_add_char(self->out, '\n');
  }
  aml_strbuf_add(self->out, AML_SV("end\n\n"));
  for (size_t c = 0; c < AML_COMMAND_COUNT; c++) {
    aml_strbuf_addf(self->out, "complete -c amlint -n 'test (count (commandline -opc)) -eq 1' -a %s -d ",
        aml_command_at(c)->name);
    fish_quote(self->out, aml_sv_of(aml_command_at(c)->summary));
    aml_strbuf_add_char(self->out, '\n');
    aml_completes kind = aml_completion_of_command(c);
    if (kind != AML_COMPLETES_FILES) {
      aml_strbuf_addf(self->out, "complete -c amlint -n '__amlint_runs %s'", aml_command_at(c)->name);
      add_fish_words(self, kind, aml_completion_choices(c));
      aml_strbuf_add_char(self->out, '\n');
    }
  }
  for (size_t i = 0; i < AML_OPT_COUNT; i++) {
    add_fish_option(self, i);
  }
}
