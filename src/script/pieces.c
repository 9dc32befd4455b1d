/* Pieces of words: stretches of a script, one behind the other. */
#include "script/pieces.h"

void aml_word_add_piece(aml_word_builder *word, aml_piece_kind kind, aml_sv text, size_t begin) {
  const aml_piece piece = {.kind = kind,
      .is_quoted = word->is_quoted || word->never_split,
      .text = text,
      .begin = (uint32_t)begin,
      .end = (uint32_t)word->reader->at};
  AML_VEC_PUSH(word->reader->arena, &word->pieces, piece);
}

/* The bytes [begin, end) as they stand; one piece with those right before them. */
void aml_word_add_text(aml_word_builder *word, size_t begin, size_t end) {
  if (begin == end) {
    return;
  }
  aml_sv text = aml_sv_slice(word->reader->text, begin, end);
  if (word->pieces.count > 0) {
    aml_piece *last = &word->pieces.items[word->pieces.count - 1];
    if (last->kind == AML_PIECE_TEXT && last->is_quoted == (word->is_quoted || word->never_split) &&
        last->end == begin && last->text.data + last->text.len == text.data) {
      last->text.len += text.len;
      last->end = (uint32_t)end;
      return;
    }
  }
  aml_word_add_piece(word, AML_PIECE_TEXT, text, begin);
  word->pieces.items[word->pieces.count - 1].end = (uint32_t)end;
}

void aml_word_add_unknown(aml_word_builder *word, size_t begin) {
  aml_word_add_piece(
      word, AML_PIECE_UNKNOWN, aml_sv_slice(word->reader->text, begin, word->reader->at), begin);
}
