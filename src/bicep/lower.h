/* Private to src/bicep: from syntax to the template that src/arm expands (arm/template.h), in the form with
 * symbolic names. Expressions are trees of nodes (expr/expr.h), and every value stands where it is written.
 *
 * What Bicep's compiler does to the meaning is told in Azure/bicep, src/Bicep.Core/Emit (2026-08). Where the
 * result is the same we say less: loops of values are map(), and no name needs escaping. */
#ifndef AMLINT_BICEP_LOWER_H
#define AMLINT_BICEP_LOWER_H

#include "bicep/syntax_bicep.h"
#include "expr/expr.h"
#include "front/file.h"

/* A name that a declaration gives to something. */
typedef struct aml_bicep_symbol aml_bicep_symbol;
struct aml_bicep_symbol {
  const aml_bicep_node *declared;
  aml_sv name;

  /* Of an import. */
  aml_sv path;                /* the file, as written */
  aml_sv there;               /* what it is called there; empty: all of the file */
  const aml_bicep_node *from; /* where the path is written */

  /* Of a resource or a module. */
  aml_sv key;                             /* in the template: "parent::child" */
  aml_bicep_symbol *holder;               /* that it is declared inside of; NULL */
  const aml_bicep_node *body;             /* an OBJECT; NULL where it could not be read */
  const aml_bicep_node *condition, *loop; /* NULL for none */
  aml_sv type, version;                   /* in full; empty where not known */
  bool is_placed;                         /* `type` and `version` have been asked for */
  const aml_expr *items;                  /* what its loop goes over; NULL before it is asked for */
  const aml_expr *own_name;               /* NULL before; of one without a loop */
  bool is_busy;                           /* that name is being made */
};

/* What a name means inside of an expression: a variable of a lambda or of a loop, a parameter of a function.
 */
typedef struct aml_bicep_local aml_bicep_local;
struct aml_bicep_local {
  aml_sv name;
  const aml_expr *value;        /* what stands for it; NULL: a variable of a lambda */
  const aml_bicep_local *outer; /* NULL at the end */
};

/* Where something stands: the names around it, and the resource. */
typedef struct aml_bicep_place {
  const aml_bicep_local *locals;
  aml_bicep_symbol *inside; /* whose nested resources are seen by their names; NULL */
  bool is_function;         /* in the body of a function: only its parameters are seen */
} aml_bicep_place;

typedef struct aml_bicep_lowering {
  aml_arena *arena;
  const aml_file *file;
  const aml_bicep_syntax *syntax;
  aml_map symbols;                      /* by name: what is declared at the top */
  aml_map nested;                       /* resources inside of others, by "parent::child" */
  AML_VEC(aml_bicep_symbol *) deployed; /* resources and modules, nested ones too, in order */
  aml_sv target;                        /* of targetScope; "resourceGroup" where it is not said */
  bool is_parameters;                   /* of a parameter file, whose parameters are values to each other */
  aml_sv base;                          /* the parameter file that it extends, as written; empty for none */
  bool has_extensions;                  /* resources may be of other things than Azure */
  aml_object_builder variables;         /* with those that loops need */
  size_t depth;
} aml_bicep_lowering;

/* ---- symbols.c ---- */

void aml_bicep_declare(aml_bicep_lowering *l);
/* What is declared of that name, as seen from the place; NULL for nothing. */
aml_bicep_symbol *aml_bicep_find(const aml_bicep_lowering *l, const aml_bicep_place *place, aml_sv name);
aml_bicep_symbol *aml_bicep_find_nested(
    const aml_bicep_lowering *l, const aml_bicep_symbol *holder, aml_sv name);
/* "There is no 'x'; did you mean 'y'?" */
aml_sv aml_bicep_no_such_name(const aml_bicep_lowering *l, const aml_bicep_place *place, aml_sv name);
bool aml_bicep_is_deployed(const aml_bicep_symbol *symbol);
/* The value of a member of an object by its plain name; NULL for none. */
const aml_bicep_node *aml_bicep_property(const aml_bicep_node *object, const char *name);
/* An expression without the parentheses and assertions around it. */
const aml_bicep_node *aml_bicep_bare(const aml_bicep_node *node);
/* The decorator of that name, with its namespace or without; a CALL, or NULL. */
const aml_bicep_node *aml_bicep_decorator(const aml_bicep_node *declared, const char *name);

/* ---- lower_expression.c ---- */

aml_span aml_bicep_span(const aml_bicep_lowering *l, const aml_bicep_node *node);
aml_span aml_bicep_name_span(const aml_bicep_lowering *l, const aml_bicep_node *node);
/* A value with expressions inside of it; NULL for NULL. */
const aml_value *aml_bicep_value(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node);
const aml_expr *aml_bicep_expr(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node);
const aml_value *aml_bicep_computed(const aml_bicep_lowering *l, const aml_expr *expr, aml_span span);
/* function(a, b, c), up to the first NULL. */
const aml_expr *aml_bicep_make_call(const aml_bicep_lowering *l, const char *function, aml_span span,
    const aml_expr *a, const aml_expr *b, const aml_expr *c);
const aml_expr *aml_bicep_make_text(const aml_bicep_lowering *l, aml_sv text, aml_span span);
/* The path of what is imported, at the place where it is written. */
const aml_expr *aml_bicep_make_import_path(const aml_bicep_lowering *l, const aml_bicep_symbol *symbol);
/* What is said, as AML013, when this is evaluated. */
const aml_expr *aml_bicep_make_failure(const aml_bicep_lowering *l, aml_sv why, aml_span span);
/* The text before and behind a part: "{0}/{1}" of both. */
const aml_expr *aml_bicep_make_path(
    const aml_bicep_lowering *l, const aml_expr *first, const aml_expr *second, aml_span span);
const aml_value *aml_bicep_unread(const aml_bicep_lowering *l, const aml_bicep_node *node);

/* ---- lower_call.c ---- */

const aml_expr *aml_bicep_call(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node);

/* ---- lower_reference.c ---- */

/* A resource or a module that an expression names, with the index of its instance. */
typedef struct aml_bicep_target {
  aml_bicep_symbol *symbol;    /* NULL: it names none */
  const aml_bicep_node *index; /* NULL: none is given, the instance is that of copyIndex() */
} aml_bicep_target;

aml_bicep_target aml_bicep_target_of(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node);
/* The place of a target's own expressions, as seen from `place`. */
const aml_bicep_place *aml_bicep_enter_body(
    aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_target target);
/* What is read of a target: `name`, `id` and so on; NULL where node is no member of one. */
const aml_expr *aml_bicep_reference_member(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node);
/* All of it, at deployment. */
const aml_expr *aml_bicep_reference(
    aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_target target, aml_span span);
const aml_expr *aml_bicep_id(
    aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_target target, aml_span span);
/* Its own name as declared, and the full one. */
const aml_expr *aml_bicep_own_name(
    aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_target target);
const aml_expr *aml_bicep_full_name(
    aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_target target);
/* The resource at the top of its parents, which says where all of them go, and where that is named. */
aml_bicep_target aml_bicep_top(aml_bicep_lowering *l, const aml_bicep_place **place, aml_bicep_target target);
/* Fills in type and version. */
aml_sv aml_bicep_type_of(aml_bicep_lowering *l, aml_bicep_symbol *symbol);
/* What the loop of a symbol goes over. */
const aml_expr *aml_bicep_items(aml_bicep_lowering *l, aml_bicep_symbol *symbol);
/* The loop around a symbol: its own, or that of what holds it. NULL for none. */
aml_bicep_symbol *aml_bicep_looped(aml_bicep_symbol *symbol);

/* ---- lower_scope.c ---- */

/* Where `scope:` sends a resource or a module. */
typedef struct aml_bicep_scope {
  const aml_expr *resource; /* the id of what it extends; the others are NULL then */
  const aml_expr *group, *subscription, *management_group;
  bool is_tenant, is_subscription;
  bool is_given; /* it says so itself */
} aml_bicep_scope;

aml_bicep_scope aml_bicep_scope_of(
    aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_symbol *symbol);
/* Adds what a template says it with. */
void aml_bicep_put_scope(aml_bicep_lowering *l, aml_bicep_symbol *symbol, aml_object_builder *out);
/* The id of a type with names in a scope. */
const aml_expr *aml_bicep_make_id(aml_bicep_lowering *l, const aml_bicep_scope *scope, aml_sv type,
    const aml_expr *const *names, size_t count, aml_span span);

/* ---- lower_resource.c, lower_type.c ---- */

/* As a template declares them; NULL where too little of them could be read, or they are none of Azure's. */
const aml_value *aml_bicep_resource_value(aml_bicep_lowering *l, aml_bicep_symbol *symbol);
const aml_value *aml_bicep_module_value(aml_bicep_lowering *l, aml_bicep_symbol *symbol);
/* {type, ...} of a parameter, an output, a definition or a member of one. `fallback` may be NULL. */
const aml_value *aml_bicep_declaration_value(
    aml_bicep_lowering *l, const aml_bicep_node *declared, const aml_value *fallback);

/* ---- lower.c ---- */

/* What an array `functions` of a template holds. */
const aml_value *aml_bicep_lower_functions(aml_bicep_lowering *l);
/* The template; its root has AML_VALUE_LOWERED. */
const aml_value *aml_bicep_lower(const aml_file *file, const aml_bicep_syntax *syntax);
/* A parameter file, with `variables` and `functions` that its values are made of. */
const aml_value *aml_bicep_lower_parameters(const aml_file *file, const aml_bicep_syntax *syntax);

#endif
