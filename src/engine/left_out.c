/* Files that the tree's own authors keep from being read: the summary counts them, and every report for
 * programs names them. */
#include "base/strbuf.h"
#include "engine/conclude.h"

enum { MOST_NAMES = 10 };

void aml_engine_tell_left_out(const aml_inputs *inputs, aml_remarks *remarks) {
  const aml_left_out_list *list = &inputs->discovery.left_out;
  if (list->count == 0) {
    return;
  }
  aml_strbuf names;
  aml_strbuf_init(&names, inputs->arena, SIZE_MAX);
  for (size_t i = 0; i < list->count && i < MOST_NAMES; i++) {
    aml_strbuf_addf(&names, "%s'%.*s' (%.*s)", i == 0 ? "" : ", ", AML_SV_ARG(list->items[i].path),
        AML_SV_ARG(list->items[i].by));
  }
  if (list->count > MOST_NAMES) {
    aml_strbuf_addf(&names, " and %zu more", list->count - MOST_NAMES);
  }
  aml_notice *notice =
      aml_engine_notice(remarks, AML_SEVERITY_NOTE, (aml_sv){NULL, 0}, "%zu file%s left out: %.*s.",
          list->count, list->count == 1 ? " was" : "s were", AML_SV_ARG(aml_strbuf_view(&names)));
  notice->is_configuration = true;
  notice->is_in_summary = true;
}
