/* Texts in Markdown: what would mean something there is written so that it does not. */
#include "base/strbuf.h"
#include "report/markdown_text.h"

#include "test.h"

static bool append(void *ctx, const char *bytes, size_t n) {
  aml_strbuf_add(ctx, (aml_sv){bytes, n});
  return true;
}

/* The first byte of the text, as it is written before the second one. */
static aml_sv first_of(aml_arena *arena, const char *text) {
  aml_strbuf written;
  aml_strbuf_init(&written, arena, SIZE_MAX);
  aml_out out;
  aml_out_init(&out, append, &written);
  aml_markdown_byte(&out, 0, text[0], text[1]);
  assert_true(aml_out_finish(&out));
  return aml_strbuf_view(&written);
}

/* Source: CommonMark 0.31, sections 4.1 (rules), 4.3 (setext headings) and 5.2 (list items); a service makes
 * links of schemes and pictures of ":+1:". */
static void escapes_what_means_something(void **state) {
  static const struct {
    const char *text, *want;
  } cases[] = {{"://", "&#58;"}, {":+1", "&#58;"}, {":-1", "&#58;"}, {":smile", "&#58;"}, {": x", ":"},
      {":1", ":"}, {"- x", "\\-"}, {"-\tx", "\\-"}, {"--", "\\-"}, {"-", "\\-"}, {"-x", "-"}, {"+ x", "\\+"},
      {"+1", "+"}, {"==", "\\="}, {"=x", "="}, {"*x", "\\*"}, {"_x", "\\_"}, {"@x", "&#64;"}, {"x", "x"}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_sv got = first_of(*state, cases[i].text);
    if (!aml_sv_eq(got, aml_sv_of(cases[i].want))) {
      fail_msg("%s begins with %.*s", cases[i].text, AML_SV_ARG(got));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(escapes_what_means_something)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
