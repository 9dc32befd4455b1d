/* Buffered text on its way to a sink. The first refusal sticks; aml_out_finish tells. */
#ifndef AMLINT_REPORT_OUT_H
#define AMLINT_REPORT_OUT_H

#include "base/sink.h"
#include "base/sv.h"

typedef struct aml_out { /* private */
  aml_write write;
  void *ctx;
  bool has_failed;
  size_t buffered;
  size_t total; /* bytes so far; read only */
  char buffer[8192];
} aml_out;

/* Goes to write(ctx, ...), borrowed until aml_out_finish. */
void aml_out_init(aml_out *out, aml_write write, void *ctx);
void aml_out_text(aml_out *out, aml_sv text); /* as it is: ours, or made safe before */
void aml_out_str(aml_out *out, const char *text);
void aml_out_char(aml_out *out, char c);
void aml_out_fill(aml_out *out, char c, size_t count); /* c, count times */
void aml_out_int(aml_out *out, int64_t number);        /* decimal */
void aml_out_safe(aml_out *out, aml_sv text);          /* see aml_text_safe */
AML_MUST_USE bool aml_out_finish(aml_out *out);

/* The next piece of a text made safe, at *at, which moves behind what it stands for. Returns the length of
 * what is put in `piece`. */
enum { AML_SAFE_MAX = 8 };
size_t aml_safe_next(aml_sv text, size_t *at, char piece[AML_SAFE_MAX]);
/* Where in [begin, end) the first byte stands that may not be safe: those before it are pieces of themselves,
 * of one cell each. */
size_t aml_safe_run(aml_sv text, size_t begin, size_t end);

/* Text from files made safe for a terminal or a log: control characters, bidirectional and invisible marks
 * and ill-formed bytes become visible escapes; tabs and line ends become blanks. What a build agent would
 * obey, "##[" and "##vso[" anywhere and "::" at the beginning, is broken by an escape too. Secrets are masked
 * by their form. A text that is safe is returned itself. */
aml_sv aml_text_safe(aml_arena *arena, aml_sv text);

#endif
