/* `"shortDescription": {"text": "..."}`: as SARIF writes texts. */
#include "report/sarif.h"

void aml_sarif_text(aml_sarif *s, const char *key, aml_sv text) {
  aml_json_key(&s->json, aml_sv_of(key));
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "text", text);
  aml_json_end_object(&s->json);
}
