/* Files of forms that are not read. */
#include "report/report.h"

size_t aml_run_unread(const aml_run *run, const aml_front_end *form, bool with_ignored) {
  size_t count = 0;
  for (size_t i = 0; i < run->unread_count; i++) {
    bool counts = with_ignored || !run->unread[i].is_ignored;
    count += run->unread[i].form == form && counts ? 1 : 0;
  }
  return count;
}
