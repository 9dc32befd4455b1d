/* Evaluates all public Bicep files and holds each literal of their resources to its place: what stands there
 * is that literal, as Bicep writes it.
 *
 * usage: bicep_spans SHARED_FOLDER [-v]      -v lists each wrong place */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "base/strbuf.h"
#include "engine/core.h"
#include "expr/value_text.h"

enum { FEWEST = 10000, MOST_COMPUTED = 2 /* in a hundred */ };

typedef struct tally {
  const aml_sources *sources;
  aml_arena *arena;
  bool is_verbose;
  size_t literals, computed, wrong;
} tally;

/* The text of '...' with simple escapes, or of '''...''' without the line end behind its quotes. */
static bool says(aml_arena *arena, aml_sv written, aml_sv text) {
  enum { QUOTES = 3 };
  bool is_block = aml_sv_starts(written, AML_SV("'''"));
  size_t quotes = is_block ? QUOTES : 1;
  if (written.len < 2 * quotes || !aml_sv_ends(written, is_block ? AML_SV("'''") : AML_SV("'"))) {
    return false;
  }
  aml_sv inner = aml_sv_slice(written, quotes, written.len - quotes);
  if (is_block) {
    inner = aml_sv_starts(inner, AML_SV("\r\n")) ? aml_sv_slice(inner, 2, inner.len)
            : aml_sv_starts(inner, AML_SV("\n")) ? aml_sv_slice(inner, 1, inner.len)
                                                 : inner;
    return aml_sv_eq(inner, text);
  }
  aml_strbuf plain;
  aml_strbuf_init(&plain, arena, SIZE_MAX);
  for (size_t i = 0; i < inner.len; i++) {
    char c = inner.data[i];
    if (c == '\\' && i + 1 < inner.len && inner.data[i + 1] == 'u') {
      return true; /* characters by number are for unit tests */
    }
    if (c == '\\' && i + 1 < inner.len) {
      c = inner.data[++i];
      c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
    }
    aml_strbuf_add_char(&plain, c);
  }
  return aml_sv_eq(aml_strbuf_view(&plain), text);
}

/* The type of a child is written without those above it. */
static bool is_end_of_type(aml_sv written, aml_sv type) {
  aml_sv own = aml_sv_starts(written, AML_SV("'")) ? aml_sv_slice(written, 1, written.len - 1) : written;
  return own.len > 0 && own.len < type.len && aml_sv_ends(type, own) &&
         type.data[type.len - own.len - 1] == '/';
}

/* Whether a literal begins so. */
static bool is_literal(aml_sv written) {
  return written.len > 0 &&
         (written.data[0] == '\'' || written.data[0] == '-' || aml_ascii_digit(written.data[0]) ||
             aml_sv_eq(written, AML_SV("true")) || aml_sv_eq(written, AML_SV("false")));
}

static bool is_written(aml_arena *arena, aml_sv written, const aml_value *value) {
  switch ((unsigned)value->kind) {
  case AML_STRING:
    return aml_sv_eq(
               written, value->as.string) || /* a part of a text, as a type is of one with its version */
           says(arena, written, value->as.string) ||
           is_end_of_type(written, value->as.string);
  case AML_INT:
    return aml_sv_eq(written, aml_sv_format(arena, "%lld", (long long)value->as.integer));
  case AML_BOOL:
    return aml_sv_eq(written, value->as.boolean ? AML_SV("true") : AML_SV("false"));
  default:
    return true;
  }
}

/* Whether the file that a span lies in is written in Bicep. */
static const aml_source *bicep_of(const tally *t, aml_span span) {
  const aml_source *source = aml_span_is_none(span) ? NULL : aml_sources_get(t->sources, span.source);
  return source != NULL && aml_sv_iends(source->path, AML_SV(".bicep")) ? source : NULL;
}

static void check_scalar(tally *t, const aml_value *value) {
  const aml_source *source = bicep_of(t, value->span);
  if (source == NULL || value->origin != NULL) { /* computed, or handed on */
    return;
  }
  aml_sv written = aml_span_text(t->sources, value->span);
  bool is_one = is_literal(written) || is_written(t->arena, written, value);
  t->literals += is_one;
  t->computed += !is_one;
  if (is_one && !is_written(t->arena, written, value)) {
    t->wrong++;
    if (t->is_verbose) {
      printf("%.*s, byte %u: %.*s is no %.*s\n", AML_SV_ARG(source->path), value->span.begin,
          AML_SV_ARG(aml_sv_slice(written, 0, 80)), AML_SV_ARG(aml_value_json(t->arena, value, false)));
    }
  }
}

/* What a module is in the template is not written: that it is a deployment, and how it is evaluated. */
static bool is_made_for_module(const aml_value *object, const aml_member *member) {
  bool is_deployment = aml_sv_eq(
      aml_value_text(aml_object_find(object, AML_SV("type"))), AML_SV("Microsoft.Resources/deployments"));
  return aml_sv_eq(member->name, AML_SV("mode")) ||
         aml_sv_eq(member->name, AML_SV("expressionEvaluationOptions")) ||
         (is_deployment &&
             (aml_sv_eq(member->name, AML_SV("type")) || aml_sv_eq(member->name, AML_SV("apiVersion"))));
}

/* Bodies are as deep as evaluation lets them be. */
static void check_value(tally *t, const aml_value *value) {
  for (size_t i = 0; value->kind == AML_ARRAY && i < value->as.array.count; i++) {
    check_value(t, value->as.array.items[i]);
  }
  for (size_t i = 0; value->kind == AML_OBJECT && i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    if (!is_made_for_module(value, member)) {
      check_value(t, member->value);
    }
  }
  if (value->kind == AML_STRING || value->kind == AML_INT || value->kind == AML_BOOL) {
    check_scalar(t, value);
  }
}

static int check_run(amlint_engine *engine, bool is_verbose) {
  aml_engine *core = aml_engine_core(engine);
  tally t = {.sources = core->inputs.sources, .arena = &core->arena, .is_verbose = is_verbose};
  for (size_t i = 0; i < aml_graph_count(core->estate.declared); i++) {
    check_value(&t, aml_graph_at(core->estate.declared, i)->body);
  }
  printf("%zu resources, %zu literals of Bicep, %zu of them at a wrong place; %zu values at expressions\n",
      aml_graph_count(core->estate.declared), t.literals, t.wrong, t.computed);
  bool is_right = t.wrong == 0 && t.literals >= FEWEST && t.computed * 100 < t.literals * MOST_COMPUTED;
  return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
  enum { SKIPPED = 77 };
  char folder[4096];
  if (argc < 2 || snprintf(folder, sizeof folder, "%s/conformance/bicep/handed", argv[1]) < 0) {
    return EXIT_FAILURE;
  }
  if (access(folder, R_OK) != 0) {
    printf("skipped: %s is not here\n", folder);
    return SKIPPED;
  }
  amlint_options options = AMLINT_OPTIONS_INIT;
  options.folder = folder;
  options.isolated = true;
  options.no_ignore_files = true;
  options.as_of = "2026-11-27";
  amlint_error error;
  amlint_engine *engine = amlint_engine_new(&options, &error);
  int status = EXIT_FAILURE;
  if (engine == NULL || amlint_add_path(engine, ".", &error) != AMLINT_OK ||
      amlint_run(engine, &error) != AMLINT_OK) {
    printf("%s\n", error.text);
  } else {
    status = check_run(engine, argc > 2 && strcmp(argv[2], "-v") == 0);
  }
  amlint_engine_free(engine);
  return status;
}
