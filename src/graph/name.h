/* Names and ids that may be known in part. Private to graph/.
 *
 * A symbolic text is a text in which each unknown part is a symbol between the bytes 1 and 2. Equal symbols
 * stand for equal values; an empty symbol stands for anything. "[format('{0}/cpu', parameters('ws'))]"
 * becomes
 * "<ws>/cpu", so it can be said to lie below "[parameters('ws')]" although nobody knows the value of ws. */
#ifndef AMLINT_GRAPH_NAME_H
#define AMLINT_GRAPH_NAME_H

#include "graph/resource.h"

enum { AML_SYMBOL_BEGIN = 1, AML_SYMBOL_END = 2 };

/* How symbols are made: by the declaration that the chain of origins ends at, which holds across nested
 * deployments; or by the text of the expression, which holds within one frame. Neither finds all that the
 * other does. */
typedef enum aml_symbols { AML_SYMBOLS_BY_ORIGIN, AML_SYMBOLS_BY_TEXT } aml_symbols;
enum { AML_SYMBOLS_COUNT = 2 };

typedef struct aml_name { /* lower case; segments between slashes */
  const aml_sv *segments; /* symbolic texts */
  size_t count;
  aml_sv text; /* what the segments are slices of; empty where they come from several texts */
} aml_name;

/* The symbolic text of a string or unknown that stands in `owner`; lower case. */
aml_sv aml_symbolic_text(
    aml_arena *arena, const aml_resource *owner, const aml_value *value, aml_symbols symbols);

/* Splits at slashes outside symbols. */
aml_name aml_name_split(aml_arena *arena, aml_sv symbolic);
/* The symbolic text of the first `count` segments. */
aml_sv aml_name_join(aml_arena *arena, aml_name name, size_t count);

/* The name of a resource, with what prefix and suffix of an unknown tell. Where less is known than the number
 * of segments its type wants, there is one segment alone. */
aml_name aml_name_of(aml_arena *arena, const aml_resource *resource, aml_symbols symbols);

/* Both kinds at once; one and the same where the name is known. */
void aml_names_of(aml_arena *arena, const aml_resource *resource, aml_name out[AML_SYMBOLS_COUNT]);

/* Number of names a type wants: 2 for "Microsoft.X/a/b". */
size_t aml_type_depth(aml_sv type);
/* "Microsoft.X/a" of "Microsoft.X/a/b"; empty for a type without parent type. */
aml_sv aml_type_parent(aml_sv type);

bool aml_symbolic_is_known(aml_sv symbolic);
/* Whether an empty symbol occurs: such a text equals nothing for certain. */
bool aml_symbolic_is_vague(aml_sv symbolic);
aml_truth aml_name_equal(aml_name a, aml_name b);

#endif
