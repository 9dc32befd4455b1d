/* The formats of the audit. */
#include "report/audit.h"

static const aml_audit_format formats[] = {{"text", aml_audit_write_text}, {"json", aml_audit_write_json},
    {"csv", aml_audit_write_csv}, {"markdown", aml_audit_write_markdown}, {"html", aml_audit_write_html}};

const aml_audit_format *aml_audit_format_at(size_t i) {
  return i < sizeof formats / sizeof formats[0] ? &formats[i] : NULL;
}
