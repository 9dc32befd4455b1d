/* Tuples and objects, and the loops that make them. */
#include "hcl/reader.h"

typedef struct loop {
  const aml_expr *key_name, *value_name; /* texts; that of the key may be empty */
  const aml_expr *collection;
} loop;

/* Whether "for" stands behind the opening bracket at the token. */
static bool is_loop(const aml_hcl_reader *r) {
  aml_hcl_reader ahead = *r;
  ahead.in.tree = NULL;
  ahead.has_lines = false;
  aml_hcl_advance(&ahead);
  if (ahead.kind != AML_HCL_NAME || !aml_sv_eq(aml_hcl_token_text(&ahead), AML_SV("for"))) {
    return false;
  }
  aml_hcl_advance(&ahead);
  return ahead.kind == AML_HCL_NAME;
}

static const aml_expr *loop_name(aml_hcl_reader *r) {
  const aml_expr *name = aml_expr_string(r->in.arena,
      r->kind == AML_HCL_NAME ? aml_hcl_token_text(r) : AML_SV(""), aml_hcl_span(r, r->begin, r->at));
  if (r->kind != AML_HCL_NAME) {
    aml_hcl_fail_wanted(r, "the name of a loop's variable");
    return name;
  }
  aml_hcl_advance(r);
  return name;
}

static bool take_word(aml_hcl_reader *r, aml_sv word) {
  if (r->kind != AML_HCL_NAME || !aml_sv_eq(aml_hcl_token_text(r), word)) {
    return false;
  }
  aml_hcl_advance(r);
  return true;
}

/* "for k, v in collection :" from "for" on. */
static loop read_loop(aml_hcl_reader *r) {
  loop it = {0};
  aml_hcl_advance(r);
  it.value_name = loop_name(r);
  it.key_name = aml_expr_string(r->in.arena, AML_SV(""), it.value_name->span);
  if (r->kind == ',') {
    aml_hcl_advance(r);
    it.key_name = it.value_name;
    it.value_name = loop_name(r);
  }
  if (!take_word(r, AML_SV("in"))) {
    aml_hcl_fail_wanted(r, "'in'");
  }
  it.collection = aml_hcl_expression(r);
  if (r->kind == ':') {
    aml_hcl_advance(r);
  } else {
    aml_hcl_fail_wanted(r, "a colon");
  }
  return it;
}

/* "if condition", or nothing, which is true. */
static const aml_expr *read_condition(aml_hcl_reader *r) {
  if (take_word(r, AML_SV("if"))) {
    return aml_hcl_expression(r);
  }
  return aml_expr_value(r->in.arena, aml_value_bool(r->in.arena, true, aml_hcl_span(r, r->begin, r->begin)));
}

static void end_bracket(aml_hcl_reader *r, unsigned close, const char *wanted, bool lines) {
  if (r->kind != close) {
    aml_hcl_fail_wanted(r, wanted);
  }
  r->has_lines = lines;
  if (!r->is_failed) {
    r->opened--;
    aml_hcl_advance(r);
  }
}

static const aml_expr *loop_of_tuple(aml_hcl_reader *r, size_t begin, bool lines) {
  aml_hcl_nodes args = {0};
  loop it = read_loop(r);
  const aml_expr *value = aml_hcl_expression(r);
  const aml_expr *condition = read_condition(r);
  AML_VEC_PUSH(r->in.arena, &args, it.key_name);
  AML_VEC_PUSH(r->in.arena, &args, it.value_name);
  AML_VEC_PUSH(r->in.arena, &args, it.collection);
  AML_VEC_PUSH(r->in.arena, &args, value);
  AML_VEC_PUSH(r->in.arena, &args, condition);
  end_bracket(r, ']', "the closing bracket of the loop", lines);
  return aml_hcl_node(r, &aml_hcl_for_tuple, &args, aml_hcl_span(r, begin, r->behind));
}

static const aml_expr *loop_of_object(aml_hcl_reader *r, size_t begin, bool lines) {
  aml_hcl_nodes args = {0};
  loop it = read_loop(r);
  const aml_expr *key = aml_hcl_expression(r);
  if (r->kind == AML_HCL_ARROW) {
    aml_hcl_advance(r);
  } else {
    aml_hcl_fail_wanted(r, "'=>'");
  }
  const aml_expr *value = aml_hcl_expression(r);
  bool is_grouped = r->kind == AML_HCL_ELLIPSIS;
  if (is_grouped) {
    aml_hcl_advance(r);
  }
  const aml_expr *condition = read_condition(r);
  AML_VEC_PUSH(r->in.arena, &args, it.key_name);
  AML_VEC_PUSH(r->in.arena, &args, it.value_name);
  AML_VEC_PUSH(r->in.arena, &args, it.collection);
  AML_VEC_PUSH(r->in.arena, &args, key);
  AML_VEC_PUSH(r->in.arena, &args, value);
  AML_VEC_PUSH(r->in.arena, &args, condition);
  end_bracket(r, '}', "the closing brace of the loop", lines);
  return aml_hcl_node(
      r, is_grouped ? &aml_hcl_for_groups : &aml_hcl_for_object, &args, aml_hcl_span(r, begin, r->behind));
}

const aml_expr *aml_hcl_tuple(aml_hcl_reader *r) {
  size_t begin = r->begin;
  bool is_for = is_loop(r);
  bool lines = aml_hcl_mind_lines(r, false);
  r->opened++;
  aml_hcl_advance(r);
  if (is_for) {
    return loop_of_tuple(r, begin, lines);
  }
  aml_hcl_nodes items = {0};
  while (!r->is_failed && r->kind != ']') {
    size_t from = r->begin;
    const aml_expr *item = aml_hcl_expression(r);
    item = aml_hcl_part(r, item, from, r->behind);
    AML_VEC_PUSH(r->in.arena, &items, item);
    if (r->kind == ',') {
      aml_hcl_advance(r);
    } else if (r->kind != ']') {
      aml_hcl_fail_wanted(r, "a comma or a closing bracket");
    }
  }
  end_bracket(r, ']', "a closing bracket", lines);
  return aml_hcl_node(r, &aml_hcl_tuple_of, &items, aml_hcl_span(r, begin, r->behind));
}

/* A bare name is the name; anything else is evaluated. */
static const aml_expr *object_key(aml_hcl_reader *r) {
  if (r->kind == AML_HCL_NAME) {
    aml_hcl_reader ahead = *r;
    ahead.in.tree = NULL;
    aml_hcl_advance(&ahead);
    if (ahead.kind == '=' || ahead.kind == ':') {
      const aml_expr *name =
          aml_expr_string(r->in.arena, aml_hcl_token_text(r), aml_hcl_span(r, r->begin, r->at));
      aml_hcl_advance(r);
      return name;
    }
  }
  return aml_hcl_expression(r);
}

static void skip_lines(aml_hcl_reader *r) {
  while (r->kind == AML_HCL_NEWLINE) {
    aml_hcl_advance(r);
  }
}

static void object_item(aml_hcl_reader *r, aml_hcl_nodes *parts) {
  const aml_expr *key = object_key(r);
  if (r->kind != '=' && r->kind != ':') {
    aml_hcl_fail_wanted(r, "'=' or ':' after the name of an attribute");
    return;
  }
  aml_hcl_advance(r);
  skip_lines(r);
  size_t from = r->begin;
  const aml_expr *value = aml_hcl_expression(r);
  value = aml_hcl_part(r, value, from, r->behind);
  AML_VEC_PUSH(r->in.arena, parts, key);
  AML_VEC_PUSH(r->in.arena, parts, value);
  if (r->kind == ',' || r->kind == AML_HCL_NEWLINE) {
    aml_hcl_advance(r);
    skip_lines(r);
  } else if (r->kind != '}') {
    aml_hcl_fail_wanted(r, "a comma, a new line or a closing brace");
  }
}

const aml_expr *aml_hcl_object(aml_hcl_reader *r) {
  size_t begin = r->begin;
  bool is_for = is_loop(r);
  bool lines = r->has_lines; /* the brace is read: what changes is how the next token is */
  r->has_lines = !is_for;
  r->opened++;
  aml_hcl_advance(r);
  if (is_for) {
    return loop_of_object(r, begin, lines);
  }
  aml_hcl_nodes parts = {0};
  skip_lines(r);
  while (!r->is_failed && r->kind != '}') {
    object_item(r, &parts);
  }
  end_bracket(r, '}', "a closing brace", lines);
  return aml_hcl_node(r, &aml_hcl_object_of, &parts, aml_hcl_span(r, begin, r->behind));
}
