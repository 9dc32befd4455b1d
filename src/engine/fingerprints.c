/* Fingerprints are made when somebody is about to read them: few runs need any. */
#include "engine/engine.h"

void aml_engine_fingerprint(aml_engine *engine) {
  if (!engine->has_fingerprints) {
    aml_findings_fingerprint(&engine->findings, engine->sources);
    engine->has_fingerprints = true;
  }
}
