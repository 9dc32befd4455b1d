/* 1,000 policies against 1,000 resources of 50 types: what the index by resource type saves. The floor,
 * measured in the same run, is the same policies written so that the index cannot see their type.
 *
 * usage: bench_policies SHARED PROGRAM      neither is used
 *
 * A pair that is never looked at must be cheap: going under a ratio of 5 makes the exit status 1. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "policy/policies.h"
#include "tree/read.h"

enum { POLICIES = 1000, RESOURCES = 1000, TYPES = 50, LEAST_RATIO = 5 };

/* Of this process alone: the machine may be busy with others. */
static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static const char *const visible =
    "{\"name\": \"p%d\", \"properties\": {\"displayName\": \"P%d\", \"policyRule\": {\"if\": {\"allOf\": ["
    "{\"field\": \"type\", \"equals\": \"Microsoft.Bench/type%d\"},"
    "{\"field\": \"properties.size\", \"like\": \"Standard_?%d*\"},"
    "{\"count\": {\"field\": \"properties.rules[*]\", \"where\": {\"field\": \"properties.rules[*].port\", "
    "\"in\": [22, 3389]}}, \"greater\": 0}]}, \"then\": {\"effect\": \"audit\"}}}}";
static const char *const hidden =
    "{\"name\": \"p%d\", \"properties\": {\"displayName\": \"P%d\", \"policyRule\": {\"if\": {\"allOf\": ["
    "{\"anyOf\": [{\"field\": \"type\", \"equals\": \"Microsoft.Bench/type%d\"}]},"
    "{\"field\": \"properties.size\", \"like\": \"Standard_?%d*\"},"
    "{\"count\": {\"field\": \"properties.rules[*]\", \"where\": {\"field\": \"properties.rules[*].port\", "
    "\"in\": [22, 3389]}}, \"greater\": 0}]}, \"then\": {\"effect\": \"audit\"}}}}";

static const aml_value *json(aml_arena *arena, aml_sv text) {
  size_t error_at;
  return aml_json_text_read(arena, text, AML_NO_SPAN, &error_at);
}

static aml_graph *make_graph(aml_arena *arena) {
  aml_resources all;
  aml_resources_init(&all, arena);
  for (int i = 0; i < RESOURCES; i++) {
    aml_resource *resource = aml_resource_new(&all);
    resource->type = aml_sv_format(arena, "Microsoft.Bench/type%d", i % TYPES);
    resource->body = json(arena,
        aml_sv_format(arena,
            "{\"type\": \"%s\", \"name\": \"r%d\", \"location\": \"eastus\", \"properties\": {\"size\": "
            "\"Standard_D%ds_v5\", \"rules\": [{\"port\": 80}, {\"port\": 443}, {\"port\": %d}]}}",
            resource->type.data, i, i % 10, i % 3 == 0 ? 22 : 8080));
    resource->name = aml_object_find(resource->body, AML_SV("name"));
    resource->shown_name = aml_value_text(resource->name);
    aml_resources_add(&all, resource);
  }
  aml_graph *graph = aml_graph_new(arena);
  aml_graph_add(graph, all.list.items, all.list.count);
  aml_graph_link(graph, 1);
  return graph;
}

/* Both formats are literals of this file. */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static double run(const char *format, const char *title, size_t *found) {
  aml_arena arena;
  aml_diags diags;
  aml_findings findings;
  aml_arena_init(&arena, SIZE_MAX);
  aml_diags_init(&diags, &arena);
  aml_findings_init(&findings, &arena);
  aml_graph *graph = make_graph(&arena);
  double begin = now_ms();
  aml_policies *policies = aml_policies_new(&arena, NULL, NULL);
  aml_ruleset rules = {.arena = &arena};
  for (int i = 0; i < POLICIES; i++) {
    aml_sv text = aml_sv_format(&arena, format, i, i, i % TYPES, i % 10);
    (void)aml_policies_add(policies, json(&arena, text), AML_SV("bench.json"), &diags);
  }
  aml_policies_build(policies, &rules, &diags);
  aml_check_context context = {.graph = graph, .as_of = aml_day_of(2026, 11, 27)};
  aml_rules_prepare(&rules, &context, &diags);
  double compiled = now_ms();
  for (size_t i = 0; i < aml_graph_count(graph); i++) {
    aml_rules_check(&rules, &context, i, &findings);
  }
  double checked = now_ms();
  *found = findings.list.count;
  (void)printf("%-28s compiled in %7.2f ms, checked in %8.2f ms, %zu findings, %.1f MiB\n", title,
      compiled - begin, checked - compiled, *found, (double)arena.used / (1 << 20));
  aml_arena_release(&arena);
  return checked - compiled;
}

int main(void) {
  size_t with_index;
  size_t without_index;
  double indexed = run(visible, "indexed by type", &with_index);
  double floor = run(hidden, "floor: type not seen", &without_index);
  double ratio = floor / indexed;
  (void)printf(
      "%d policies x %d resources: the index makes it %.1f times as fast\n", POLICIES, RESOURCES, ratio);
  return with_index == without_index && with_index > 0 && ratio >= LEAST_RATIO ? 0 : 1;
}
