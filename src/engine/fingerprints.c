/* Fingerprints are made when somebody is about to read them: few runs need any. */
#include "engine/engine.h"

void aml_engine_fingerprint(aml_engine *engine) {
  if (!engine->findings.has_fingerprints) {
    aml_findings_fingerprint(&engine->findings, engine->inputs.sources);
    engine->findings.has_fingerprints = true;
  }
}
