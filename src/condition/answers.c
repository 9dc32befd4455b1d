#include "condition/answers.h"

enum {
  SLOTS = 256,          /* a power of two */
  MOST = SLOTS / 4 * 3, /* answers kept */
  LONGEST = 256,        /* text asked about: names of sizes and regions are shorter */
  ROOM = 256 * 1024
};

typedef struct slot {
  aml_question *question; /* NULL: free */
  aml_sv a, b;
  const aml_value *answer;
} slot;

struct aml_answers {
  aml_arena *owner;
  aml_arena *arena; /* NULL until the next rule begins */
  slot *slots;      /* NULL until something is asked */
  size_t count;
  bool is_asked;     /* since the rule began */
  bool has_resource; /* there was one */
  aml_arena *memory; /* of the verdicts; NULL until there are any */
  aml_verdicts *verdicts;
};

aml_answers *aml_answers_new(aml_arena *owner) {
  aml_answers *answers = AML_NEW(owner, aml_answers);
  answers->owner = owner;
  return answers;
}

void aml_answers_end(aml_answers *answers) {
  if (answers == NULL) {
    return;
  }
  if (answers->arena != NULL) {
    aml_arena_release(answers->arena);
  }
  if (answers->memory != NULL) {
    aml_arena_release(answers->memory);
  }
  *answers = (aml_answers){.owner = answers->owner};
}

aml_verdicts *aml_answers_begin_resource(aml_answers *answers, size_t rules) {
  if (answers->has_resource && answers->verdicts == NULL) {
    answers->memory = aml_arena_new_scratch(answers->owner);
    answers->verdicts = aml_verdicts_new(answers->memory, rules);
  }
  answers->has_resource = true;
  return answers->verdicts;
}

/* The slot that holds the answer, or the free one where it belongs: some are always free. Texts that clash on
 * purpose cost at most MOST comparisons. */
static slot *find_slot(const aml_answers *answers, aml_question *question, const aml_asked *asked) {
  size_t at = (size_t)(aml_sv_mix(aml_sv_mix(0, asked->a), asked->b) >> 32);
  for (;; at++) {
    slot *found = &answers->slots[at % SLOTS];
    bool is_it =
        found->question == question && aml_sv_eq(found->a, asked->a) && aml_sv_eq(found->b, asked->b);
    if (is_it || found->question == NULL) {
      return found;
    }
  }
}

static const aml_value *ask(aml_question *question, const aml_asked *asked) {
  aml_arena_spend(asked->arena, asked->steps);
  return question(asked);
}

const aml_value *aml_answers_get(aml_answers *answers, aml_question *question, const aml_asked *asked) {
  if (answers == NULL || asked->a.len > LONGEST || asked->b.len > LONGEST) {
    return ask(question, asked);
  }
  if (answers->slots == NULL) {
    answers->slots = AML_NEW_ARRAY(answers->arena, slot, SLOTS);
  }
  slot *found = find_slot(answers, question, asked);
  if (found->question == NULL) {
    if (answers->count == MOST || answers->arena->used > ROOM) {
      return ask(question, asked);
    }
    aml_asked kept = *asked;
    kept.arena = answers->arena;
    kept.a = aml_sv_dup(answers->arena, asked->a);
    kept.b = aml_sv_dup(answers->arena, asked->b);
    *found = (slot){question, kept.a, kept.b, ask(question, &kept)};
    answers->count++;
  }
  answers->is_asked = true;
  return found->answer;
}

/* The arena is made here, as the owner's memory is given back up to a mark when a rule ends. */
void aml_answers_begin_rule(aml_answers *answers) {
  if (answers->arena == NULL) {
    answers->arena = aml_arena_new_scratch(answers->owner);
  }
  answers->is_asked = false;
}

const aml_arena *aml_answers_texts(const aml_answers *answers) {
  return answers->is_asked ? answers->arena : NULL;
}

void aml_answers_hand_over(aml_answers *answers) {
  if (answers->is_asked) {
    answers->arena = NULL;
    answers->slots = NULL;
    answers->count = 0;
    answers->is_asked = false;
  }
}
