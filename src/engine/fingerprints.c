/* Fingerprints are made when somebody is about to read them: few runs need any. */
#include "engine/conclude.h"

void aml_engine_fingerprint(aml_findings *findings, const aml_sources *sources) {
  if (!findings->has_fingerprints) {
    aml_findings_fingerprint(findings, sources);
  }
}
