/* Any bytes read as YAML. */
#include "fuzz/fuzz_tree.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_tree(data, size, AML_SYNTAX_YAML);
  return 0;
}
