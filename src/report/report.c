#include "report/report.h"

#include "report/formats.h"

static const aml_reporter reporters[] = {
    {"text", "for people: the source line, the chain of origins, help", aml_report_text},
    {"compact", "one line for each finding, as compilers print", aml_report_compact},
    {"sarif", "SARIF 2.1.0, for code scanning", aml_report_sarif},
    {"json", "one JSON object for the run, for programs", aml_report_json},
    {"jsonl", "one JSON object a line for each finding", aml_report_jsonl},
    {"github", "workflow commands of GitHub Actions", aml_report_github},
    {"gitlab", "code quality report of GitLab", aml_report_gitlab},
    {"azure", "logging commands of Azure Pipelines", aml_report_azure},
    {"junit", "JUnit XML, for CI servers", aml_report_junit},
    {"markdown", "a comment on a pull request", aml_report_markdown},
    {"checkstyle", "Checkstyle XML", aml_report_checkstyle},
    {"rdjson", "diagnostics for reviewdog", aml_report_rdjson},
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
