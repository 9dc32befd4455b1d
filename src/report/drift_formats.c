/* The formats of drift. */
#include "report/drift_report.h"

static const aml_drift_format formats[] = {{"text", aml_drift_write_text}, {"json", aml_drift_write_json},
    {"csv", aml_drift_write_csv}, {"html", aml_drift_write_html}};

const aml_drift_format *aml_drift_format_at(size_t i) {
  return i < sizeof formats / sizeof formats[0] ? &formats[i] : NULL;
}
