/* Any bytes as a template and, after a line of "---", as its parameter file: expansion ends, within its
 * bounds, and its result can be printed. */
#include "arm/expand_json.h"
#include "arm/template.h"
#include "base/budget.h"
#include "base/limits.h"
#include "tree/read.h"

typedef struct input {
  aml_arena *arena;
  aml_sv bytes;
  aml_sources *sources;
  const aml_value *template_;
} input;

static const aml_value *read_text(input *in, aml_sv path, aml_sv text) {
  aml_source *source = aml_sources_add(in->sources, path, AML_SV(""));
  uint32_t bad_at = 0;
  if (aml_source_fill(source, in->arena, text, AML_LIMIT_FILE_BYTES, &bad_at, NULL) != AML_OK) {
    return NULL;
  }
  aml_diags diags;
  aml_diags_init(&diags, in->arena);
  aml_tree *tree = aml_tree_read_as(source, AML_SYNTAX_JSON, in->arena, &diags);
  return tree->documents.count > 0 ? tree->documents.items[0].root : NULL;
}

/* A template may link itself. */
static const aml_value *open_self(void *ctx, aml_sv path) {
  const input *in = ctx;
  return aml_sv_eq(path, AML_SV("main.json")) ? in->template_ : NULL;
}

static bool drop(void *ctx, const char *bytes, size_t n) {
  (void)bytes;
  *(size_t *)ctx += n;
  return true;
}

static void expand(void *ctx) {
  input *in = ctx;
  in->sources = aml_sources_new(in->arena);
  size_t cut = aml_sv_find(in->bytes, AML_SV("\n---\n"), 0);
  in->template_ = read_text(in, AML_SV("main.json"), aml_sv_slice(in->bytes, 0, cut));
  const aml_value *parameters = NULL;
  if (cut != AML_NPOS) {
    aml_sv rest = aml_sv_slice(in->bytes, cut, in->bytes.len);
    parameters = read_text(in, AML_SV("p.json"), aml_sv_slice(rest, 5, rest.len));
  }
  if (in->template_ == NULL) {
    return;
  }
  (void)aml_arm_recognise(in->template_);
  aml_diags diags;
  aml_diags_init(&diags, in->arena);
  aml_resources resources;
  aml_resources_init(&resources, in->arena);
  const aml_arm_files files = {.ctx = in, .open = open_self};
  const aml_arm_input of = {.template_ = in->template_,
      .template_path = AML_SV("main.json"),
      .parameters = parameters,
      .parameters_path = AML_SV("p.json"),
      .sources = in->sources,
      .files = &files};
  aml_arm_expand(&of, &resources, &diags, NULL);
  size_t written = 0;
  aml_json json;
  aml_json_init(&json, drop, &written, AML_JSON_COMPACT);
  aml_arm_expand_json(&resources, &json);
  bool is_written = aml_json_finish(&json); /* false for values nested too deeply to print */
  (void)is_written;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_budget budget = aml_budget_of(AML_RUN_STEPS / 2, AML_RUN_MEMORY / 2, 0); /* as the run gives it */
  arena.budget = &budget;
  input in = {.arena = &arena, .bytes = {(const char *)data, size}};
  (void)aml_guard_run(&arena, expand, &in);
  aml_arena_release(&arena);
  return 0;
}
