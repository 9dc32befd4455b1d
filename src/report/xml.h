/* Text inside XML 1.0 elements and attributes. */
#ifndef AMLINT_REPORT_XML_H
#define AMLINT_REPORT_XML_H

#include "report/out.h"

/* Markup characters, quotes and line ends become references; what XML 1.0 forbids becomes U+FFFD; what a
 * build agent would obey is broken by a reference. */
void aml_xml_text(aml_out *out, aml_sv text);
/* ` name="text"` */
void aml_xml_attribute(aml_out *out, const char *name, aml_sv text);
void aml_xml_number(aml_out *out, const char *name, int64_t number);

#endif
