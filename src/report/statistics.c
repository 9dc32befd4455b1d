/* How often each rule found something. */
#include "report/statistics.h"

#include "base/map.h"
#include "base/sort.h"
#include "report/excerpt.h"

typedef struct tally {
  const aml_rule *rule;
  size_t count;
  aml_severity worst;
} tally;

/* The most frequent first; then by id, so that the order never varies. */
static int compare_tallies(const void *left, const void *right) {
  const tally *a = *(tally *const *)left;
  const tally *b = *(tally *const *)right;
  if (a->count != b->count) {
    return a->count > b->count ? -1 : 1;
  }
  return aml_sv_cmp(a->rule->id, b->rule->id);
}

void aml_statistics_write(aml_out *out, const aml_run *run) {
  enum { COUNT_WIDTH = 6, SEVERITY_WIDTH = 8 };
  AML_VEC(tally *) tallies = {0};
  aml_map by_id;
  aml_map_init(&by_id, run->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < run->findings->list.count; i++) {
    const aml_finding *finding = run->findings->list.items[i];
    if (finding->status != AML_ACTIVE) {
      continue;
    }
    tally *one = aml_map_find(&by_id, finding->rule->id);
    if (one == NULL) {
      one = AML_NEW(run->arena, tally);
      *one = (tally){.rule = finding->rule};
      (void)aml_map_put(&by_id, finding->rule->id, one);
      AML_VEC_PUSH(run->arena, &tallies, one);
    }
    one->count++;
    one->worst = finding->severity > one->worst ? finding->severity : one->worst;
  }
  if (tallies.count > 1) {
    aml_sort(run->arena, tallies.items, tallies.count, sizeof *tallies.items, compare_tallies);
  }
  for (size_t i = 0; i < tallies.count; i++) {
    const tally *one = tallies.items[i];
    aml_sv severity = aml_sv_of(aml_severity_name(one->worst));
    size_t digits = aml_digit_count((uint32_t)one->count);
    aml_out_fill(out, ' ', digits < COUNT_WIDTH ? COUNT_WIDTH - digits : 0);
    aml_out_int(out, (int64_t)one->count);
    aml_out_str(out, "  ");
    aml_out_text(out, severity);
    aml_out_fill(out, ' ', SEVERITY_WIDTH - severity.len);
    aml_out_safe(out, one->rule->id);
    aml_out_char(out, ' ');
    aml_out_safe(out, one->rule->title);
    aml_out_char(out, '\n');
  }
}
