#include "python/assignments.h"
#include "python/escapes.h"
#include "python/heads.h"
#include "python/local_calls.h"
#include "python/room.h"
#include "python/unseen.h"

#include "base/limits.h"

static void run_lines(aml_py_run *run, uint32_t first, uint32_t past);

void aml_py_note_depth(aml_py_run *run, uint32_t at) {
  const aml_py_token *token = &run->tokens.items[at];
  aml_diags_add(run->diags, "AML003", aml_py_span(run, token->begin, token->end),
      "Code nested deeper than %d levels was not read.", AML_LIMIT_EXPR_DEPTH)
      ->is_incomplete = true;
}

static bool is_word(const aml_py_run *run, uint32_t i, const char *word) {
  return aml_py_is(&run->tokens, i, word);
}

/* For what its calls do. */
static void evaluate(aml_py_run *run, uint32_t first, uint32_t past) {
  const aml_py_statement statement = aml_py_statement_begin(run, first, past);
  (void)aml_py_evaluate(run, aml_py_read_from(run, first, past));
  aml_py_statement_end(run, &statement);
}

/* ---- Statements ---- */

/* "global x, y" */
static void run_global(aml_py_run *run, const aml_py_line *line) {
  for (uint32_t i = line->first + 1; i < line->past; i++) {
    if (run->tokens.items[i].kind == AML_PY_NAME && run->scope->outer != NULL) {
      aml_py_name_binding(run->scope, aml_py_text(&run->tokens, i))->is_global = true;
    }
  }
}

static void delete_one(aml_py_run *run, const aml_py_expr *target) {
  if (target->form == AML_PY_WORD) {
    aml_py_name_bind(run->scope, target->name,
        aml_py_unknown(run->arena, aml_py_span_of(run, target), "'%.*s' is deleted; give it a value",
            AML_SV_ARG(target->name)));
  } else if (target->form == AML_PY_ITEM) {
    if (target->right != NULL) {
      (void)aml_py_evaluate(run, target->right);
    }
    aml_py_change_in_place(run, target->left, target);
  } else if (target->form == AML_PY_ATTRIBUTE) {
    aml_py_change_in_place(run, target, target);
  }
}

/* "del x, y[0], z.attribute" */
static void run_delete(aml_py_run *run, const aml_py_line *line) {
  const aml_py_expr *target = aml_py_read_from(run, line->first + 1, line->past);
  if (target->form != AML_PY_LIST) {
    delete_one(run, target);
    return;
  }
  for (uint32_t i = 0; i < target->count; i++) {
    if (target->items[i].value != NULL) {
      delete_one(run, target->items[i].value);
    }
  }
}

static void run_simple(aml_py_run *run, const aml_py_line *line) {
  static const char *const before[] = {"return", "raise", "assert", "yield", "print", "exec", "@"};
  uint32_t first = line->first;
  if (aml_py_brings_names(&run->tokens, first)) {
    aml_py_forget_values(run, aml_py_span(run, run->tokens.items[first].begin, run->tokens.items[first].end));
    return;
  }
  if (is_word(run, first, "import") || is_word(run, first, "from")) {
    aml_py_import(run, line);
    return;
  }
  if (is_word(run, first, "nonlocal")) {
    return; /* noted where the function is defined; until it binds the name here, it is the outer one's */
  }
  if (is_word(run, first, "global")) {
    run_global(run, line);
    return;
  }
  if (is_word(run, first, "del")) {
    run_delete(run, line);
    return;
  }
  bool is_call = is_word(run, first + 1, "(") || is_word(run, first + 1, "=");
  for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
    if (is_word(run, first, before[i]) && !is_call) {
      const aml_py_expr *of = aml_py_read_from(run, first + 1, line->past);
      run->is_showing =
          is_word(run, first, "raise") || is_word(run, first, "print") || is_word(run, first, "assert");
      const aml_py_value *value = aml_py_evaluate(run, of);
      run->is_showing = false;
      if (!is_word(run, first, "print") && !is_word(run, first, "assert")) {
        aml_py_escape(run, value, of);
      }
      aml_py_leave_sight(value);
      if (is_word(run, first, "@")) { /* a function is called when what follows is defined */
        aml_py_forget_outer_names(run, aml_py_span_of(run, of));
      }
      return;
    }
  }
  aml_py_run_assignment(run, line);
}

/* Whether the last statement of a body leaves the function, so that what it has bound counts nowhere. */
static bool leaves(const aml_py_run *run, uint32_t first, uint32_t past) {
  uint32_t last = first;
  for (uint32_t i = first; i < past; i = run->lines.items[i].next) {
    last = i;
  }
  return first < past && (is_word(run, run->lines.items[last].first, "return") ||
                             is_word(run, run->lines.items[last].first, "raise"));
}

static void enter(aml_py_run *run) {
  aml_py_block *block = AML_NEW(run->arena, aml_py_block);
  block->outer = run->block;
  run->block = block;
}

static void run_branch(aml_py_run *run, uint32_t first, uint32_t past, aml_py_outcome *out) {
  const aml_py_block *outer = run->block;
  size_t begin = aml_py_branch_begin(run->scope);
  enter(run);
  run_lines(run, first, past);
  run->block = outer;
  aml_py_branch_end(run->scope, begin, out);
}

static uint32_t body_end(const aml_py_run *run, uint32_t head, uint32_t past) {
  uint32_t next = run->lines.items[head].next;
  return next > past ? past : next;
}

static bool is_head_of(const aml_py_run *run, uint32_t i, uint32_t past, uint32_t column, const char *word) {
  return i < past && run->lines.items[i].is_head && run->lines.items[i].column == column &&
         !run->lines.items[i].begins_cell && is_word(run, run->lines.items[i].first, word);
}

typedef AML_VEC(aml_py_outcome) outcomes;

static void join(aml_py_run *run, const outcomes *all, bool may_be_none) {
  aml_py_branches_join(run->scope, all->items, all->count, may_be_none, ++run->joins);
}

/* if, with all its elif and else; returns what follows. */
static uint32_t run_if(aml_py_run *run, uint32_t head, uint32_t past) {
  uint32_t column = run->lines.items[head].column;
  outcomes all = {0};
  bool has_else = false;
  uint32_t i = head;
  do {
    const aml_py_line *line = &run->lines.items[i];
    has_else = is_word(run, line->first, "else");
    evaluate(run, line->first + 1, line->past);
    uint32_t end = body_end(run, i, past);
    aml_py_outcome outcome;
    run_branch(run, i + 1, end, &outcome);
    if (!leaves(run, i + 1, end)) {
      AML_VEC_PUSH(run->arena, &all, outcome);
    }
    i = end;
  } while (
      !has_else && (is_head_of(run, i, past, column, "elif") || is_head_of(run, i, past, column, "else")));
  join(run, &all, !has_else);
  return i;
}

/* ---- Loops ---- */

static void forget(aml_py_run *run, uint32_t i) {
  aml_sv name = aml_py_text(&run->tokens, i);
  bool is_several;
  if (aml_py_name_find(run->scope, name, &is_several) != NULL) {
    const aml_span span = aml_py_span(run, run->tokens.items[i].begin, run->tokens.items[i].end);
    aml_py_name_bind(run->scope, name,
        aml_py_unknown(
            run->arena, span, "'%.*s' changes in a loop; write the value itself", AML_SV_ARG(name)));
  }
}

/* Whether the name is that of an object whose attribute is meant: setting one in a loop tells the object so.
 */
static bool is_of_object(aml_py_run *run, uint32_t i) {
  bool is_several;
  const aml_py_value *of = aml_py_name_find(run->scope, aml_py_text(&run->tokens, i), &is_several);
  return is_word(run, i + 1, ".") && of != NULL && of->what == AML_PY_MADE;
}

/* What a line binds, or changes, is not known at the beginning of its loop. */
static void forget_of_line(aml_py_run *run, const aml_py_line *line) {
  uint32_t last = line->first;
  for (uint32_t i = line->first; i < line->past; i++) {
    const aml_py_token *token = &run->tokens.items[i];
    bool is_target = !line->is_head && aml_py_is_assignment(&run->tokens, i);
    for (; is_target && last < i; last++) {
      if (run->tokens.items[last].kind == AML_PY_NAME && !is_word(run, last + 1, "=")) {
        if (!is_of_object(run, last)) {
          forget(run, last);
        }
      } else if (run->tokens.items[last].kind == AML_PY_NAME && last + 1 == i) {
        forget(run, last);
      }
    }
    bool is_bound = is_word(run, i, "as") || is_word(run, i, "import") || is_word(run, i, "for") ||
                    is_word(run, i, "del");
    if (token->kind == AML_PY_NAME && is_bound && i + 1 < line->past &&
        run->tokens.items[i + 1].kind == AML_PY_NAME) {
      forget(run, i + 1);
    }
    i = token->close > i && token->is_closed ? token->close : i;
  }
}

/* What a loop goes over. In *one what it gives its name, where that is one of the objects in a list that is
 * written out; else NULL. */
static const aml_py_value *evaluate_looped(
    aml_py_run *run, const aml_py_expr *of, aml_sv name, const aml_py_value **one) {
  *one = NULL;
  if (of->form != AML_PY_LIST) {
    return aml_py_evaluate(run, of);
  }
  const aml_py_value **items = AML_NEW_ARRAY(run->arena, const aml_py_value *, of->count);
  const aml_py_value *list = aml_py_evaluate_list(run, of, items);
  for (uint32_t i = 0; i < of->count; i++) {
    if (items[i]->what != AML_PY_MADE || of->items[i].stars > 0) {
      *one = NULL;
      break;
    }
    *one = *one == NULL ? items[i] : aml_py_either(run->arena, name, *one, items[i]);
  }
  return list;
}

static void run_loop_body(aml_py_run *run, uint32_t head, uint32_t past, bool is_for, aml_py_outcome *out) {
  const aml_py_line *line = &run->lines.items[head];
  size_t begin = aml_py_branch_begin(run->scope);
  const aml_py_block *outer = run->block;
  enter(run);
  for (uint32_t i = head + 1; i < past; i++) {
    forget_of_line(run, &run->lines.items[i]);
  }
  const aml_py_statement statement = aml_py_statement_begin(run, line->first, line->past);
  uint32_t in = is_for ? aml_py_find_sign(&run->tokens, line->first, line->past, "in") : line->first;
  const aml_py_expr *list = aml_py_read_from(run, in + 1 > line->past ? line->past : in + 1, line->past);
  const aml_py_expr *target = is_for ? aml_py_read_from(run, line->first + 1, in) : NULL;
  aml_sv name = is_for ? aml_py_written(run, target) : (aml_sv){NULL, 0};
  const aml_py_value *one;
  const aml_py_value *of = evaluate_looped(run, list, name, &one);
  if (is_for) {
    const aml_py_value *any = aml_py_unknown(run->arena, of->data->span,
        "a loop gives '%.*s' its values; write the value itself", AML_SV_ARG(name));
    aml_py_assign(run, target, one != NULL ? one : aml_py_may_be(run, any, &of, 1), 0);
  }
  aml_py_statement_end(run, &statement);
  run_lines(run, head + 1, past);
  run->block = outer;
  aml_py_branch_end(run->scope, begin, out);
}

/* Whether a body leaves its loop, or one in it, so that "else" may not run. */
static bool breaks(const aml_py_run *run, uint32_t first, uint32_t past) {
  for (uint32_t i = first; i < past; i++) {
    if (is_word(run, run->lines.items[i].first, "break")) {
      return true;
    }
  }
  return false;
}

/* A body that may be left out. */
static void run_possible(aml_py_run *run, uint32_t first, uint32_t past) {
  outcomes all = {0};
  aml_py_outcome outcome;
  run_branch(run, first, past, &outcome);
  AML_VEC_PUSH(run->arena, &all, outcome);
  join(run, &all, true);
}

static uint32_t run_loop(aml_py_run *run, uint32_t head, uint32_t past, bool is_for) {
  outcomes all = {0};
  aml_py_outcome outcome;
  uint32_t end = body_end(run, head, past);
  run_loop_body(run, head, end, is_for, &outcome);
  AML_VEC_PUSH(run->arena, &all, outcome);
  join(run, &all, true);
  if (is_head_of(run, end, past, run->lines.items[head].column, "else")) {
    uint32_t after = body_end(run, end, past);
    if (breaks(run, head + 1, end)) {
      run_possible(run, end + 1, after);
    } else {
      run_lines(run, end + 1, after);
    }
    end = after;
  }
  return end;
}

/* ---- try ---- */

/* A handler begins where the body may have been left after any of its statements. */
static void run_handler(
    aml_py_run *run, uint32_t head, uint32_t past, const aml_py_outcome *body, aml_py_outcome *out) {
  const aml_py_block *outer = run->block;
  size_t begin = aml_py_branch_begin(run->scope);
  enter(run);
  aml_py_branches_join(run->scope, body, 1, true, ++run->joins);
  aml_py_bind_as(run, &run->lines.items[head], "an exception");
  run_lines(run, head + 1, past);
  run->block = outer;
  aml_py_branch_end(run->scope, begin, out);
}

static uint32_t run_try(aml_py_run *run, uint32_t head, uint32_t past) {
  uint32_t column = run->lines.items[head].column;
  uint32_t i = body_end(run, head, past);
  outcomes all = {0};
  aml_py_outcome body, outcome;
  run_branch(run, head + 1, i, &body);
  if (!leaves(run, head + 1, i)) {
    AML_VEC_PUSH(run->arena, &all, body);
  }
  bool is_handled = false; /* and what follows runs after a handler, too */
  while (is_head_of(run, i, past, column, "except")) {
    uint32_t end = body_end(run, i, past);
    evaluate(run, run->lines.items[i].first + 1, run->lines.items[i].past);
    run_handler(run, i, end, &body, &outcome);
    if (!leaves(run, i + 1, end)) {
      AML_VEC_PUSH(run->arena, &all, outcome);
      is_handled = true;
    }
    i = end;
  }
  join(run, &all, false);
  while (is_head_of(run, i, past, column, "else") || is_head_of(run, i, past, column, "finally")) {
    uint32_t end = body_end(run, i, past);
    if (is_handled && is_head_of(run, i, past, column, "else")) {
      run_possible(run, i + 1, end);
    } else {
      run_lines(run, i + 1, end);
    }
    i = end;
  }
  return i;
}

/* ---- Functions and classes ---- */

static aml_sv name_of_head(const aml_py_run *run, const aml_py_line *line) {
  bool is_async = is_word(run, line->first, "async");
  uint32_t i = line->first + (is_async ? 2 : 1);
  return i < line->past ? aml_py_text(&run->tokens, i) : (aml_sv){NULL, 0};
}

static void bind_parameter(
    aml_py_run *run, aml_sv name, aml_span span, aml_sv function, const aml_py_expr *otherwise) {
  const aml_sv written =
      otherwise == NULL ? (aml_sv){NULL, 0} : aml_sv_shorten(run->arena, aml_py_written(run, otherwise), 40);
  const aml_py_value *value =
      otherwise == NULL
          ? aml_py_unknown(run->arena, span, "'%.*s' is a parameter of '%.*s'; write the value itself",
                AML_SV_ARG(name), AML_SV_ARG(function))
          : aml_py_unknown(run->arena, span,
                "'%.*s' is a parameter of '%.*s', by default %.*s; write the value itself", AML_SV_ARG(name),
                AML_SV_ARG(function), AML_SV_ARG(written));
  aml_py_name_bind(run->scope, name, value);
}

/* "name", "name: type", "name=default", "name: type = default", apart by commas. */
static void bind_parameters(aml_py_run *run, const aml_py_line *line) {
  uint32_t open = aml_py_find_sign(&run->tokens, line->first, line->past, "(");
  if (open == line->past) {
    return;
  }
  aml_sv function = name_of_head(run, line);
  uint32_t past = run->tokens.items[open].close;
  past = past > line->past ? line->past : past;
  for (uint32_t i = open + 1; i < past;) {
    uint32_t end = aml_py_find_sign(&run->tokens, i, past, ",");
    while (i < end && run->tokens.items[i].kind != AML_PY_NAME) {
      i++;
    }
    if (i < end) {
      uint32_t sign = aml_py_find_sign(&run->tokens, i, end, "=");
      const aml_py_token *token = &run->tokens.items[i];
      const aml_py_statement statement = aml_py_statement_begin(run, i, end);
      bind_parameter(run, aml_py_text(&run->tokens, i), aml_py_span(run, token->begin, token->end), function,
          sign < end ? aml_py_read_from(run, sign + 1, end) : NULL);
      aml_py_statement_end(run, &statement);
    }
    i = end + 1;
  }
}

static void run_scope(aml_py_run *run, aml_py_scope *scope, uint32_t first, uint32_t past);

static void run_function(aml_py_run *run, const aml_py_body *body) {
  aml_py_scope scope;
  aml_py_scope *outer = run->scope;
  const aml_py_block *block = run->block;
  aml_py_scope_init(&scope, run->arena, outer);
  run->scope = &scope;
  enter(run);
  bind_parameters(run, &run->lines.items[body->head]);
  run_scope(run, &scope, body->head + 1, body->past);
  run->block = block;
  run->scope = outer;
}

/* The statements, and then the functions among them, whose calls come later. */
static void run_scope(aml_py_run *run, aml_py_scope *scope, uint32_t first, uint32_t past) {
  size_t before = run->bodies.count;
  run->scope = scope;
  run_lines(run, first, past);
  for (size_t i = before; i < run->bodies.count && !run->room.is_over; i++) {
    const aml_py_body body = run->bodies.items[i];
    if (run->depth < AML_LIMIT_EXPR_DEPTH) {
      run->depth++;
      run_function(run, &body);
      run->depth--;
    } else {
      aml_py_note_depth(run, run->lines.items[body.head].first);
    }
  }
  run->bodies.count = before;
}

static void run_class(aml_py_run *run, uint32_t head, uint32_t past) {
  aml_py_scope scope;
  aml_py_scope *outer = run->scope;
  aml_py_scope_init(&scope, run->arena, outer);
  scope.is_class = true;
  run->scope = &scope;
  run_lines(run, head + 1, past);
  run->scope = outer;
}

static void define(aml_py_run *run, uint32_t head, uint32_t past, bool is_class) {
  const aml_py_line *line = &run->lines.items[head];
  aml_sv name = name_of_head(run, line);
  const aml_span span =
      aml_py_span(run, run->tokens.items[line->first].begin, run->tokens.items[line->past - 1].end);
  aml_py_name_bind(run->scope, name,
      aml_py_unknown(run->arena, span, "'%.*s' is defined here; write the value itself", AML_SV_ARG(name)));
  if (is_class) {
    uint32_t open = aml_py_find_sign(&run->tokens, line->first, line->past, "(");
    if (open < line->past) { /* what it is made of */
      const aml_py_statement statement = aml_py_statement_begin(run, open, line->past);
      const aml_py_expr *bases = aml_py_read_from(run, open, line->past);
      aml_py_escape(run, aml_py_evaluate(run, bases), bases);
      aml_py_statement_end(run, &statement);
    }
    run_class(run, head, past);
  } else {
    aml_py_evaluate_parameters(run, line);
    const aml_py_body body = {head, past};
    AML_VEC_PUSH(run->arena, &run->bodies, body);
    aml_py_note_function(run, name, &body);
    aml_py_note_outer_names(run, &body);
  }
}

/* ---- All statements ---- */

/* A head that is known; returns what follows it and its body. */
static uint32_t run_head(aml_py_run *run, uint32_t i, uint32_t past) {
  const aml_py_line *line = &run->lines.items[i];
  uint32_t first = line->first;
  uint32_t end = body_end(run, i, past);
  uint32_t word = is_word(run, first, "async") ? first + 1 : first;
  if (is_word(run, word, "if")) {
    return run_if(run, i, past);
  }
  if (is_word(run, word, "try")) {
    return run_try(run, i, past);
  }
  if (is_word(run, word, "for") || is_word(run, word, "while")) {
    return run_loop(run, i, past, is_word(run, word, "for"));
  }
  if (is_word(run, word, "def") || is_word(run, word, "class")) {
    define(run, i, end, is_word(run, word, "class"));
    return end;
  }
  if (is_word(run, word, "match")) {
    const aml_py_statement statement = aml_py_statement_begin(run, word + 1, line->past);
    const aml_py_expr *of = aml_py_read_from(run, word + 1, line->past);
    aml_py_escape(run, aml_py_evaluate(run, of), of);
    aml_py_statement_end(run, &statement);
  } else {
    evaluate(run, word + 1, line->past);
  }
  if (is_word(run, word, "with")) {
    aml_py_bind_as(run, line, "made by what 'with' enters");
    run_lines(run, i + 1, end);
    return end;
  }
  if (is_word(run, word, "case")) {
    aml_py_bind_captured(run, line);
  }
  outcomes all = {0}; /* "case", and an "else" or "except" without what it belongs to */
  aml_py_outcome outcome;
  run_branch(run, i + 1, end, &outcome);
  AML_VEC_PUSH(run->arena, &all, outcome);
  join(run, &all, true);
  return end;
}

static void run_lines(aml_py_run *run, uint32_t first, uint32_t past) {
  for (uint32_t i = first; i < past;) {
    const aml_py_line *line = &run->lines.items[i];
    aml_arena_spend(run->arena, 1);
    if (run->room.is_over) {
      return;
    }
    if (!line->is_head) {
      const aml_py_statement statement = aml_py_statement_begin(run, line->first, line->past);
      run_simple(run, line);
      aml_py_statement_end(run, &statement);
      i++;
    } else if (run->depth < AML_LIMIT_EXPR_DEPTH) {
      run->depth++;
      i = run_head(run, i, past);
      run->depth--;
    } else {
      aml_py_note_depth(run, line->first);
      i = body_end(run, i, past);
    }
  }
}

void aml_py_follow(
    aml_py_run *run, aml_arena *arena, const aml_guest *text, const aml_py_tokens *tokens, aml_diags *diags) {
  aml_py_scope *module = AML_NEW(arena, aml_py_scope);
  aml_py_scope_init(module, arena, NULL);
  run->arena = arena;
  run->module = module;
  run->text = text;
  run->diags = diags;
  run->tokens = *tokens;
  aml_map_init(&run->changed, arena, AML_MAP_EXACT);
  aml_map_init(&run->unseen, arena, AML_MAP_EXACT);
  aml_map_init(&run->mentions, arena, AML_MAP_EXACT);
  aml_map_init(&run->imports_set, arena, AML_MAP_EXACT);
  aml_map_init(&run->arguments, arena, AML_MAP_EXACT);
  aml_map_init(&run->functions, arena, AML_MAP_EXACT);
  aml_py_room_init(run);
  run->lines = aml_py_read_lines(arena, &run->tokens);
  run_scope(run, module, 0, run->lines.count);
  aml_py_settle_all(run);
  aml_py_settle_unseen(run);
}
