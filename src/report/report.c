#include "report/report.h"

#include "report/format_writers.h"

static const aml_reporter reporters[] = {
#define AML_REPORT_FORMAT(name, takes_fingerprints, takes_all_secrets, summary)                              \
  {#name, summary, takes_fingerprints, takes_all_secrets, aml_report_##name},
#include "report/formats.def"
#undef AML_REPORT_FORMAT
};

const aml_reporter *aml_reporter_at(size_t i) {
  return i < sizeof reporters / sizeof reporters[0] ? &reporters[i] : NULL;
}

const aml_reporter *aml_reporter_find(aml_sv name) {
  for (size_t i = 0; i < sizeof reporters / sizeof reporters[0]; i++) {
    if (aml_sv_eq(name, aml_sv_of(reporters[i].name))) {
      return &reporters[i];
    }
  }
  return NULL;
}

const char *aml_report_variable_at(size_t i) {
  static const char *const names[] = {"GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA",
      "GITHUB_REF_NAME", "BUILD_REPOSITORY_URI", "BUILD_SOURCEVERSION", "BUILD_SOURCEBRANCHNAME",
      "CI_PROJECT_URL", "CI_COMMIT_SHA", "CI_COMMIT_REF_NAME", "SYSTEM_DEFINITIONID", "BUILD_DEFINITIONNAME",
      "SYSTEM_PHASEID", "SYSTEM_PHASENAME"};
  return i < sizeof names / sizeof names[0] ? names[i] : NULL;
}
