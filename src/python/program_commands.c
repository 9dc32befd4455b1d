#include "python/program_commands.h"

#include "base/strbuf.h"
#include "python/assignments.h"
#include "python/composed_commands.h"
#include "python/escapes.h"
#include "python/room.h"
#include "python/shown.h"
#include "python/written_commands.h"
#include "script/mention.h"

/* ---- Calls ---- */

/* The argument that is the command: the first, or "args". */
static uint32_t find_argument(const aml_py_expr *call) {
  for (uint32_t i = 0; i < call->count; i++) {
    aml_sv name = call->items[i].name;
    bool is_it =
        (name.len == 0 && i == 0) || aml_sv_eq(name, AML_SV("args")) || aml_sv_eq(name, AML_SV("cmd"));
    if (is_it && call->items[i].stars == 0) {
      return i;
    }
  }
  return call->count;
}

static void tell(aml_py_run *run, aml_span span, aml_sv written) {
  aml_py_tell_unread(run, span, written, "amlint does not read this command",
      "Write the command in a script, or define the compute with the classes of the SDK.");
}

/* Whether a text mentions a command, or may: a long one is looked at once, however often it is run, and only
 * so many. */
static bool mentions(aml_py_run *run, aml_sv text) {
  enum { LONG = 256, ALL_MAX = 4 << 20 };
  if (text.len < LONG) {
    return aml_script_mentions(text);
  }
  aml_sv *key = AML_NEW(run->arena, aml_sv);
  *key = text;
  const aml_sv bytes = {(const char *)key, sizeof *key};
  const bool *known = aml_map_find(&run->mentions, bytes);
  if (known == NULL) {
    bool *found = AML_NEW(run->arena, bool);
    run->looked_at += text.len;
    *found = run->looked_at > ALL_MAX || aml_script_mentions(text);
    (void)aml_map_put(&run->mentions, bytes, found);
    known = found;
  }
  return *known;
}

/* Whether a value says that the command is one of those that make compute: one text, or words. */
static bool says_command(aml_py_run *run, const aml_value *value) {
  enum { WORDS_MAX = 64, SHORT = 64 };
  if (value->kind != AML_ARRAY) {
    return mentions(run, value->kind == AML_UNKNOWN ? value->as.unknown->prefix : aml_value_text(value));
  }
  aml_strbuf words; /* that are short: "az", "ml"; a long one may be a command itself */
  aml_strbuf_init(&words, run->syntax, SIZE_MAX);
  bool is_any = false;
  for (size_t i = 0; i < value->as.array.count && i < WORDS_MAX && !is_any; i++) {
    aml_sv word = aml_value_text(value->as.array.items[i]);
    is_any = word.len > SHORT && mentions(run, word);
    aml_strbuf_add(&words, word.len > SHORT ? AML_SV("value") : word);
    aml_strbuf_add_char(&words, ' ');
  }
  return is_any || aml_script_mentions(aml_strbuf_view(&words));
}

/* Whether the command is read. */
static bool take(aml_py_run *run, aml_py_command *command) {
  if (command->is_taken || !run->take_command(run, command)) {
    return command->is_taken;
  }
  command->is_taken = true;
  for (size_t i = 0; i < command->count; i++) {
    aml_py_note_covered(run, command->parts[i].written);
  }
  for (size_t i = 0; i < command->literal_count; i++) {
    aml_py_note_covered(run, command->literals[i]);
  }
  return true;
}

static bool is_runner(const aml_py_expr *of) {
  static const char *const runners[] = {"system", "popen", "run", "call", "check_call", "check_output",
      "Popen", "getoutput", "getstatusoutput", "create_subprocess_shell", "execute", NULL};
  bool is_named = of->form == AML_PY_ATTRIBUTE || of->form == AML_PY_WORD;
  return is_named && aml_sv_is_one_of(of->name, runners);
}

/* What a runner runs; or that it is not read. */
static void run_argument(
    aml_py_run *run, const aml_py_expr *call, const aml_py_expr *of, const aml_py_value *value) {
  aml_py_command *command = aml_py_compose(run, of, value);
  bool is_known = command != NULL;
  if (is_known && take(run, command)) {
    return;
  }
  aml_sv written = aml_py_written(run, of);
  if (is_known || says_command(run, value->data) || aml_script_mentions(written)) {
    tell(run, aml_py_span_of(run, call), aml_py_written(run, call));
    aml_py_note_covered(run, (aml_guest_range){call->begin, call->end});
  }
  run->runs_unknown = run->runs_unknown || value->data->kind == AML_UNKNOWN;
}

/* What says a command line is one, whoever is given it. */
static bool take_line(aml_py_run *run, const aml_py_expr *of, const aml_py_value *value) {
  const aml_py_expr *text = aml_py_text_in(of);
  const aml_py_value *said = text == of                  ? value
                             : text->form == AML_PY_WORD ? aml_py_value_again(run, text)
                                                         : NULL;
  if (said != NULL && said->command != NULL && said->command->is_taken) {
    return true; /* however often it runs */
  }
  if (!aml_py_says_command_line(run, text, said)) {
    return false;
  }
  aml_py_command *command = aml_py_compose(run, of, value);
  return command != NULL && aml_py_is_command_line(command->guest->text) && take(run, command);
}

/* An argument of any other call: a command line, or several in a list. */
static void take_argument(aml_py_run *run, const aml_py_expr *of, const aml_py_value *value) {
  if (take_line(run, of, value) || of->form != AML_PY_LIST) {
    return;
  }
  for (uint32_t i = 0; i < of->count; i++) {
    const aml_py_expr *item = of->items[i].value;
    if (item->form == AML_PY_TEXT || item->form == AML_PY_SUM) {
      (void)take_line(run, item, NULL);
    }
  }
}

static bool is_az(const aml_py_expr *of) {
  return of->form == AML_PY_TEXT && of->count == 1 && of->items[0].value == NULL &&
         aml_sv_eq(of->items[0].name, AML_SV("az"));
}

/* Words that a call is given one by one: create_subprocess_exec("az", "ml", ...). */
static void take_words(aml_py_run *run, const aml_py_expr *call) {
  uint32_t count = 0;
  while (count < call->count && call->items[count].name.len == 0 && call->items[count].stars < 2) {
    count++;
  }
  for (uint32_t i = 0; i + 1 < count; i++) {
    const aml_py_expr *first = call->items[i].value;
    const aml_py_expr words = {.form = AML_PY_LIST,
        .begin = first->begin,
        .end = call->items[count - 1].value->end,
        .items = call->items + i,
        .count = count - i};
    if (is_az(first) && !is_az(call->items[i + 1].value)) {
      (void)take_line(run, &words, NULL);
      return;
    }
  }
}

static void run_command(aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values) {
  uint32_t command = is_runner(call->left) ? find_argument(call) : call->count;
  if (command < call->count) {
    run_argument(run, call, call->items[command].value, values[command]);
  }
  for (uint32_t i = 0; i < call->count; i++) {
    if (i != command && aml_py_use_of_argument(call, i) == AML_PY_RUNS) {
      take_argument(run, call->items[i].value, values[i]);
    }
  }
  if (call->count > 0 && aml_py_use_of_argument(call, 0) == AML_PY_RUNS) {
    take_words(run, call);
  }
}

/* ---- Commands that have names ---- */

static const aml_py_value *with_command(aml_py_run *run, const aml_py_expr *of, const aml_py_value *value) {
  const aml_py_expr *text = aml_py_text_in(of);
  bool may_be = text->form == AML_PY_TEXT || text->form == AML_PY_SUM || text->form == AML_PY_LIST;
  if (value->what != AML_PY_DATA || !may_be || value->command != NULL) {
    return value;
  }
  aml_py_command *command = aml_py_compose(run, of, value);
  if (command == NULL) {
    return value;
  }
  AML_VEC_PUSH(run->arena, &run->named, command);
  if (aml_py_is_command_line(command->guest->text)) { /* told as the command of a name */
    aml_py_note_covered(run, (aml_guest_range){of->begin, of->end});
  }
  aml_py_value *with = AML_NEW(run->arena, aml_py_value);
  *with = *value;
  with->command = command;
  return with;
}

static void note(aml_py_run *run, const aml_py_expr *of, const aml_py_value *value) {
  if (of->form != AML_PY_WORD) {
    aml_py_note_written(run, of, value);
  } else if (run->is_showing && value->command != NULL) {
    value->command->is_shown = true;
  }
}

const aml_py_command_reader aml_py_reads_commands = {run_command, with_command, note};

/* "az ml compute create", rather than the first words of a command. */
static bool makes_something(aml_sv text) {
  static const char *const words[] = {" create", " update", " rest ", " put", "-resource"};
  bool is_any = false;
  for (size_t i = 0; i < sizeof words / sizeof words[0] && aml_sv_starts(text, AML_SV("az ")); i++) {
    is_any = is_any || aml_sv_find(text, aml_sv_of(words[i]), 0) != AML_NPOS;
  }
  return is_any;
}

/* Whether it may run all the same: by a call that runs what is not known, or, unless it is only shown, by
 * something that is not seen. */
static bool may_run(const aml_py_run *run, const aml_py_command *one, aml_sv text) {
  return run->runs_unknown ? makes_something(text) : !one->is_shown && aml_py_is_command_line(text);
}

static void tell_named(aml_py_run *run) {
  for (size_t i = 0; i < run->named.count; i++) {
    const aml_py_command *one = run->named.items[i];
    aml_sv text = aml_sv_trim(one->guest->text);
    if (!one->is_taken && !one->is_part && may_run(run, one, text)) {
      tell(run, one->span, aml_sv_slice(text, 0, aml_sv_find_char(text, '\n', 0)));
    }
  }
}

/* ---- Texts that are scripts ---- */

/* Whether each line begins a command of "az", or goes on with one. */
static bool is_script(aml_sv text) {
  size_t count = 0;
  bool goes_on = false;
  while (text.len > 0) {
    aml_sv line = aml_sv_trim(aml_sv_split(&text, '\n'));
    if (!goes_on && line.len > 0 && !aml_sv_starts(line, AML_SV("az "))) {
      return false;
    }
    count += !goes_on && line.len > 0 ? 1 : 0;
    goes_on = aml_sv_ends(line, AML_SV("\\"));
  }
  return count > 1;
}

void aml_py_add_scripts(aml_py_run *run) {
  const aml_py_tokens *tokens = &run->tokens;
  for (uint32_t i = 1; i < tokens->count; i++) {
    bool is_given = aml_py_is(tokens, i - 1, "return") || aml_py_is(tokens, i - 1, "=");
    if (tokens->items[i].kind != AML_PY_STRING || !is_given) {
      continue;
    }
    const aml_py_statement statement = aml_py_statement_begin(run, i, i + 1);
    const aml_py_expr *text = aml_py_read_from(run, i, i + 1);
    bool is_one = text->form == AML_PY_TEXT && text->count == 1 && text->items[0].value == NULL;
    if (is_one && is_script(text->items[0].name) && aml_script_mentions(text->items[0].name)) {
      aml_py_command *command = aml_py_compose_text(run, text);
      if (command != NULL) {
        (void)take(run, command);
      }
    }
    aml_py_statement_end(run, &statement);
  }
}

void aml_py_tell_commands(aml_py_run *run) {
  aml_py_add_scripts(run);
  tell_named(run);
  aml_py_tell_written(run);
}
