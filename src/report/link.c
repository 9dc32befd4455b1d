#include "report/link.h"

#include "base/strbuf.h"
#include "report/repository.h"

aml_sv aml_uri_encode(aml_arena *arena, aml_sv text, const char *kept) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  aml_sv also = aml_sv_of(kept);
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    bool is_kept = aml_ascii_alnum(c) || aml_sv_find_char(AML_SV("-._~"), c, 0) != AML_NPOS ||
                   aml_sv_find_char(also, c, 0) != AML_NPOS;
    if (is_kept) {
      aml_strbuf_add_char(&out, c);
    } else {
      aml_strbuf_addf(&out, "%%%02X", (unsigned)(unsigned char)c);
    }
  }
  return aml_strbuf_view(&out);
}

aml_sv aml_rule_page(aml_arena *arena, const aml_rule *rule) {
  if (rule->origin == AML_RULE_BUILT_IN) {
    aml_sv id = aml_uri_encode(arena, rule->id, "");
    return aml_sv_format(arena, "%s/blob/main/docs/rules/%.*s.md", AML_HOME, AML_SV_ARG(id));
  }
  aml_sv url = rule->link_count > 0 ? rule->links[0].url : AML_SV("");
  bool is_web = aml_sv_istarts(url, AML_SV("https://")) || aml_sv_istarts(url, AML_SV("http://"));
  return is_web ? aml_uri_encode(arena, url, ":/?#@!$&*+,;=%") : AML_SV("");
}

aml_sv aml_blob_base(aml_arena *arena, const aml_value *environment) {
  if (!aml_value_is(environment, AML_OBJECT)) {
    return AML_SV("");
  }
  bool is_github = aml_object_find_exact(environment, AML_SV("GITHUB_REPOSITORY")) != NULL;
  bool is_gitlab = aml_object_find_exact(environment, AML_SV("CI_PROJECT_URL")) != NULL;
  aml_repository ci = aml_repository_of_ci(arena, environment);
  if (ci.url.len == 0 || ci.revision.len == 0 || (!is_github && !is_gitlab)) {
    return AML_SV("");
  }
  aml_sv url = aml_uri_encode(arena, ci.url, ":/%");
  return aml_sv_format(
      arena, "%.*s%s/blob/%.*s/", AML_SV_ARG(url), is_github ? "" : "/-", AML_SV_ARG(ci.revision));
}
