/* Findings kept, and all that was made on the way to them given back: a finding takes a few hundred bytes,
 * the values and texts that led to it many times that. */
#include <assert.h>
#include <string.h>

#include "rule/finding.h"

enum { ROOM = 8192, MOST = 16, ALIGNMENT = 16 };

/* Texts are copied out of what is given back: of an arena since a mark, of one that ends sooner, or, without
 * a mark, of a room. Others are constants of rules and names from files, and stay where they are. */
typedef struct packer {
  char *bytes;
  size_t used, size;
  bool is_full;
  const aml_arena *arena;
  const aml_arena_mark *mark;
  const aml_arena *others; /* may be NULL */
  const char *room;
} packer;

static bool goes(const packer *p, const char *text) {
  if (p->mark != NULL) {
    const aml_arena_mark begin = {0};
    return aml_arena_is_since(p->arena, p->mark, text) ||
           (p->others != NULL && aml_arena_is_since(p->others, &begin, text));
  }
  return (uintptr_t)text - (uintptr_t)p->room < ROOM;
}

/* NULL where there is nothing, or no room any more. */
static void *pack(packer *p, const void *from, size_t size, size_t align) {
  size_t at = (p->used + align - 1) & ~(align - 1);
  if (size == 0) {
    return NULL;
  }
  if (p->is_full || at > p->size || size > p->size - at) {
    p->is_full = true;
    return NULL;
  }
  p->used = at + size;
  return memcpy(p->bytes + at, from, size);
}

static void pack_text(packer *p, aml_sv *text) {
  if (text->len == 0 || goes(p, text->data)) {
    text->data = pack(p, text->data, text->len, 1);
  }
}

static void pack_related(packer *p, aml_finding *finding) {
  size_t size = finding->related_count * sizeof *finding->related;
  aml_related *related = pack(p, finding->related, size, _Alignof(aml_related));
  for (size_t i = 0; i < finding->related_count && !p->is_full; i++) {
    pack_text(p, &related[i].text);
  }
  finding->related = related;
}

static void pack_edits(packer *p, aml_fix *fix) {
  size_t size = fix->edit_count * sizeof *fix->edits;
  aml_edit *edits = pack(p, fix->edits, size, _Alignof(aml_edit));
  for (size_t i = 0; i < fix->edit_count && !p->is_full; i++) {
    pack_text(p, &edits[i].text);
  }
  fix->edits = edits;
}

static void pack_fixes(packer *p, aml_finding *finding) {
  size_t size = finding->fix_count * sizeof *finding->fixes;
  aml_fix *fixes = pack(p, finding->fixes, size, _Alignof(aml_fix));
  for (size_t i = 0; i < finding->fix_count && !p->is_full; i++) {
    pack_text(p, &fixes[i].description);
    pack_edits(p, &fixes[i]);
  }
  finding->fixes = fixes;
}

/* What a rule makes; what is added to a finding later lives elsewhere. */
static aml_finding *pack_finding(packer *p, const aml_finding *from) {
  aml_finding *finding = pack(p, from, sizeof *from, _Alignof(aml_finding));
  if (p->is_full) {
    return NULL;
  }
  aml_sv *texts[] = {&finding->property, &finding->value, &finding->message.text, &finding->help,
      &finding->cli, &finding->condition, &finding->undecided_reason};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    pack_text(p, texts[i]);
  }
  finding->message.arguments = pack(p, finding->message.arguments,
      finding->message.argument_count * sizeof(aml_argument), _Alignof(aml_argument));
  pack_related(p, finding);
  pack_fixes(p, finding);
  return finding;
}

/* Whether it leads to no value that may have been made on the way. */
static bool stands_alone(const aml_finding *finding) {
  bool stands = finding->secret == NULL && finding->suppressions == NULL;
  for (size_t i = 0; i < finding->fix_count; i++) {
    stands = stands && finding->fixes[i].shared == NULL;
  }
  return stands;
}

aml_findings_mark aml_findings_set_mark(aml_findings *findings) {
  if (findings->list.capacity - findings->list.count < MOST) {
    findings->list.items = aml_vec_grow(findings->arena, findings->list.items, findings->list.count,
        &findings->list.capacity, sizeof *findings->list.items);
  }
  return (aml_findings_mark){aml_arena_set_mark(findings->arena), findings->list.items, findings->list.count};
}

bool aml_findings_keep(aml_findings *findings, const aml_findings_mark *mark, const aml_arena *others) {
  _Alignas(ALIGNMENT) char room[ROOM];
  aml_finding *kept[MOST];
  size_t count = findings->list.count - mark->count;
  if (count == 0 && findings->list.items == mark->items) { /* as with most rules */
    aml_arena_rewind(findings->arena, &mark->arena);
    return true;
  }
  packer p = {.bytes = room, .size = ROOM, .arena = findings->arena, .mark = &mark->arena, .others = others};
  bool is_possible = findings->list.items == mark->items && count <= MOST;
  for (size_t i = 0; i < count && is_possible; i++) {
    const aml_finding *finding = findings->list.items[mark->count + i];
    is_possible = stands_alone(finding);
    kept[i] = pack_finding(&p, finding);
  }
  if (!is_possible || p.is_full) {
    return false;
  }
  aml_arena_rewind(findings->arena, &mark->arena);
  packer last = {.size = p.used, .room = room}; /* the same in the same order takes as much */
  last.bytes = aml_arena_alloc(findings->arena, last.size, ALIGNMENT);
  for (size_t i = 0; i < count; i++) {
    findings->list.items[mark->count + i] = pack_finding(&last, kept[i]);
  }
  assert(!last.is_full);
  return true;
}
