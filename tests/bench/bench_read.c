/* How fast texts become trees, against a floor measured in the same run: looking at each byte once (memchr)
 * for JSON, libyaml's bare events for YAML. And whether the time grows in step with the size, for good and
 * for hostile texts.
 *
 * usage: bench_read      (further arguments are not used)
 *
 * Exit status 1 where four times the text takes more than twelve times as long, or where YAML takes more than
 * twice as long as libyaml alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <yaml.h>

#include "base/strbuf.h"
#include "tree/read.h"

enum { RUNS = 3, BASE = 1 << 20, GROWTH = 4, WORST_GROWTH = 12 };
static const double worst_yaml = 2.0;

/* Whether the floor is a budget, only shown, or makes no sense: libyaml alone takes ages over brackets. */
typedef enum floor_use { FLOOR_BUDGET, FLOOR_SHOWN, FLOOR_NONE } floor_use;

typedef struct sample {
  const char *name;
  aml_syntax syntax;
  const char *head, *unit, *tail; /* %zu in the unit is a running number */
  size_t per_mille;               /* of the usual size, for texts that are slow to read */
  floor_use floor;
} sample;

static const char resource[] =
    "    {\n      \"type\": \"Microsoft.MachineLearningServices/workspaces/computes\",\n"
    "      \"apiVersion\": \"2024-04-01\",\n      \"name\": \"[concat('ws/cluster-', %zu)]\",\n"
    "      \"location\": \"[parameters('location')]\",\n      \"properties\": {\n"
    "        \"computeType\": \"AmlCompute\",\n        \"properties\": {\n"
    "          \"vmSize\": \"Standard_DS3_v2\",\n          \"vmPriority\": \"Dedicated\",\n"
    "          \"scaleSettings\": { \"minNodeCount\": 0, \"maxNodeCount\": 4 }\n        }\n      }\n    },\n";

static const sample samples[] = {
    {"JSON template", AML_SYNTAX_JSON, "{\n  \"resources\": [\n", resource, "  ]\n}\n", 1000, FLOOR_BUDGET},
    {"JSON, one line", AML_SYNTAX_JSON, "{\"a\":[", "{\"n\":%zu,\"b\":true,\"c\":[1.5,\"x\"]},", "]}", 1000,
        false},
    {"JSON, long texts", AML_SYNTAX_JSON, "[",
        "\"Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor %zu\",\n", "]",
        1000, FLOOR_BUDGET},
    {"JSON, one object", AML_SYNTAX_JSON, "{", "\"name%zu\": 1,\n", "}", 1000, FLOOR_SHOWN},
    {"JSON, one name", AML_SYNTAX_JSON, "{", "\"name\": %zu,\n", "}", 1000, FLOOR_SHOWN},
    {"JSON, escapes", AML_SYNTAX_JSON, "[\"", "\\u00e9\\n%zu", "\"]", 1000, FLOOR_SHOWN},
    {"JSON, comments", AML_SYNTAX_JSON, "[", "/*%zu*/", "]", 1000, FLOOR_SHOWN},
    {"JSON, brackets", AML_SYNTAX_JSON, "", "[{\"a\":", "", 1000, FLOOR_SHOWN},
    {"JSON, errors", AML_SYNTAX_JSON, "[", "{x %zu },", "]", 1000, FLOOR_SHOWN},
    {"JSON, placeholders", AML_SYNTAX_JSON, "[", "{{,", "]", 1000, FLOOR_SHOWN},
    {"YAML clusters", AML_SYNTAX_YAML, "",
        "---\n$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\nname: "
        "cluster-%zu\n"
        "type: amlcompute\nsize: Standard_DS3_v2 # small\nmin_instances: 0\nmax_instances: 4\n"
        "idle_time_before_scale_down: 120\ntags:\n  owner: team-a\n  cost-center: \"4711\"\n",
        "", 1000, FLOOR_BUDGET},
    {"YAML list", AML_SYNTAX_YAML, "", "- {name: c%zu, size: Standard_DS3_v2, tags: [a, b, 'c']}\n", "", 1000,
        false},
    {"YAML, not ASCII", AML_SYNTAX_YAML, "", "- caf\xC3\xA9 %zu # \xE2\x82\xAC\n", "", 1000, FLOOR_BUDGET},
    {"YAML, one mapping", AML_SYNTAX_YAML, "", "name%zu: 1\n", "", 1000, FLOOR_SHOWN},
    {"YAML, one key", AML_SYNTAX_YAML, "", "name: %zu\n", "", 1000, FLOOR_SHOWN},
    {"YAML, comments", AML_SYNTAX_YAML, "a: 1\n", "# %zu\n", "", 1000, FLOOR_SHOWN},
    {"YAML, aliases", AML_SYNTAX_YAML, "- &a {x: 1}\n", "- *a # %zu\n", "", 250, FLOOR_SHOWN},
    {"YAML, merges", AML_SYNTAX_YAML, "- &a {x: 1}\n", "- {<<: *a, y: %zu}\n", "", 250, FLOOR_SHOWN},
    {"YAML, anchors", AML_SYNTAX_YAML, "", "- &a%zu x\n", "", 1000, FLOOR_SHOWN},
    {"YAML, brackets", AML_SYNTAX_YAML, "", "[", "", 1000, FLOOR_NONE},
    {"YAML, broken", AML_SYNTAX_YAML, "", "---\na: [%zu\n", "", 1000, FLOOR_NONE},
    {"YAML, one text", AML_SYNTAX_YAML, "a: '", "it''s %zu\n  ", "'", 1000, FLOOR_SHOWN},
    {"YAML, one block", AML_SYNTAX_YAML, "a: |\n", "  line %zu\n", "", 1000, FLOOR_SHOWN},
    {"YAML, odd keys", AML_SYNTAX_YAML, "", "? [%zu]\n: x\n", "", 1000, FLOOR_SHOWN},
};

/* Of this process: other programs on the machine do not count. */
static double now_ms(void) {
  struct timespec time;
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static aml_sv make_text(aml_arena *arena, const sample *s, size_t size) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  aml_strbuf_add(&text, aml_sv_of(s->head));
  aml_sv unit = aml_sv_of(s->unit);
  size_t number = aml_sv_find(unit, AML_SV("%zu"), 0);
  for (size_t i = 0; text.len < size; i++) {
    aml_strbuf_add(&text, aml_sv_slice(unit, 0, number));
    if (number != AML_NPOS) {
      aml_strbuf_addf(&text, "%zu", i);
      aml_strbuf_add(&text, aml_sv_slice(unit, number + 3, unit.len));
    }
  }
  aml_strbuf_add(&text, aml_sv_of(s->tail));
  return aml_strbuf_view(&text);
}

static size_t read_tree(aml_sv text, aml_syntax syntax) {
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_source source = {.id = 1, .path = AML_SV("bench"), .bytes = text};
  aml_diags diags;
  aml_diags_init(&diags, &arena);
  (void)aml_tree_read_as(&source, syntax, &arena, &diags);
  size_t used = arena.used;
  aml_arena_release(&arena);
  return used;
}

/* Looks for a byte that does not occur in texts. */
static size_t read_floor_json(aml_sv text, aml_syntax syntax) {
  (void)syntax;
  return memchr(text.data, 0x7F, text.len) == NULL ? 0 : 1;
}

static size_t read_floor_yaml(aml_sv text, aml_syntax syntax) {
  (void)syntax;
  yaml_parser_t parser;
  yaml_event_t event;
  if (!yaml_parser_initialize(&parser)) {
    return 0;
  }
  yaml_parser_set_input_string(&parser, (const unsigned char *)text.data, text.len);
  bool goes_on = true;
  size_t events = 0;
  while (goes_on && yaml_parser_parse(&parser, &event)) {
    goes_on = event.type != YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
    events++;
  }
  yaml_parser_delete(&parser);
  return events;
}

typedef size_t reader(aml_sv text, aml_syntax syntax);

/* Milliseconds of the best of some runs. */
static double measure(reader *read, aml_sv text, aml_syntax syntax) {
  double best = 1e9;
  double begin_all = now_ms();
  for (int i = 0; i < RUNS && now_ms() - begin_all < 2000; i++) {
    double begin = now_ms();
    (void)read(text, syntax);
    double took = now_ms() - begin;
    best = took < best ? took : best;
  }
  return best;
}

static bool run(const sample *s) {
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  size_t size = (size_t)BASE / 1000 * s->per_mille;
  aml_sv small = make_text(&arena, s, size);
  aml_sv middle = make_text(&arena, s, 2 * size);
  aml_sv large = make_text(&arena, s, GROWTH * size);
  double times[] = {measure(read_tree, small, s->syntax), measure(read_tree, middle, s->syntax),
      measure(read_tree, large, s->syntax)};
  reader *read_floor = s->syntax == AML_SYNTAX_JSON ? read_floor_json : read_floor_yaml;
  double floor = s->floor == FLOOR_NONE ? 0 : measure(read_floor, large, s->syntax);
  double growth = times[2] / times[0];
  double mib = (double)large.len / (1 << 20);
  printf("%-20s %7.2f %8.1f %8.1f %8.1f %8.0f", s->name, mib, times[0], times[1], times[2],
      mib / times[2] * 1e3);
  if (s->floor == FLOOR_NONE) {
    printf(" %8s %8s", "", "");
  } else {
    printf(" %8.0f %7.2fx", mib / floor * 1e3, times[2] / floor);
  }
  printf(" %7.1fx %7.1fx\n", growth, (double)read_tree(large, s->syntax) / (double)large.len);
  aml_arena_release(&arena);
  /* Below a millisecond the clock says nothing about growth. */
  bool is_linear = growth <= WORST_GROWTH || times[2] < 1;
  bool is_fast = s->syntax == AML_SYNTAX_JSON || s->floor != FLOOR_BUDGET || times[2] / floor <= worst_yaml;
  if (!is_linear || !is_fast) {
    printf("  over the budget: %s\n",
        is_linear ? "takes too long beside libyaml" : "grows faster than the text");
  }
  return is_linear && is_fast;
}

int main(void) {
  bool is_good = true;
  printf("%-20s %7s %8s %8s %8s %8s %8s %8s %8s %8s\n", "text", "MiB", "n ms", "2n ms", "4n ms", "MiB/s",
      "floor", "ratio", "growth", "memory");
  for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
    is_good = run(&samples[i]) && is_good;
  }
  return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
