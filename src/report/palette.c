#include "report/palette.h"

static const aml_palette plain = {"", "", "", "", "", "", {"", "", "", ""}};
static const aml_palette colored = {"\x1b[1m", "\x1b[34m", "\x1b[1m", "\x1b[32m", "\x1b[31m", "\x1b[0m",
    {"\x1b[1;35m", "\x1b[1;36m", "\x1b[1;33m", "\x1b[1;31m"}};

const aml_palette *aml_palette_of(const aml_report_options *options) {
  return options->color == AML_COLOR_ON ? &colored : &plain;
}

const char *aml_palette_label(const aml_palette *palette, const aml_finding *finding) {
  return palette->severity[finding->status == AML_ACTIVE ? finding->severity : AML_SEVERITY_NONE];
}
