/* What the facts answered, kept while resources are checked: most rules ask the same few questions of each
 * resource, and neighbours ask them again. One thread at a time.
 *
 * Answers outlive the rule that asked, so what a rule leaves behind must not lead to them:
 * aml_answers_texts, aml_answers_hand_over. */
#ifndef AMLINT_CONDITION_ANSWERS_H
#define AMLINT_CONDITION_ANSWERS_H

#include "condition/verdicts.h"
#include "facts/facts.h"
#include "tree/value.h"

typedef struct aml_answers aml_answers;

/* A question about one text or two, of facts and a day that are the same for all questions. */
typedef struct aml_asked {
  const aml_facts *facts;
  aml_day as_of;
  aml_arena *arena; /* of the answer */
  size_t steps;     /* that an answer costs which is not kept */
  aml_sv a, b;
} aml_asked;

/* Answers from nothing but what is asked; in no time that depends on the texts, but for their length. */
typedef const aml_value *aml_question(const aml_asked *asked);

/* Empty ones, which take memory once something is asked: of an arena under the guard and the budget that
 * `owner` has now, and at most some hundreds of KB. They end with aml_answers_end, or with `owner`. */
aml_answers *aml_answers_new(aml_arena *owner);
void aml_answers_end(aml_answers *answers);

/* The answer: one that is kept, or what the question says, which is kept where there is room; else it is made
 * in the arena that `asked` names. `answers` may be NULL: none
 * are kept then. */
const aml_value *aml_answers_get(aml_answers *answers, aml_question *question, const aml_asked *asked);

/* What was found out about rules on the resources before, kept with the answers; NULL for the first of them,
 * as of one alone nothing is worth keeping. To be called for each, with a number above that of each rule. */
aml_verdicts *aml_answers_begin_resource(aml_answers *answers, size_t rules);

/* Forgets whether any was asked for; takes memory of the owner. */
void aml_answers_begin_rule(aml_answers *answers);
/* Where texts may lie that were asked for since; NULL: none were. */
const aml_arena *aml_answers_texts(const aml_answers *answers);
/* Leaves what was asked for since to the owner, as somebody goes on pointing at it: it lives as long. */
void aml_answers_hand_over(aml_answers *answers);

#endif
