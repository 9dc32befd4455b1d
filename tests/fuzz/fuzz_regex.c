/* Any first line as a pattern of a user, matched against the lines that follow: an answer, within the bounds.
 */
#include "base/regex.h"

#include "fuzz_documents.h"

static void match(fuzz_documents *documents) {
  aml_sv rest = documents->bytes;
  aml_sv pattern = aml_sv_split(&rest, '\n');
  for (unsigned flags = AML_REGEX_DEFAULT; flags <= (AML_REGEX_IGNORE_CASE | AML_REGEX_BRIEF); flags++) {
    aml_error error = {.text = ""};
    aml_sv texts = rest;
    const aml_regex *regex = aml_regex_new(documents->arena, pattern, (aml_regex_flags)flags, &error);
    fuzz_check(regex != NULL || error.text[0] != '\0');
    while (regex != NULL && texts.len > 0) {
      (void)aml_regex_match(regex, documents->arena, aml_sv_split(&texts, '\n'));
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_parts_with(data, size, match);
  return 0;
}
