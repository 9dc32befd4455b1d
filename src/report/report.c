#include "report/report.h"

#include "report/format_writers.h"

static const aml_reporter reporters[] = {
    {"text", "for people: the source line, the chain of origins, help", false, aml_report_text},
    {"compact", "one line for each finding, as compilers print", false, aml_report_compact},
    {"grouped", "one line for each finding, under the resource that it is about", false, aml_report_grouped},
    {"sarif", "SARIF 2.1.0, for code scanning", true, aml_report_sarif},
    {"json", "one JSON object for the run, for programs", true, aml_report_json},
    {"jsonl", "one JSON object for each finding, one per line", true, aml_report_jsonl},
    {"github", "workflow commands of GitHub Actions", false, aml_report_github},
    {"gitlab", "code quality report of GitLab", true, aml_report_gitlab},
    {"azure", "logging commands of Azure Pipelines", false, aml_report_azure},
    {"junit", "JUnit XML, for CI servers", false, aml_report_junit},
    {"markdown", "a comment on a pull request", false, aml_report_markdown},
    {"checkstyle", "Checkstyle XML", false, aml_report_checkstyle},
    {"rdjson", "diagnostics for reviewdog", false, aml_report_rdjson},
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
