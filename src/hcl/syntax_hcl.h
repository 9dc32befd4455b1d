/* HCL 2, native syntax: bytes to the positioned value tree (tree/value.h). Knows no language that is written
 * in HCL, such as Terraform.
 *
 * A body is an object. Its members are in the order of the text; a name may occur several times:
 *  - An attribute: a literal value, or an AML_EXPRESSION.
 *  - A block: under its type, an object for each label around the body's object: `a "b" { c = 1 }` is
 *    {a: {b: {c: 1}}}. An attribute is never of the kind AML_OBJECT, so a block can be told from one.
 *
 * The nodes of expressions are calls of functions and operators of HCL (hcl/function_row.h); their `meaning`
 * is the row of the table. aml_hcl_scope evaluates them.
 *
 * Grammar: hashicorp/hcl, hclsyntax/spec.md. */
#ifndef AMLINT_HCL_SYNTAX_HCL_H
#define AMLINT_HCL_SYNTAX_HCL_H

#include "expr/expr.h"
#include "source/diag.h"
#include "source/guest.h"
#include "tree/read.h"

/* Roots of references that are said as what templates have for them, so that everybody knows what they are:
 * var.x is parameters('x'), local.x is variables('x'). Empty: none is. */
typedef struct aml_hcl_dialect {
  aml_sv parameters, variables;
} aml_hcl_dialect;

typedef struct aml_hcl_input {
  aml_arena *arena;      /* of all that is made */
  const aml_guest *text; /* borrowed */
  aml_diags *diags;      /* syntax errors are AML001, bounds AML003 */
  const aml_hcl_dialect *dialect;
  aml_tree *tree; /* gets comments, and is_broken; may be NULL */
} aml_hcl_input;

/* The body that a whole text is. What cannot be read costs its own item: it is passed over with a diagnostic,
 * and the object that lacks it is AML_VALUE_OPEN and AML_VALUE_CUT. */
const aml_value *aml_hcl_read(const aml_hcl_input *input);

/* A text that is an expression, or a template as in quotes but without them: a literal or an AML_EXPRESSION;
 * an unknown where it cannot be read. */
const aml_value *aml_hcl_read_expression(const aml_hcl_input *input);
const aml_value *aml_hcl_read_template(const aml_hcl_input *input);

#endif
