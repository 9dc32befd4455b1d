/* Checkstyle's XML, which Jenkins, reviewdog and many editors read: an element for each file, in it one for
 * each finding. Paths are seen from the working folder, as those readers take them. */
#include "report/format_writers.h"
#include "report/place.h"
#include "report/xml.h"

static void write_error(aml_out *out, const aml_run *run, const aml_finding *finding) {
  aml_place place = aml_place_of(run, finding->span);
  bool is_note = finding->status != AML_ACTIVE || finding->severity < AML_SEVERITY_WARNING;
  aml_out_str(out, "    <error");
  aml_xml_number(out, "line", place.begin.line);
  aml_xml_number(out, "column", place.begin.column);
  aml_xml_attribute(out, "severity", aml_sv_of(is_note ? "info" : aml_severity_name(finding->severity)));
  aml_out_str(out, " message=\"");
  if (finding->status != AML_ACTIVE) {
    aml_xml_text(out, aml_sv_of(aml_finding_label(finding)));
    aml_out_str(out, ": ");
  }
  aml_xml_text(out, finding->message.text);
  aml_out_str(out, "\" source=\"amlint.");
  aml_xml_text(out, finding->rule->id);
  aml_out_str(out, "\"/>\n");
}

/* What the run says besides: a file of its own for each, since its findings are told already. */
static void write_notice(aml_out *out, const aml_run *run, const aml_notice *notice) {
  aml_place place = aml_place_of(run, notice->span);
  bool is_note = notice->severity < AML_SEVERITY_WARNING;
  aml_sv path = aml_span_is_none(notice->span) ? aml_path_from_folder(run, notice->path)
                                               : aml_place_path(run, notice->span);
  aml_out_str(out, "  <file");
  aml_xml_attribute(out, "name", aml_path_shown(run->arena, path));
  aml_out_str(out, ">\n    <error");
  aml_xml_number(out, "line", place.begin.line);
  aml_xml_number(out, "column", place.begin.column);
  aml_xml_attribute(out, "severity", aml_sv_of(is_note ? "info" : aml_severity_name(notice->severity)));
  aml_xml_attribute(out, "message", notice->message);
  aml_out_str(out, " source=\"amlint\"/>\n  </file>\n");
}

bool aml_report_checkstyle(
    const aml_run *run, const aml_report_options *options, aml_write write, void *ctx) {
  aml_out out;
  aml_out_init(&out, write, ctx);
  aml_out_str(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n");
  bool is_open = false;
  aml_source_id open = 0;
  for (size_t i = 0; i < run->findings->list.count; i++) {
    const aml_finding *finding = run->findings->list.items[i];
    if (!aml_report_shows(options, finding)) {
      continue;
    }
    if (!is_open || finding->span.source != open) {
      aml_out_str(&out, is_open ? "  </file>\n  <file" : "  <file");
      aml_xml_attribute(&out, "name", aml_path_shown(run->arena, aml_place_path(run, finding->span)));
      aml_out_str(&out, ">\n");
      is_open = true;
      open = finding->span.source;
    }
    write_error(&out, run, finding);
  }
  aml_out_str(&out, is_open ? "  </file>\n" : "");
  for (size_t i = 0; i < run->notice_count; i++) {
    write_notice(&out, run, &run->notices[i]);
  }
  aml_out_str(&out, "</checkstyle>\n");
  return aml_out_finish(&out);
}
