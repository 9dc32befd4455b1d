#include "script/cmdlet_objects.h"

#include <inttypes.h>

#include "base/number.h"
#include "script/cmdlets.h"
#include "tree/draft.h"

/* ---- What stands inside of a word ---- */

/* The commands inside of an unknown piece, which come before the one that holds it, and before the assignment
 * of what that gives. */
typedef struct inner_commands {
  uint32_t first, past;
  uint32_t depth; /* of those that stand in no other of them */
} inner_commands;

static inner_commands commands_in(const aml_shell *shell, uint32_t holder, const aml_piece *piece) {
  bool is_assigned = holder > 0 && shell->commands[holder - 1].word_count == 0 &&
                     shell->commands[holder - 1].begin < piece->begin;
  uint32_t past = is_assigned ? holder - 1 : holder;
  while (past > 0 && shell->commands[past - 1].begin >= piece->end) { /* those of a later word */
    past--;
  }
  inner_commands in = {past, past, UINT32_MAX};
  while (in.first > 0 && shell->commands[in.first - 1].begin >= piece->begin &&
         shell->commands[in.first - 1].end <= piece->end) {
    in.first--;
    uint32_t depth = shell->blocks[shell->commands[in.first].block].depth;
    in.depth = depth < in.depth ? depth : in.depth;
  }
  return in;
}

/* The piece that a word is, or that was assigned to it; NULL where that is not one unknown piece. */
static const aml_piece *unknown_piece(aml_variables *variables, uint32_t *index, const aml_word *word) {
  word = aml_variables_follow(variables, index, word);
  return word->count == 1 && word->pieces[0].kind == AML_PIECE_UNKNOWN ? &word->pieces[0] : NULL;
}

/* "key = value", "key=value"; false for others. */
static bool read_entry(
    aml_variables *variables, uint32_t index, const aml_command *command, aml_hashtable_entry *out) {
  const aml_word *words = command->words;
  aml_sv equals;
  aml_word value;
  if (command->word_count == 3 && aml_word_literal(&words[0], &out->key) &&
      aml_word_literal(&words[1], &equals) && aml_sv_eq(equals, AML_SV("="))) {
    value = words[2];
  } else {
    bool begins = command->word_count > 0 && words[0].count > 0 && words[0].pieces[0].kind == AML_PIECE_TEXT;
    aml_sv text = begins ? words[0].pieces[0].text : (aml_sv){0};
    size_t at = aml_sv_find_char(text, '=', 0);
    bool is_joined = at != AML_NPOS && command->word_count == 1;
    bool is_next = at != AML_NPOS && at + 1 == text.len && command->word_count == 2 && words[0].count == 1;
    if (!is_joined && !is_next) {
      return false;
    }
    out->key = aml_sv_slice(text, 0, at);
    value = is_joined ? aml_word_after(aml_variables_arena(variables), &words[0], at + 1) : words[1];
  }
  aml_word *kept = AML_NEW(aml_variables_arena(variables), aml_word);
  *kept = value;
  out->argument = (aml_shell_argument){.value = aml_variables_text(variables, index, kept), .word = kept};
  return true;
}

bool aml_hashtable_read(aml_variables *variables, uint32_t index, const aml_word *word, aml_hashtable *out) {
  const aml_shell *shell = aml_variables_shell(variables);
  const aml_piece *piece = unknown_piece(variables, &index, word);
  if (piece == NULL || !aml_sv_starts(piece->text, AML_SV("@{"))) {
    return false;
  }
  inner_commands in = commands_in(shell, index, piece);
  bool is_whole = true;
  for (uint32_t i = in.first; i < in.past; i++) {
    if (shell->blocks[shell->commands[i].block].depth == in.depth) {
      aml_hashtable_entry entry;
      bool is_read = read_entry(variables, i, &shell->commands[i], &entry);
      is_whole = is_whole && is_read;
      if (is_read) {
        AML_VEC_PUSH(aml_variables_arena(variables), &out->list, entry);
      }
    }
  }
  return is_whole;
}

/* ---- Values in ARM's words ---- */

static const aml_value *in_place_of(aml_arena *arena, const aml_value *old, const aml_value *made) {
  return aml_value_moved(arena, made, old->span, old->origin, old->flags);
}

static const aml_value *number_of(
    aml_variables *variables, uint32_t index, const aml_shell_argument *argument) {
  (void)index;
  aml_arena *arena = aml_variables_arena(variables);
  const aml_value *value = argument->value;
  double number = 0;
  aml_sv text = aml_value_text(value);
  if (aml_double_parse(text, &number)) {
    return in_place_of(arena, value, aml_value_int(arena, (int64_t)number, value->span));
  }
  bool is_other_form = text.len > 0 && aml_ascii_digit(text.data[0]); /* 0x2, 1kb */
  return is_other_form
             ? aml_value_unknown(arena,
                   AML_SV("the number is not written in decimal digits; write it so to have it checked"),
                   AML_KINDS_ANY, value->span)
             : value;
}

/* "$true" and "$false" are variables that nobody sets. */
static const aml_value *truth_of(
    aml_variables *variables, uint32_t index, const aml_shell_argument *argument) {
  (void)index;
  aml_arena *arena = aml_variables_arena(variables);
  const aml_word *word = argument->word;
  bool is_variable = word != NULL && word->count == 1 && word->pieces[0].kind == AML_PIECE_VARIABLE;
  bool is_true = is_variable && aml_sv_ieq(word->pieces[0].text, AML_SV("true"));
  bool is_false = is_variable && aml_sv_ieq(word->pieces[0].text, AML_SV("false"));
  aml_span span = argument->value->span;
  return is_true || is_false ? aml_value_bool(arena, is_true, span) : argument->value;
}

static const aml_value *pairs_of(
    aml_variables *variables, uint32_t index, const aml_shell_argument *argument) {
  aml_arena *arena = aml_variables_arena(variables);
  aml_hashtable entries = {0};
  bool is_whole = argument->word != NULL && aml_hashtable_read(variables, index, argument->word, &entries);
  if (entries.list.count == 0 && !is_whole) {
    return argument->value;
  }
  aml_object_builder pairs;
  aml_object_begin(&pairs, arena);
  for (size_t i = 0; i < entries.list.count; i++) {
    const aml_value *value = entries.list.items[i].argument.value;
    aml_object_set(&pairs, entries.list.items[i].key, value->span, value);
  }
  return aml_object_end(&pairs, argument->value->span, is_whole ? 0 : (unsigned)AML_VALUE_OPEN);
}

static const aml_value *seconds_value(aml_arena *arena, const aml_value *old, double seconds) {
  aml_sv text = aml_sv_format(arena, "PT%" PRId64 "S", (int64_t)seconds);
  const aml_value *made = aml_value_string(arena, text, old->span);
  return aml_value_moved(arena, made, old->span, old->origin, old->flags | (unsigned)AML_VALUE_BLOCK);
}

/* "1.00:02:00", "1:00:02:00", "00:02:00", "0:2": days, hours, minutes and seconds. False for others. */
static bool read_clock(aml_sv text, double *seconds) {
  enum { PARTS = 4, HOURS_A_DAY = 24, SIXTY = 60 };
  size_t dot = aml_sv_find_char(text, '.', 0);
  bool has_dot = dot != AML_NPOS && dot < aml_sv_find_char(text, ':', 0);
  double parts[PARTS] = {0};
  size_t count = 0;
  bool is_clock = true;
  for (aml_sv rest = text; is_clock && rest.len > 0; count++) {
    aml_sv part = aml_sv_split(&rest, has_dot && count == 0 ? '.' : ':');
    part = part.len == 2 && part.data[0] == '0' ? aml_sv_slice(part, 1, 2) : part;
    is_clock = count < PARTS && aml_double_parse(part, &parts[count]);
  }
  bool has_days = has_dot || count == PARTS;
  const double *clock = has_days ? parts + 1 : parts;
  *seconds = (((has_days ? parts[0] : 0) * HOURS_A_DAY + clock[0]) * SIXTY + clock[1]) * SIXTY + clock[2];
  return is_clock && count > (has_dot ? 2 : 1);
}

/* "New-TimeSpan -Minutes 2"; false for others. */
static bool read_span(aml_variables *variables, uint32_t index, double *seconds) {
  static const struct {
    const char *name;
    double seconds;
  } units[] = {{"-Seconds", 1}, {"-Minutes", 60}, {"-Hours", 3600}, {"-Days", 86400}};
  const aml_command *command = &aml_variables_shell(variables)->commands[index];
  aml_sv name;
  bool is_span = command->word_count > 0 && aml_word_literal(&command->words[0], &name) &&
                 aml_sv_ieq(name, AML_SV("New-TimeSpan"));
  *seconds = 0;
  for (uint32_t i = 1; is_span && i < command->word_count; i += 2) {
    double number = 0;
    is_span = i + 1 < command->word_count && aml_word_literal(&command->words[i], &name) &&
              aml_double_parse(
                  aml_value_text(aml_variables_text(variables, index, &command->words[i + 1])), &number);
    size_t unit = 0;
    while (
        is_span && unit < sizeof units / sizeof units[0] && !aml_sv_ieq(name, aml_sv_of(units[unit].name))) {
      unit++;
    }
    is_span = is_span && unit < sizeof units / sizeof units[0];
    *seconds += is_span ? number * units[unit].seconds : 0;
  }
  return is_span;
}

/* The command that a word in parentheses runs, or whose result was assigned to the variable that it is;
 * AML_NPOS where that is not one command alone. */
static size_t command_of(aml_variables *variables, uint32_t index, const aml_word *word) {
  const aml_shell *shell = aml_variables_shell(variables);
  uint32_t holder = index;
  const aml_piece *piece = word == NULL ? NULL : unknown_piece(variables, &holder, word);
  if (piece == NULL) {
    return AML_NPOS;
  }
  bool is_assigned = holder + 1 < shell->count && shell->commands[holder + 1].begin == piece->begin;
  inner_commands in = commands_in(shell, holder, piece);
  size_t found = is_assigned ? holder + 1 : AML_NPOS;
  bool is_alone = is_assigned || aml_sv_starts(piece->text, AML_SV("("));
  for (uint32_t i = in.first; i < in.past && !is_assigned; i++) {
    if (shell->blocks[shell->commands[i].block].depth == in.depth) {
      is_alone = is_alone && found == AML_NPOS;
      found = i;
    }
  }
  return is_alone && found != AML_NPOS && !shell->commands[found].is_piped ? found : AML_NPOS;
}

static const aml_value *duration_of(
    aml_variables *variables, uint32_t index, const aml_shell_argument *argument) {
  aml_arena *arena = aml_variables_arena(variables);
  double seconds = 0;
  if (argument->value->kind == AML_STRING) {
    return read_clock(argument->value->as.string, &seconds) ? seconds_value(arena, argument->value, seconds)
                                                            : argument->value;
  }
  size_t command = command_of(variables, index, argument->word);
  bool is_span = command != AML_NPOS && read_span(variables, (uint32_t)command, &seconds);
  return is_span ? seconds_value(arena, argument->value, seconds) : argument->value;
}

/* The value of a parameter as ARM has it. */
static const aml_value *value_of(aml_variables *variables, uint32_t index, const aml_az_given *given) {
  static const struct {
    const char *end; /* of the path */
    const aml_value *(*make)(aml_variables *variables, uint32_t index, const aml_shell_argument *argument);
  } makers[] = {{"NodeCount", number_of}, {"BeforeScaleDown", duration_of}, {"tags", pairs_of},
      {"userAssignedIdentities", pairs_of}, {"enableNodePublicIp", truth_of}, {"disableLocalAuth", truth_of},
      {"isolatedNetwork", truth_of}};
  const aml_shell_argument *argument = &given->values[0];
  const aml_value *value = argument->value;
  for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
    if (aml_sv_ends(aml_sv_of(given->option->key), aml_sv_of(makers[i].end))) {
      value = makers[i].make(variables, index, argument);
    }
  }
  if (value->kind != AML_UNKNOWN) {
    return value;
  }
  const aml_value *any = aml_value_unknown(
      aml_variables_arena(variables), value->as.unknown->reason, AML_KINDS_ANY, value->span);
  return in_place_of(aml_variables_arena(variables), value, any);
}

/* Values may stand in a table that was assigned elsewhere: *span holds them all. */
static void put_given(aml_variables *variables, const aml_az_call *call, aml_draft *draft, aml_span *span) {
  *span = aml_span_cover(call->span, *span);
  for (size_t i = 0; i < call->count; i++) {
    const aml_az_given *given = &call->given[i];
    if (given->option->key != NULL && given->count > 0) {
      *span = aml_span_cover(given->values[0].value->span, *span);
      aml_draft_put(
          draft, aml_sv_of(given->option->key), NULL, given->span, value_of(variables, call->index, given));
    }
  }
}

/* Puts what the object says that -Compute takes; false where not all of it is known. */
static bool put_object(
    aml_variables *variables, const aml_az_call *call, aml_draft *draft, aml_diags *diags, aml_span *span) {
  aml_arena *arena = aml_variables_arena(variables);
  const aml_az_given *given = aml_az_option_given(call, "-Compute");
  const aml_word *word = given == NULL || given->count != 1 ? NULL : given->values[0].word;
  size_t index = command_of(variables, call->index, word);
  const aml_cmdlet *cmdlet =
      index == AML_NPOS ? NULL : aml_cmdlet_find(&aml_variables_shell(variables)->commands[index]);
  if (cmdlet == NULL || cmdlet->compute_type == NULL) {
    const aml_value *doubt = aml_value_unknown(arena,
        AML_SV("the object of '-Compute' cannot be followed; create it in the command itself, or in one "
               "assignment"),
        AML_KINDS_ANY, given == NULL ? call->span : given->span);
    aml_draft_put(draft, AML_SV("properties"), NULL, call->span, doubt);
    return false;
  }
  aml_az_call object;
  aml_cmdlet_take(variables, (uint32_t)index, cmdlet, diags, &object);
  aml_draft_put(draft, AML_SV("properties.computeType"), NULL, object.span,
      aml_value_string(arena, aml_sv_of(cmdlet->compute_type), object.span));
  put_given(variables, &object, draft, span);
  return object.open == NULL && aml_az_option_given(&object, "-PropertyBag") == NULL;
}

const aml_value *aml_cmdlet_body(aml_variables *variables, const aml_az_call *call, aml_diags *diags) {
  aml_arena *arena = aml_variables_arena(variables);
  aml_draft *draft = aml_draft_new(arena);
  aml_span span = call->span;
  put_given(variables, call, draft, &span);
  bool is_update = call->command->verb == AML_AZ_CMDLET_UPDATE;
  bool is_whole = is_update || put_object(variables, call, draft, diags, &span);
  is_whole = is_whole && call->open == NULL;
  const aml_value *like = aml_value_object(arena, NULL, 0, span, NULL, NULL);
  return aml_draft_finish(
      draft, is_whole ? like : aml_value_moved(arena, like, span, NULL, (unsigned)AML_VALUE_OPEN));
}
