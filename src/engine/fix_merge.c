/* Edits of one pass after those of another, told as edits of the text that was there first. */
#include "base/strbuf.h"
#include "engine/fix.h"

typedef struct piece { /* of a text: a span of the first text, or new */
  aml_sv text;
  uint32_t begin; /* in the first text */
  bool is_new;
} piece;

typedef AML_VEC(piece) piece_list;

static void add_piece(aml_arena *arena, piece_list *list, piece one) {
  if (one.text.len > 0) {
    AML_VEC_PUSH(arena, list, one);
  }
}

static piece cut_piece(const piece *whole, size_t begin, size_t end) {
  return (piece){aml_sv_slice(whole->text, begin, end), whole->begin + (uint32_t)begin, whole->is_new};
}

static piece_list pieces_of(aml_arena *arena, const aml_fixed_file *file) {
  piece_list pieces = {0};
  uint32_t at = 0;
  for (size_t i = 0; i < file->edits.count; i++) {
    const aml_edit *edit = &file->edits.items[i];
    add_piece(arena, &pieces, (piece){aml_sv_slice(file->before, at, edit->span.begin), at, false});
    add_piece(arena, &pieces, (piece){edit->text, edit->span.begin, true});
    at = edit->span.end;
  }
  add_piece(arena, &pieces, (piece){aml_sv_slice(file->before, at, file->before.len), at, false});
  return pieces;
}

/* A walk over pieces. */
typedef struct walk {
  const piece_list *pieces;
  size_t index;  /* of the piece at hand */
  size_t within; /* what of it has been passed */
  size_t offset; /* in the whole text */
} walk;

/* Goes on to `offset`, and adds what is passed to `kept` where that is not NULL. */
static void walk_to(aml_arena *arena, walk *w, size_t offset, piece_list *kept) {
  while (w->offset < offset && w->index < w->pieces->count) {
    const piece *at = &w->pieces->items[w->index];
    size_t left = at->text.len - w->within;
    size_t step = offset - w->offset < left ? offset - w->offset : left;
    if (kept != NULL) {
      add_piece(arena, kept, cut_piece(at, w->within, w->within + step));
    }
    w->offset += step;
    w->within += step;
    if (w->within == at->text.len) {
      w->index++;
      w->within = 0;
    }
  }
}

static piece_list edit_pieces(aml_arena *arena, const piece_list *pieces, const aml_fixed_file *next) {
  piece_list out = {0};
  walk w = {.pieces = pieces};
  for (size_t i = 0; i < next->edits.count; i++) {
    const aml_edit *edit = &next->edits.items[i];
    walk_to(arena, &w, edit->span.begin, &out);
    add_piece(arena, &out, (piece){edit->text, 0, true});
    walk_to(arena, &w, edit->span.end, NULL);
  }
  walk_to(arena, &w, next->before.len, &out);
  return out;
}

/* What lies between two spans of the first text, and the new text there, is one edit. */
static void set_edits(aml_arena *arena, aml_fixed_file *file, const piece_list *pieces) {
  aml_source_id source = file->source->id;
  uint32_t at = 0;
  file->edits.count = 0;
  for (size_t i = 0; i <= pieces->count; i++) {
    aml_strbuf text;
    aml_strbuf_init(&text, arena, SIZE_MAX);
    for (; i < pieces->count && pieces->items[i].is_new; i++) {
      aml_strbuf_add(&text, pieces->items[i].text);
    }
    bool is_last = i == pieces->count;
    uint32_t next = is_last ? (uint32_t)file->before.len : pieces->items[i].begin;
    if (next > at || text.len > 0) {
      aml_edit edit = {{source, at, next}, aml_strbuf_view(&text)};
      AML_VEC_PUSH(arena, &file->edits, edit);
    }
    at = is_last ? next : next + (uint32_t)pieces->items[i].text.len;
  }
}

void aml_fix_merge(aml_arena *arena, aml_fixed_file *file, const aml_fixed_file *next) {
  piece_list before = pieces_of(arena, file);
  piece_list after = edit_pieces(arena, &before, next);
  set_edits(arena, file, &after);
  file->after = aml_sv_dup(arena, next->after);
  file->applied += next->applied;
}
