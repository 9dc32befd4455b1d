#include "script/assigned.h"

#include "base/secret.h"
#include "base/sort.h"
#include "script/script_reader.h"
#include "tree/secret_values.h"

static void add(aml_assigned_list *assigned, const aml_assigned *entry) {
  AML_VEC_PUSH(assigned->arena, &assigned->list, *entry);
}

static void add_assignment(
    aml_assigned_list *assigned, uint32_t command, const aml_assignment *assignment, bool is_local) {
  aml_word *value = AML_NEW(assigned->arena, aml_word);
  *value = assignment->value;
  const aml_assigned entry = {.name = assignment->name,
      .command = command,
      .is_local = is_local,
      .appends = assignment->appends,
      .value = value,
      .reason = assignment->is_element ? AML_SV("the script sets parts of a list one by one; write the "
                                                "value itself to have it checked")
                                       : (aml_sv){0}};
  add(assigned, &entry);
}

static const aml_word *word_at(const aml_command *command, uint32_t i, aml_sv *text) {
  const aml_word *word = i < command->word_count ? &command->words[i] : NULL;
  *text = (aml_sv){0};
  return word != NULL && aml_word_literal(word, text) ? word : NULL;
}

/* "export A=b C", "local a=b", "declare -r a=b" */
static void add_declared(aml_assigned_list *assigned, uint32_t at, bool is_local) {
  const aml_command *command = &assigned->shell->commands[at];
  for (uint32_t i = 1; i < command->word_count; i++) {
    aml_assignment assignment;
    if (aml_word_assigns(assigned->arena, &command->words[i], &assignment)) {
      add_assignment(assigned, at, &assignment, is_local);
    }
  }
}

/* "read -r a b", "unset a": names that get a value which only running the script tells. */
static void add_read(aml_assigned_list *assigned, uint32_t at) {
  const aml_command *command = &assigned->shell->commands[at];
  for (uint32_t i = 1; i < command->word_count; i++) {
    aml_sv name;
    const aml_word *word = word_at(command, i, &name);
    if (word == NULL || name.len == 0 || aml_shell_name_length(name) != name.len) {
      continue;
    }
    const aml_assigned entry = {.name = name,
        .command = at,
        .value = word,
        .reason = aml_sv_format(assigned->arena,
            "variable '%.*s' gets its value when the script runs; set it to a fixed value to have this "
            "checked",
            AML_SV_ARG(name))};
    add(assigned, &entry);
  }
}

/* "for a in b": one word is what it holds, of several each in its turn. */
static void add_loop(aml_assigned_list *assigned, uint32_t at) {
  enum { NAME = 1, FIRST = 3 };
  const aml_command *command = &assigned->shell->commands[at];
  aml_sv name;
  const aml_word *word = word_at(command, NAME, &name);
  if (word == NULL) {
    return;
  }
  bool is_one = command->word_count == FIRST + 1;
  const aml_assigned entry = {.name = name,
      .command = at,
      .value = is_one ? &command->words[FIRST] : word,
      .reason =
          is_one ? (aml_sv){0}
                 : aml_sv_format(assigned->arena,
                       "variable '%.*s' takes several values in a loop; write them out to have each checked",
                       AML_SV_ARG(name))};
  add(assigned, &entry);
}

/* (( )) and let: every name in it may be changed. */
static void add_arithmetic(aml_assigned_list *assigned, uint32_t at) {
  const aml_command *command = &assigned->shell->commands[at];
  for (uint32_t i = 1; i < command->word_count; i++) {
    const aml_word *word = &command->words[i];
    aml_sv text = word->count > 0 ? word->pieces[0].text : (aml_sv){0};
    for (size_t begin = 0; begin < text.len;) {
      size_t length = aml_shell_name_length(aml_sv_slice(text, begin, text.len));
      if (length > 0) {
        const aml_assigned entry = {.name = aml_sv_slice(text, begin, begin + length),
            .command = at,
            .value = word,
            .reason =
                AML_SV("it is computed when the script runs; write the value itself to have it checked")};
        add(assigned, &entry);
      }
      begin += length > 0 ? length : 1;
    }
  }
}

/* The first piece of the command that stands in parentheses; NULL for none. */
static const aml_piece *group_of(const aml_command *command) {
  for (uint32_t i = 0; i < command->word_count; i++) {
    for (uint32_t k = 0; k < command->words[i].count; k++) {
      const aml_piece *piece = &command->words[i].pieces[k];
      if (piece->kind == AML_PIECE_UNKNOWN && aml_sv_starts(piece->text, AML_SV("("))) {
        return piece;
      }
    }
  }
  return NULL;
}

/* One parameter, "[int]$Name = 2": its default is told. */
static void add_parameter(aml_assigned_list *assigned, uint32_t at, aml_sv text) {
  enum { SHOWN = 40 };
  text = aml_sv_trim(text);
  while (aml_sv_starts(text, AML_SV("["))) { /* types and attributes, which may hold variables */
    size_t depth = 0, end = 0;
    do {
      depth += text.data[end] == '[' ? 1 : 0;
      depth -= text.data[end] == ']' ? 1 : 0;
      end++;
    } while (depth > 0 && end < text.len);
    text = aml_sv_trim(aml_sv_slice(text, end, text.len));
  }
  size_t dollar = aml_sv_find_char(text, '$', 0);
  aml_sv rest = dollar == AML_NPOS ? (aml_sv){0} : aml_sv_slice(text, dollar + 1, text.len);
  aml_sv name = aml_sv_lower(assigned->arena, aml_sv_slice(rest, 0, aml_shell_name_length(rest)));
  if (name.len == 0) {
    return;
  }
  aml_sv behind = aml_sv_trim(aml_sv_slice(rest, name.len, rest.len));
  aml_sv otherwise =
      aml_sv_starts(behind, AML_SV("=")) ? aml_sv_trim(aml_sv_slice(behind, 1, behind.len)) : (aml_sv){0};
  const aml_value *value =
      aml_value_hide_named(assigned->arena, name, aml_value_string(assigned->arena, otherwise, AML_NO_SPAN));
  aml_sv shown = aml_value_has(value, AML_VALUE_SECURE) ? AML_SV(AML_SECRET_MASK)
                                                        : aml_sv_shorten(assigned->arena, otherwise, SHOWN);
  aml_sv reason =
      otherwise.len == 0
          ? aml_sv_format(assigned->arena,
                "variable '%.*s' is a parameter; set it to a fixed value to have this checked",
                AML_SV_ARG(name))
          : aml_sv_format(assigned->arena,
                "variable '%.*s' is a parameter, and '%.*s' is only its default; set it to a fixed value to "
                "have this checked",
                AML_SV_ARG(name), AML_SV_ARG(shown));
  const aml_assigned entry = {
      .name = name, .command = at, .value = &assigned->shell->commands[at].words[0], .reason = reason};
  add(assigned, &entry);
}

static bool begins_parameters(const aml_command *command) {
  const aml_word *first = command->word_count > 0 ? &command->words[0] : NULL;
  return first != NULL && first->count > 0 && first->pieces[0].kind == AML_PIECE_TEXT &&
         aml_sv_ieq(first->pieces[0].text, AML_SV("param"));
}

/* "param([int]$Name = 2, $Other)" of PowerShell, in whose parentheses quotes and brackets may stand. */
static void add_parameters(aml_assigned_list *assigned, uint32_t at) {
  const aml_piece *group = group_of(&assigned->shell->commands[at]);
  aml_sv text = group == NULL ? (aml_sv){0} : group->text;
  size_t depth = 0;
  size_t begin = 1;
  char quote = '\0';
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    quote = quote == '\0' && (c == '"' || c == '\'') ? c : quote == c ? '\0' : quote;
    bool is_text = quote != '\0';
    depth += !is_text && aml_sv_find_char(AML_SV("([{"), c, 0) != AML_NPOS ? 1 : 0;
    depth -= !is_text && depth > 0 && aml_sv_find_char(AML_SV(")]}"), c, 0) != AML_NPOS ? 1 : 0;
    bool ends = !is_text && ((c == ',' && depth == 1) || (c == ')' && depth == 0));
    if (ends) {
      add_parameter(assigned, at, aml_sv_slice(text, begin, i));
      begin = i + 1;
    }
  }
}

static void collect_command(aml_assigned_list *assigned, uint32_t at) {
  static const char *const declares[] = {"export", "readonly", NULL};
  static const char *const locals[] = {"local", "declare", "typeset", NULL};
  static const char *const reads[] = {"read", "unset", "mapfile", "readarray", "getopts", "printf", NULL};
  static const char *const loops[] = {"for", "select", NULL};
  static const char *const counts[] = {"((", "let", NULL};
  static const char *const barriers[] = {"source", ".", "eval", NULL};
  const aml_command *command = &assigned->shell->commands[at];
  for (uint32_t i = 0; command->word_count == 0 && i < command->assignment_count; i++) {
    add_assignment(assigned, at, &command->assignments[i], false);
  }
  aml_sv name;
  if (begins_parameters(command)) {
    add_parameters(assigned, at);
  }
  if (word_at(command, 0, &name) == NULL) {
    return;
  }
  if (aml_shell_is_among(name, declares) || aml_shell_is_among(name, locals)) {
    add_declared(assigned, at, aml_shell_is_among(name, locals));
  } else if (aml_shell_is_among(name, reads)) {
    add_read(assigned, at);
  } else if (aml_shell_is_among(name, loops)) {
    add_loop(assigned, at);
  } else if (aml_shell_is_among(name, counts)) {
    add_arithmetic(assigned, at);
  } else if (aml_shell_is_among(name, barriers)) {
    AML_VEC_PUSH(assigned->arena, &assigned->barriers, at);
  }
}

static int compare(const void *left, const void *right) {
  const aml_assigned *a = left;
  const aml_assigned *b = right;
  int order = aml_sv_cmp(a->name, b->name);
  return order != 0 ? order : (a->command > b->command) - (a->command < b->command);
}

void aml_assigned_collect(aml_assigned_list *assigned, aml_arena *arena, const aml_shell *shell) {
  *assigned = (aml_assigned_list){.arena = arena, .shell = shell};
  for (uint32_t i = 0; i < shell->count; i++) {
    collect_command(assigned, i);
  }
  aml_sort(arena, assigned->list.items, assigned->list.count, sizeof *assigned->list.items, compare);
}

/* The first entry of that name whose command is `command` or later, or of a later name. */
static size_t find(const aml_assigned_list *assigned, aml_sv name, uint32_t command) {
  const aml_assigned wanted = {.name = name, .command = command};
  size_t low = 0;
  size_t high = assigned->list.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (compare(&assigned->list.items[middle], &wanted) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static bool is_of(const aml_assigned_list *assigned, size_t i, aml_sv name) {
  return i < assigned->list.count && aml_sv_eq(assigned->list.items[i].name, name);
}

static uint32_t block_of(const aml_assigned_list *assigned, uint32_t command) {
  return command < assigned->shell->count ? assigned->shell->commands[command].block : 0; /* behind all */
}

/* The innermost block that holds both commands. */
static uint32_t common_block(const aml_assigned_list *assigned, uint32_t a, uint32_t b) {
  const aml_block *blocks = assigned->shell->blocks;
  uint32_t x = block_of(assigned, a);
  uint32_t y = block_of(assigned, b);
  while (x != y) {
    if (blocks[x].depth >= blocks[y].depth) {
      x = blocks[x].parent;
    } else {
      y = blocks[y].parent;
    }
  }
  return x;
}

/* Whether a block of a kind stands between a command and one of the blocks around it. The outermost such, or
 * the block itself where there is none. */
static uint32_t outermost(
    const aml_assigned_list *assigned, uint32_t command, uint32_t up_to, aml_block_kind kind) {
  uint32_t found = up_to;
  for (uint32_t block = block_of(assigned, command); block != up_to;
       block = assigned->shell->blocks[block].parent) {
    found = assigned->shell->blocks[block].kind == kind ? block : found;
  }
  return found;
}

/* Whether what the command assigns is gone where the other one runs. */
static bool is_lost(const aml_assigned_list *assigned, const aml_assigned *entry, uint32_t common) {
  bool is_in_subshell = outermost(assigned, entry->command, common, AML_BLOCK_SUBSHELL) != common;
  bool is_in_function = outermost(assigned, entry->command, common, AML_BLOCK_FUNCTION) != common;
  return is_in_subshell || assigned->shell->commands[entry->command].is_piped ||
         (entry->is_local && is_in_function);
}

static bool is_assigned_within(const aml_assigned_list *assigned, aml_sv name, uint32_t from, uint32_t past) {
  size_t i = find(assigned, name, from);
  return is_of(assigned, i, name) && assigned->list.items[i].command < past;
}

static aml_sv say(const aml_assigned_list *assigned, aml_sv name, const char *why) {
  return aml_sv_format(assigned->arena, "variable '%.*s' %s; write the value itself to have it checked",
      AML_SV_ARG(name), why);
}

/* What may have changed the variable between its assignment (or the beginning) and the command that reads it;
 * empty for nothing. */
static aml_sv find_doubt(
    const aml_assigned_list *assigned, aml_sv name, const aml_assigned *entry, uint32_t command) {
  const aml_block *blocks = assigned->shell->blocks;
  uint32_t common = entry == NULL ? 0 : common_block(assigned, entry->command, command);
  uint32_t loop = outermost(assigned, command, common, AML_BLOCK_LOOP);
  if (loop != common && is_assigned_within(assigned, name, command, blocks[loop].past)) {
    return say(assigned, name, "is set again in a loop");
  }
  uint32_t function = outermost(assigned, command, common, AML_BLOCK_FUNCTION);
  if (function != common) { /* called later, when anything may have been assigned */
    uint32_t after = entry == NULL ? 0 : entry->command + 1;
    bool is_changed = is_assigned_within(assigned, name, after, blocks[function].first) ||
                      is_assigned_within(assigned, name, blocks[function].past, UINT32_MAX);
    if (is_changed) {
      return say(assigned, name, "may be set again before the function runs");
    }
  }
  size_t i = assigned->barriers.count;
  while (i > 0 && assigned->barriers.items[i - 1] >= command) {
    i--;
  }
  if (i > 0 && (entry == NULL || assigned->barriers.items[i - 1] > entry->command)) {
    return say(assigned, name, "may be set by a file or a string that the script runs");
  }
  return (aml_sv){0};
}

/* Whether a command runs whenever what is in that block around it does. */
static bool is_certain(const aml_assigned_list *assigned, uint32_t command, uint32_t around) {
  bool is_sure = !assigned->shell->commands[command].is_conditional;
  for (uint32_t block = block_of(assigned, command); block != around;
       block = assigned->shell->blocks[block].parent) {
    is_sure = is_sure && assigned->shell->blocks[block].kind == AML_BLOCK_SCRIPT;
  }
  return is_sure;
}

aml_assigned_answer aml_assigned_before(
    aml_assigned_list *assigned, uint32_t command, aml_sv name, aml_assigned **out, aml_sv *doubt) {
  aml_assigned *entry = NULL;
  uint32_t common = 0;
  for (size_t i = find(assigned, name, command); i > 0 && is_of(assigned, i - 1, name); i--) {
    aml_arena_spend(assigned->arena, 1);
    aml_assigned *candidate = &assigned->list.items[i - 1];
    common = common_block(assigned, candidate->command, command);
    if (!is_lost(assigned, candidate, common)) {
      entry = candidate;
      break;
    }
  }
  *doubt = find_doubt(assigned, name, entry, command);
  if (doubt->len > 0) {
    return AML_ASSIGNED_UNCLEAR;
  }
  if (entry == NULL) {
    return AML_ASSIGNED_NOT;
  }
  *out = entry;
  if (outermost(assigned, entry->command, common, AML_BLOCK_FUNCTION) != common) {
    *doubt = say(assigned, name, "is set in a function");
    return AML_ASSIGNED_UNCLEAR;
  }
  return is_certain(assigned, entry->command, common) ? AML_ASSIGNED_SURELY : AML_ASSIGNED_PERHAPS;
}
