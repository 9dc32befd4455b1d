/* Rules to bytes and back: what the build compiled is what compiling a rule file gives now, and nothing is
 * lost on the way. */
#include "test.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "rule/builtin.h"
#include "rule/rule_codec.h"
#include "tree/read.h"

static aml_sv write_body(aml_arena *arena, aml_rule_body *body) {
  aml_strbuf bytes;
  aml_strbuf_init(&bytes, arena, SIZE_MAX);
  aml_codec codec = {.arena = arena, .out = &bytes};
  aml_codec_rule_body(&codec, body);
  return aml_strbuf_view(&bytes);
}

static aml_rule_body *compile(aml_arena *arena, aml_sv json) {
  size_t error_at = 0;
  aml_rule rule = {.origin = AML_RULE_USER};
  aml_diags diags;
  aml_diags_init(&diags, arena);
  const aml_value *root = aml_json_text_read(arena, json, AML_NO_SPAN, &error_at);
  assert_non_null(root);
  assert_true(aml_rule_read(arena, &rule, aml_rule_schema(arena), root, &diags));
  aml_rule_compile(arena, &rule, NULL, &diags);
  assert_int_equal(diags.list.count, 0);
  return rule.body;
}

static void embeds_what_compiling_gives(void **state) {
  size_t compared = 0;
  for (size_t i = 0; i < aml_builtin_rule_count; i++) {
    const aml_builtin_rule *ours = &aml_builtin_rules[i];
    assert_int_equal(ours->compiled.len > 0, ours->has_condition);
    if (ours->has_condition) {
      assert_sv_equal(write_body(*state, compile(*state, ours->whole)), ours->compiled);
      compared++;
    }
  }
  assert_true(compared > 60);
}

static void reads_what_it_wrote(void **state) {
  for (size_t i = 0; i < aml_builtin_rule_count; i++) {
    const aml_builtin_rule *ours = &aml_builtin_rules[i];
    if (!ours->has_condition) {
      continue;
    }
    aml_rule_body body = {.types = NULL};
    aml_codec codec = {.arena = *state, .at = (const unsigned char *)ours->compiled.data};
    aml_codec_rule_body(&codec, &body);
    assert_ptr_equal(codec.at, ours->compiled.data + ours->compiled.len);
    assert_sv_equal(write_body(*state, &body), ours->compiled);
  }
}

static const aml_condition_node *settled(aml_arena *arena, const aml_condition_node *node);

static const aml_range *settled_range(aml_arena *arena, const aml_range *from) {
  if (from == NULL) {
    return NULL;
  }
  aml_range *range = AML_NEW(arena, aml_range);
  *range = *from;
  range->where = settled(arena, from->where);
  return range;
}

/* The condition with all that was to be read later. */
static const aml_condition_node *settled(aml_arena *arena, const aml_condition_node *from) {
  if (from == NULL) {
    return NULL;
  }
  aml_condition_node *node = AML_NEW(arena, aml_condition_node);
  const aml_condition_node **children = AML_NEW_ARRAY(arena, const aml_condition_node *, from->child_count);
  *node = *from;
  node->range = settled_range(arena, from->range);
  for (size_t i = 0; i < from->child_count; i++) {
    assert_int_equal(from->children[i] == NULL, i > 0);
    children[i] =
        settled(arena, from->children[i] != NULL ? from->children[i] : aml_later_get(from->later[i], arena));
  }
  node->children = children;
  return node;
}

static const aml_telling *settled_telling(aml_arena *arena, const aml_rule_body *body) {
  assert_null(body->telling);
  aml_telling *telling = AML_NEW(arena, aml_telling);
  *telling = *(const aml_telling *)aml_later_get(body->later, arena);
  aml_stage *stages = AML_NEW_ARRAY(arena, aml_stage, telling->stage_count);
  for (size_t i = 0; i < telling->stage_count; i++) {
    stages[i] = (aml_stage){settled(arena, telling->stages[i].when), telling->stages[i].severity};
  }
  aml_alternative *messages = AML_NEW_ARRAY(arena, aml_alternative, telling->message_count);
  for (size_t i = 0; i < telling->message_count; i++) {
    messages[i] = (aml_alternative){settled(arena, telling->messages[i].when), telling->messages[i].text};
  }
  telling->stages = stages;
  telling->messages = messages;
  return telling;
}

/* Parts that are read one by one, when they are asked for, are those that are read with the rest. */
static void reads_later_what_it_wrote(void **state) {
  aml_codec_store *store = aml_codec_store_new(*state);
  for (size_t i = 0; i < aml_builtin_rule_count; i++) {
    const aml_builtin_rule *ours = &aml_builtin_rules[i];
    if (!ours->has_condition) {
      continue;
    }
    aml_rule_body body = {.types = NULL};
    aml_codec codec = {
        .arena = *state, .at = (const unsigned char *)ours->compiled.data, .store = store, .is_brief = true};
    aml_codec_rule_body(&codec, &body);
    assert_ptr_equal(codec.at, ours->compiled.data + ours->compiled.len);
    aml_let *lets = AML_NEW_ARRAY(*state, aml_let, body.let_count);
    for (size_t k = 0; k < body.let_count; k++) {
      lets[k] = *(const aml_let *)aml_later_get(body.lets[k].later, *state);
      lets[k].name = body.lets[k].name;
      lets[k].query = settled_range(*state, lets[k].query);
    }
    body.lets = lets;
    body.each = settled_range(*state, body.each);
    body.condition = settled(*state, body.condition);
    body.telling = settled_telling(*state, &body);
    assert_sv_equal(write_body(*state, &body), ours->compiled);
  }
}

enum { ASKING = 8 };

static void *ask(void *body) {
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  const void *telling = aml_later_get(((const aml_rule_body *)body)->later, &arena);
  aml_arena_release(&arena);
  return (void *)(uintptr_t)telling;
}

/* Whoever asks, and however many at once: a part is read once. */
static void reads_a_part_once(void **state) {
  const aml_builtin_rule *ours = aml_builtin_find(AML_SV("AML101"));
  aml_rule_body body = {.types = NULL};
  aml_codec codec = {.arena = *state,
      .at = (const unsigned char *)ours->compiled.data,
      .store = aml_codec_store_new(*state)};
  aml_codec_rule_body(&codec, &body);
  pthread_t threads[ASKING];
  void *told[ASKING];
  for (size_t i = 0; i < ASKING; i++) {
    assert_int_equal(pthread_create(&threads[i], NULL, ask, &body), 0);
  }
  for (size_t i = 0; i < ASKING; i++) {
    assert_int_equal(pthread_join(threads[i], &told[i]), 0);
    assert_ptr_equal(told[i], told[0]);
  }
  assert_ptr_equal(aml_later_get(body.later, *state), told[0]);
}

/* Each kind of value, and of test, that rules may hold, whether or not one of ours does. */
static void keeps_what_our_rules_do_not_use(void **state) {
  aml_sv written[2];
  aml_rule_body *body = compile(*state,
      AML_SV("{\"id\": \"ORG1\", \"name\": \"n\", \"title\": \"T\", \"category\": \"cost\", \"severity\": "
             "\"note\","
             "\"type\": \"A.B/c\", \"message\": \"M\", \"parameters\": {\"big\": {\"type\": \"array\","
             "\"description\": \"D\", \"default\": [9223372036854775807, -1, 0.1, -1.5e300, null, true,"
             "{\"a\": {\"b\": [\"\"]}}]}}, \"if\": {\"not\": {\"anyOf\": [{\"value\":"
             "\"[createObject('a', parameters('big')[1].?x, '${x}', let('y'))]\", \"equals\": \"[[x\"},"
             "{\"count\": {\"field\": \"zones[*]\", \"where\": {\"field\": \"zones[*]\", \"matches\":"
             "\"^[0-9]+$\"}}, \"greater\": 2}, {\"field\": \"[concat('tags.', 'a')]\", \"exists\": false}]}},"
             "\"let\": {\"y\": {\"each\": {\"related\": \"A.B/c\", \"childOf\": \"[field('id')]\"}}}}"));
  written[0] = write_body(*state, body);
  aml_rule_body read = {.types = NULL};
  aml_codec codec = {.arena = *state, .at = (const unsigned char *)written[0].data};
  aml_codec_rule_body(&codec, &read);
  written[1] = write_body(*state, &read);
  assert_sv_equal(written[1], written[0]);
  const aml_value *items = read.parameters.items[0].default_;
  assert_int_equal(items->as.array.count, 7);
  assert_true(items->as.array.items[0]->as.integer == INT64_MAX);
  assert_true(items->as.array.items[1]->as.integer == -1);
  assert_true(fabs(items->as.array.items[2]->as.number - 0.1) < 1e-18);
  assert_true(fabs(items->as.array.items[3]->as.number / -1.5e300 - 1) < 1e-15);
  assert_int_equal(items->as.array.items[4]->kind, AML_NULL);
  assert_true(items->as.array.items[5]->as.boolean);
  assert_sv_equal(
      aml_value_path(items->as.array.items[6], AML_SV("a.b"))->as.array.items[0]->as.string, AML_SV(""));
  assert_int_equal(read.condition->kind, AML_NODE_NOT);
}

static void numbers_of_every_length_come_back(void **state) {
  aml_strbuf bytes;
  aml_strbuf_init(&bytes, *state, SIZE_MAX);
  aml_codec writer = {.arena = *state, .out = &bytes};
  for (unsigned shift = 0; shift < 64; shift++) {
    (void)aml_codec_word(&writer, ((uint64_t)1 << shift) - 1);
    (void)aml_codec_word(&writer, (uint64_t)1 << shift);
  }
  (void)aml_codec_word(&writer, UINT64_MAX);
  aml_codec reader = {.arena = *state, .at = (const unsigned char *)aml_strbuf_view(&bytes).data};
  for (unsigned shift = 0; shift < 64; shift++) {
    assert_true(aml_codec_word(&reader, 0) == ((uint64_t)1 << shift) - 1);
    assert_true(aml_codec_word(&reader, 0) == (uint64_t)1 << shift);
  }
  assert_true(aml_codec_word(&reader, 0) == UINT64_MAX);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(embeds_what_compiling_gives),
      TEST_CASE(reads_what_it_wrote),
      TEST_CASE(reads_later_what_it_wrote),
      TEST_CASE(reads_a_part_once),
      TEST_CASE(keeps_what_our_rules_do_not_use),
      TEST_CASE(numbers_of_every_length_come_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
