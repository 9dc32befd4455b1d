#include "script/listed.h"

#include "script/mention.h"

/* Where a value stands in the text of its host: without the quotes of a string. */
static aml_guest_range range_of(const aml_guest *host, const aml_value *value) {
  aml_guest_range range;
  if (!aml_guest_find(host, value->span, &range)) {
    return (aml_guest_range){0, 0};
  }
  bool is_quoted = value->kind == AML_STRING && range.end > range.begin + 1;
  return is_quoted ? (aml_guest_range){range.begin + 1, range.end - 1} : range;
}

const aml_shell *aml_shell_of_list(
    aml_arena *arena, const aml_guest *host, const aml_value *const *words, size_t count) {
  aml_word *made = AML_NEW_ARRAY(arena, aml_word, count);
  aml_piece *pieces = AML_NEW_ARRAY(arena, aml_piece, count);
  for (size_t i = 0; i < count; i++) {
    aml_guest_range range = range_of(host, words[i]);
    bool is_text =
        words[i]->kind == AML_STRING && aml_sv_find(words[i]->as.string, AML_SV("${"), 0) == AML_NPOS;
    pieces[i] = (aml_piece){.kind = is_text ? AML_PIECE_TEXT : AML_PIECE_UNKNOWN,
        .is_quoted = true,
        .text = words[i]->kind == AML_STRING ? words[i]->as.string
                                             : aml_sv_slice(host->text, range.begin, range.end),
        .begin = (uint32_t)range.begin,
        .end = (uint32_t)range.end};
    made[i] = (aml_word){
        .pieces = &pieces[i], .count = 1, .begin = (uint32_t)range.begin, .end = (uint32_t)range.end};
  }
  aml_command *command = AML_NEW(arena, aml_command);
  *command = (aml_command){.words = made, .word_count = (uint32_t)count};
  aml_block *block = AML_NEW(arena, aml_block);
  *block = (aml_block){.kind = AML_BLOCK_SCRIPT, .past = 1};
  aml_shell *shell = AML_NEW(arena, aml_shell);
  *shell = (aml_shell){
      .text = host, .commands = command, .count = count > 0 ? 1 : 0, .blocks = block, .block_count = 1};
  return shell;
}

bool aml_listed_mention(aml_sv text) {
  enum { NEAR = 200 }; /* between the first word and the second stand blanks, and perhaps a key */
  static const char *const words[] = {"ml", "lock", "deployment", "resource", "rest", "group", "account"};
  if (aml_script_mentions(text)) {
    return true;
  }
  for (size_t at = aml_sv_find(text, AML_SV("\"az\""), 0); at != AML_NPOS;
       at = aml_sv_find(text, AML_SV("\"az\""), at + 1)) {
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
      aml_sv rest = aml_sv_slice(text, at, at + NEAR);
      size_t word = aml_sv_find(rest, aml_sv_of(words[i]), 0);
      if (word != AML_NPOS && rest.data[word - 1] == '"') {
        return true;
      }
    }
  }
  return false;
}
