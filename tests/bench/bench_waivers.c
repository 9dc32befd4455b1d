/* Whether waiving grows in step with the number of exceptions and findings: as many of one as of the other,
 * each exception for one finding, by path, by a pattern below a folder, by the resource's name and by scope,
 * at n, 2n and 4n.
 *
 * usage: bench_waivers      (further arguments are not used)
 *
 * Exit status 1 where four times as many take more than eight times as long: n log n would be under five. */
#include <stdio.h>
#include <time.h>

#include "source/lines.h"
#include "waiver/govern.h"

enum { SMALLEST = 10000, STEPS = 3, RUNS = 3 };
static const double worst_growth = 8.0;

typedef enum place { BY_PATH, BY_FOLDER, BY_NAME, BY_SCOPE, PLACES } place;

static aml_sv number(aml_arena *arena, const char *format, size_t i) {
  return aml_sv_format(arena, "%s-%zu.yml", format, i);
}

static void add_pair(aml_arena *arena, aml_sources *sources, aml_waivers *waivers, aml_findings *findings,
    const aml_rule *rule, place by, size_t i) {
  aml_source *source =
      aml_sources_add(sources, aml_sv_format(arena, "clusters/team-%zu/gpu.yml", i), (aml_sv){NULL, 0});
  uint32_t bad_at;
  aml_error error;
  if (aml_source_fill(source, arena, AML_SV("a: 1\n"), SIZE_MAX, &bad_at, &error) != AML_OK) {
    return;
  }
  aml_source_index_lines(source, arena);
  aml_resource *resource = AML_NEW(arena, aml_resource);
  resource->form = &aml_form_arm;
  resource->shown_name = number(arena, "Cluster", i);
  resource->span = (aml_span){source->id, 0, 4};
  aml_finding *finding = aml_findings_add(findings);
  finding->rule = rule;
  finding->resource = resource;
  finding->span = (aml_span){source->id, 0, 1};
  aml_waiver *waiver = aml_waivers_add(waivers);
  waiver->kind = AML_EXTERNAL;
  waiver->reach = AML_REACH_ENTRY;
  waiver->id = number(arena, "EX", i);
  waiver->owner = AML_SV("team");
  waiver->reason = AML_SV("ten letters");
  waiver->until = 100;
  AML_VEC_PUSH(arena, &waiver->rules, rule->id);
  resource->scope.resource_group = number(arena, "rg", i);
  switch (by) {
  case BY_PATH:
    AML_VEC_PUSH(arena, &waiver->paths, source->path);
    break;
  case BY_FOLDER:
    waiver->is_blanket = true;
    AML_VEC_PUSH(arena, &waiver->paths, aml_sv_format(arena, "clusters/team-%zu/**", i));
    break;
  case BY_NAME:
    waiver->resource_name = number(arena, "cluster", i);
    break;
  case BY_SCOPE:
    waiver->scope = resource->scope.resource_group;
    break;
  case PLACES:
    break;
  }
}

static double now(void) {
  struct timespec time;
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool say_checked(void *ctx, const aml_waiver *waiver) {
  (void)ctx;
  (void)waiver;
  return true;
}

/* Seconds to judge, apply and report n exceptions over n findings; negative where not every finding was
 * waived. */
static double measure(size_t n, place by) {
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_sources *sources = aml_sources_new(&arena);
  aml_ruleset *rules = aml_ruleset_new(&arena);
  aml_waivers waivers;
  aml_findings findings;
  aml_waivers_init(&waivers, &arena);
  aml_findings_init(&findings, &arena);
  aml_governance governance;
  aml_governance_read(&governance, &arena, NULL);
  for (size_t i = 0; i < n; i++) {
    add_pair(&arena, sources, &waivers, &findings, aml_ruleset_find(rules, AML_SV("AML101")), by, i);
  }
  const aml_waiver_checker checker = {say_checked, NULL};
  double begin = now();
  aml_waivers_judge(&waivers, &governance, rules, 0);
  aml_waivers_apply(&waivers, &findings, sources);
  aml_waivers_report(&waivers, &governance, rules, &checker, 0, &findings);
  double taken = now() - begin;
  size_t waived = 0;
  for (size_t i = 0; i < n; i++) {
    waived += findings.list.items[i]->status == AML_SUPPRESSED ? 1 : 0;
  }
  bool is_whole = waived == n && findings.list.count == n;
  aml_arena_release(&arena);
  return is_whole ? taken : -1;
}

static double best_of(size_t n, place by) {
  double best = -1;
  for (size_t i = 0; i < RUNS; i++) {
    double taken = measure(n, by);
    best = best < 0 || taken < best ? taken : best;
  }
  return best;
}

int main(void) {
  static const char *const names[PLACES] = {"by path", "by folder", "by name", "by scope"};
  int status = 0;
  (void)printf("%-10s %10s %12s %10s\n", "exceptions", "findings", "ms", "growth");
  for (place by = BY_PATH; by < PLACES; by++) {
    double first = 0;
    double last = 0;
    for (size_t step = 0, n = SMALLEST; step < STEPS; step++, n *= 2) {
      double taken = best_of(n, by);
      if (taken < 0) {
        (void)printf("%s: not every finding was waived\n", names[by]);
        return 1;
      }
      first = step == 0 ? taken : first;
      (void)printf(
          "%-10zu %10zu %12.2f %10.2f  %s\n", n, n, taken * 1e3, last > 0 ? taken / last : 1.0, names[by]);
      last = taken;
    }
    status = last > first * worst_growth ? 1 : status;
  }
  return status;
}
