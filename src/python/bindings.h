/* The names of a program and what they are bound to, statement by statement. Private to python/.
 *
 * Statements are followed in their order. What a name is bound to in a stretch that may not run, or run
 * several times, counts where it is the same in any case; else the name is not known any more. */
#ifndef AMLINT_PYTHON_BINDINGS_H
#define AMLINT_PYTHON_BINDINGS_H

#include "python/values.h"

typedef struct aml_py_binding {
  aml_sv name;
  const aml_py_value *value; /* NULL: not bound yet */
  unsigned times;            /* it was bound */
  bool is_global;            /* of a function: the module's is meant */
  bool is_outer;             /* functions in its scope may bind it */
  uint8_t noted;             /* private: the lists of aml_py_noted that hold it */
  /* Private: of the branches that are being joined. */
  uint64_t joined;
  size_t seen;
  const aml_py_value *either;
} aml_py_binding;

typedef struct aml_py_change {
  aml_py_binding *binding;
  const aml_py_value *before;
} aml_py_change;

/* Why values that are known may be forgotten all at once. For each reason a scope has a list of the names
 * that were given one since, so that each is looked at once, however often the reason comes. */
typedef enum aml_py_reason {
  AML_PY_BY_TEXT,     /* a text that runs: any name, and what objects say */
  AML_PY_BY_IMPORT,   /* names that another program brings */
  AML_PY_BY_FUNCTION, /* those that functions bind outside of themselves */
  AML_PY_REASON_COUNT
} aml_py_reason;

typedef AML_VEC(aml_py_binding *) aml_py_noted;

typedef struct aml_py_scope { /* a module, a function, a class */
  struct aml_py_scope *outer; /* where functions look further; NULL for a module */
  aml_map bindings;
  AML_VEC(aml_py_change) changes; /* since the outermost branch began */
  unsigned branches;              /* that are open */
  aml_py_noted noted[AML_PY_REASON_COUNT];
  bool is_class;
} aml_py_scope;

/* What a branch has bound, taken back. */
typedef struct aml_py_outcome {
  AML_VEC(aml_py_change) list; /* each binding once; `before` is what the branch left it with */
} aml_py_outcome;

void aml_py_scope_init(aml_py_scope *scope, aml_arena *arena, aml_py_scope *outer);

/* The value of a name here: of a function's, what is bound before; of what lies around it, only what is bound
 * once. NULL: nothing binds it. *is_several: several do, and one of them counts. */
const aml_py_value *aml_py_name_find(const aml_py_scope *scope, aml_sv name, bool *is_several);
/* What the name holds, as it was bound; see aml_py_settled. NULL: nothing binds it. */
const aml_py_value *aml_py_name_held(const aml_py_scope *scope, aml_sv name);
void aml_py_name_bind(aml_py_scope *scope, aml_sv name, const aml_py_value *value);
aml_py_binding *aml_py_name_binding(aml_py_scope *scope, aml_sv name); /* made where there is none */

/* The names that were given a known value since the last call; the list is the caller's. */
aml_py_noted aml_py_names_take(aml_py_scope *scope, aml_py_reason reason);
/* Puts one that has such a value on the list: again, or as is_outer has become true. */
void aml_py_name_note(aml_py_scope *scope, aml_py_binding *binding, aml_py_reason reason);
/* Whether a value says something: one that is known, an object, what was imported. */
bool aml_py_says_something(const aml_py_value *value);

/* What a growing dictionary is now; unknown where the value is one of before. Others, and NULL, as they are.
 */
const aml_py_value *aml_py_settled(const aml_py_value *value);

/* A branch: what is bound between the two is undone and handed over. */
size_t aml_py_branch_begin(aml_py_scope *scope);
void aml_py_branch_end(aml_py_scope *scope, size_t begin, aml_py_outcome *out);
/* Binds what one of the outcomes has left, or what was before where `may_be_none`. */
void aml_py_branches_join(
    aml_py_scope *scope, const aml_py_outcome *outcomes, size_t count, bool may_be_none, uint64_t number);

#endif
