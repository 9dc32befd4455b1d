#include "python/heads.h"

#include "python/assignments.h"
#include "python/escapes.h"
#include "python/room.h"

void aml_py_bind_as(aml_py_run *run, const aml_py_line *line, const char *what) {
  for (uint32_t i = line->first; i + 1 < line->past; i++) {
    if (!aml_py_is(&run->tokens, i, "as")) {
      continue;
    }
    uint32_t comma = aml_py_find_sign(&run->tokens, i + 1, line->past, ",");
    uint32_t end = aml_py_find_sign(&run->tokens, i + 1, comma, ")");
    const aml_py_statement statement = aml_py_statement_begin(run, i + 1, end);
    const aml_py_expr *target = aml_py_read_from(run, i + 1, end);
    aml_py_assign(run, target,
        aml_py_unknown(run->arena, aml_py_span_of(run, target), "'%.*s' is %s; write the value itself",
            AML_SV_ARG(aml_py_written(run, target)), what),
        0);
    aml_py_statement_end(run, &statement);
    i = end; /* what stands up to there was the target */
  }
}

/* Whether the name at token i of a pattern is neither a class, nor a constant of something, nor an
 * argument's.
 */
static bool is_captured(const aml_py_run *run, uint32_t i) {
  static const char *const signs[] = {"(", ".", "="};
  bool is_any = run->tokens.items[i].kind == AML_PY_NAME && !aml_py_is(&run->tokens, i - 1, ".");
  for (size_t k = 0; k < sizeof signs / sizeof signs[0] && is_any; k++) {
    is_any = !aml_py_is(&run->tokens, i + 1, signs[k]);
  }
  return is_any;
}

void aml_py_bind_captured(aml_py_run *run, const aml_py_line *line) {
  for (uint32_t i = line->first + 1; i < line->past && !aml_py_is(&run->tokens, i, "if"); i++) {
    const aml_py_value *held =
        is_captured(run, i) ? aml_py_name_held(run->scope, aml_py_text(&run->tokens, i)) : NULL;
    if (held != NULL && aml_py_says_something(held) && held->what != AML_PY_IMPORTED) {
      const aml_py_token *token = &run->tokens.items[i];
      aml_py_name_bind(run->scope, aml_py_text(&run->tokens, i),
          aml_py_unknown(run->arena, aml_py_span(run, token->begin, token->end),
              "'%.*s' may be bound by the pattern; write the value itself",
              AML_SV_ARG(aml_py_text(&run->tokens, i))));
    }
  }
}

/* ---- Functions ---- */

static void evaluate_one(aml_py_run *run, uint32_t first, uint32_t past) {
  const aml_py_statement statement = aml_py_statement_begin(run, first, past);
  const aml_py_expr *of = aml_py_read_from(run, first, past);
  aml_py_escape(run, aml_py_evaluate(run, of), of);
  aml_py_statement_end(run, &statement);
}

/* Most annotations say types, and nothing is made of these. */
static void evaluate_annotation(aml_py_run *run, uint32_t first, uint32_t past) {
  if (aml_py_find_sign(&run->tokens, first, past, "(") < past) {
    evaluate_one(run, first, past);
  }
}

void aml_py_evaluate_parameters(aml_py_run *run, const aml_py_line *line) {
  uint32_t open = aml_py_find_sign(&run->tokens, line->first, line->past, "(");
  uint32_t past = open < line->past ? run->tokens.items[open].close : open;
  past = past > line->past ? line->past : past;
  for (uint32_t i = open + 1; i < past;) {
    uint32_t end = aml_py_find_sign(&run->tokens, i, past, ",");
    uint32_t sign = aml_py_find_sign(&run->tokens, i, end, "=");
    uint32_t colon = aml_py_find_sign(&run->tokens, i, sign, ":");
    evaluate_annotation(run, colon + 1 > sign ? sign : colon + 1, sign);
    if (sign < end) {
      evaluate_one(run, sign + 1, end);
    }
    i = end + 1;
  }
  uint32_t arrow = aml_py_find_sign(&run->tokens, past, line->past, "->");
  evaluate_annotation(run, arrow < line->past ? arrow + 1 : line->past, line->past);
}
