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
  /* Private: of the branches that are being joined. */
  uint64_t joined;
  size_t seen;
  const aml_py_value *either;
} aml_py_binding;

typedef struct aml_py_change {
  aml_py_binding *binding;
  const aml_py_value *before;
} aml_py_change;

typedef struct aml_py_scope { /* a module, a function, a class */
  struct aml_py_scope *outer; /* where functions look further; NULL for a module */
  aml_map bindings;
  AML_VEC(aml_py_change) changes; /* since the outermost branch began */
  unsigned branches;              /* that are open */
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
