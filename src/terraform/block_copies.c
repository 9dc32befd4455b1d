/* Frames, and the copies that count and for_each make of what stands in them. */
#include <stdarg.h>
#include <stdio.h>

#include "base/concat.h"
#include "base/limits.h"
#include "base/number.h"
#include "source/paths.h"
#include "terraform/record.h"
#include "tree/reason.h"

enum {
  FRAMES_MAX = 2000,
  DEPTH_MAX = 64,
  COPIES_MAX = 20000,           /* of all blocks */
  COPIES_EACH = 5000,           /* of a block */
  CALLS_EACH = FRAMES_MAX / 4,  /* of a call of a module */
  COPIES_ALWAYS = 10,           /* so many of each block even where others have used up COPIES_MAX ... */
  COPIES_LAST = COPIES_MAX * 10 /* ... up to here */
};

const aml_value *aml_tf_unknown(aml_tf_run *run, const char *format, ...) {
  char text[AML_ERROR_TEXT_MAX];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return aml_eval_unknown(&run->eval, AML_KINDS_ANY, "%s", text);
}

static void refuse(aml_tf_run *run, aml_span span, int most, const char *what) {
  if (aml_map_put(&run->said, aml_sv_of(what), run) == NULL) {
    aml_diag *diag = aml_diags_add(&run->unit->diags, "AML003", span,
        "This configuration makes more than %d %s; the rest was not evaluated.", most, what);
    diag->is_incomplete = true;
  }
}

const aml_value *aml_tf_eval(aml_tf_frame *frame, const aml_tf_instance *instance,
    const aml_hcl_binding *bindings, const aml_value *value) {
  const aml_tf_instance *before = frame->instance;
  aml_eval *eval = &frame->run->eval;
  bool is_off = frame->is_off || (instance != NULL && instance->is_off);
  frame->instance = instance;
  eval->silence += is_off; /* what fails there fails only where it is there */
  const aml_value *result = aml_hcl_eval(eval, &frame->scope, bindings, value);
  eval->silence -= is_off;
  frame->instance = before;
  return result;
}

static aml_tf_module *module_of(aml_tf_run *run, const aml_tf_folder *folder) {
  aml_tf_module *known = aml_map_find(&run->modules, folder->path);
  if (known == NULL) {
    known = aml_tf_module_new(run->arena, folder);
    (void)aml_map_put(&run->modules, folder->path, known);
  }
  return known;
}

aml_tf_frame *aml_tf_frame_new(aml_tf_run *run, const aml_tf_folder *folder, const aml_tf_instance *call) {
  size_t depth = call == NULL ? 0 : call->frame->depth + 1;
  if (depth > DEPTH_MAX || run->frames >= FRAMES_MAX) {
    refuse(run, call == NULL ? AML_NO_SPAN : call->block->name_span,
        depth > DEPTH_MAX ? DEPTH_MAX : FRAMES_MAX,
        depth > DEPTH_MAX ? "levels of modules in modules" : "modules");
    return NULL;
  }
  aml_tf_frame *frame = AML_NEW(run->arena, aml_tf_frame);
  run->frames++;
  frame->run = run;
  frame->module = module_of(run, folder);
  frame->call = call;
  frame->address = call == NULL ? (aml_sv){0} : aml_sv_format(run->arena, "%.*s.", AML_SV_ARG(call->address));
  frame->depth = depth;
  frame->is_off = call != NULL && (call->is_off || call->frame->is_off);
  frame->context = (aml_hcl_context){.ctx = frame,
      .dialect = &aml_tf_dialect,
      .find = aml_tf_find,
      .fail = aml_tf_fail,
      .call = aml_tf_call};
  frame->scope = aml_hcl_scope(&frame->context);
  return frame;
}

/* ---- copies ---- */

static aml_sv address_of(aml_tf_frame *frame, const aml_tf_block *block) {
  return aml_sv_join(frame->run->arena, frame->address, block->key);
}

static const aml_tf_folder *callee_folder(const aml_tf_frame *frame, const aml_tf_block *block) {
  const aml_tf_folder *folder = frame->module->folder;
  for (size_t i = 0; i < folder->links.count; i++) {
    if (aml_sv_eq(folder->links.items[i].name, block->name)) {
      return folder->links.items[i].folder;
    }
  }
  return NULL;
}

/* What a module deploys that is not at hand, nobody knows. */
static void report_unread(const aml_tf_frame *frame, const aml_tf_block *block) {
  aml_tf_run *run = frame->run;
  const aml_value *source = aml_object_find_exact(block->body, AML_SV("source"));
  aml_span span = source == NULL ? block->name_span : source->span;
  aml_sv shown = source != NULL && source->kind == AML_STRING ? source->as.string : block->name;
  aml_sv key = aml_sv_format(run->arena, "AML004 %.*s", AML_SV_ARG(shown));
  if (block->body->kind != AML_OBJECT || aml_map_put(&run->said, key, run) != NULL) {
    return;
  }
  bool is_path = aml_sv_starts(shown, AML_SV("./")) || aml_sv_starts(shown, AML_SV("../"));
  aml_diag *diag = is_path
                       ? aml_diags_add(&run->unit->diags, "AML004", span,
                             "The module '%.*s' was not checked: it does not exist or is outside the root.",
                             AML_SV_ARG(shown))
                       : aml_diags_add(&run->unit->diags, "AML004", span,
                             "The module '%.*s' is not available locally and was not fetched; what it "
                             "deploys was not checked.",
                             AML_SV_ARG(shown));
  diag->help =
      is_path ? (aml_sv){0} : AML_SV("Run 'terraform init' first, so that it is in '.terraform/modules'.");
}

/* What one block has too many of costs that block: others are still judged. */
static bool is_too_many(aml_tf_run *run, const aml_tf_block *block, const aml_tf_copies *copies) {
  size_t each = aml_sv_eq(block->kind, AML_SV("module")) ? CALLS_EACH : COPIES_EACH;
  if (copies->list.count >= each) {
    aml_sv key = aml_sv_format(run->arena, "AML003 %u %u", block->name_span.source, block->name_span.begin);
    if (aml_map_put(&run->said, key, run) == NULL) {
      aml_diags_add(&run->unit->diags, "AML003", block->name_span,
          "'%.*s' makes more than %zu copies; the rest of them was not evaluated.", AML_SV_ARG(block->key),
          each)
          ->is_incomplete = true;
    }
    return true;
  }
  bool is_spent = run->copies >= COPIES_MAX && copies->list.count >= COPIES_ALWAYS;
  if (is_spent || run->copies >= COPIES_LAST) {
    refuse(run, block->name_span, is_spent ? COPIES_MAX : COPIES_LAST, "copies of resources and modules");
    return true;
  }
  return false;
}

static aml_tf_instance *new_copy(
    aml_tf_frame *frame, const aml_tf_block *block, aml_tf_copies *copies, aml_sv key_text, bool is_off) {
  aml_tf_run *run = frame->run;
  if (is_too_many(run, block, copies)) {
    copies->is_known = false;
    copies->why = aml_tf_unknown(run, AML_REASON_LIMIT);
    return NULL;
  }
  run->copies++;
  aml_tf_instance *copy = AML_NEW(run->arena, aml_tf_instance);
  copy->frame = frame;
  copy->block = block;
  copy->key_text = key_text;
  copy->is_off = is_off;
  copy->address = AML_SV_CONCAT(run->arena, frame->address, block->key, key_text);
  (void)aml_map_put(&run->instances, copy->address, copy);
  bool is_call = aml_sv_eq(block->kind, AML_SV("module"));
  const aml_tf_folder *folder = is_call ? callee_folder(frame, block) : NULL;
  if (is_call && folder == NULL) {
    report_unread(frame, block);
  }
  copy->callee = folder == NULL ? NULL : aml_tf_frame_new(run, folder, copy);
  return copy;
}

static aml_tf_instance *add_copy(
    aml_tf_frame *frame, const aml_tf_block *block, aml_tf_copies *copies, aml_sv key_text) {
  aml_tf_instance *copy = new_copy(frame, block, copies, key_text, false);
  if (copy != NULL) {
    AML_VEC_PUSH(frame->run->arena, &copies->list, copy);
  }
  return copy;
}

/* There is none. Where only a default says so, one is judged as if it were there. */
static void switch_off(
    aml_tf_frame *frame, const aml_tf_block *block, aml_tf_copies *copies, const aml_value *expression) {
  aml_tf_run *run = frame->run;
  if (!aml_tf_hangs_on_default(frame, expression)) {
    return;
  }
  copies->off = new_copy(frame, block, copies, copies->has_count ? AML_SV("[0]") : AML_SV("[each?]"), true);
  if (copies->off == NULL) {
    return;
  }
  copies->off->many = expression;
  if (copies->has_count) {
    copies->off->index = aml_value_int(run->arena, 0, expression->span);
  } else {
    aml_sv text = aml_expr_text(run->arena, expression);
    copies->off->key = aml_tf_unknown(run, "'%.*s' is empty by default; give it a value", AML_SV_ARG(text));
    copies->off->value = copies->off->key;
  }
}

/* Those that a plan has of a block whose number is not known; false for none. */
static bool add_planned(aml_tf_frame *frame, const aml_tf_block *block, aml_tf_copies *copies,
    const aml_value *expression, const aml_value *why) {
  aml_tf_run *run = frame->run;
  aml_texts keys = {0};
  aml_tf_recorded_keys(run, address_of(frame, block), &keys);
  for (size_t i = 0; i < keys.count; i++) {
    aml_tf_instance *copy = add_copy(frame, block, copies, keys.items[i]);
    if (copy == NULL) {
      break;
    }
    aml_sv key = aml_sv_slice(keys.items[i], 1, keys.items[i].len - 1);
    int64_t number = 0;
    copy->many = expression;
    if (copies->has_count && aml_int_parse(key, &number)) {
      copy->index = aml_value_int(run->arena, number, expression->span);
    } else if (copies->has_each && key.len >= 2) {
      copy->key = aml_value_string(run->arena, aml_sv_slice(key, 1, key.len - 1), expression->span);
      copy->value = why;
    }
  }
  return keys.count > 0;
}

/* Nobody knows how many there are: one stands for them. */
static void add_uncertain(aml_tf_frame *frame, const aml_tf_block *block, aml_tf_copies *copies,
    const aml_value *expression, const aml_value *why) {
  if (add_planned(frame, block, copies, expression, why)) {
    return;
  }
  copies->is_known = false;
  copies->why = why;
  aml_tf_instance *copy =
      add_copy(frame, block, copies, copies->has_count ? AML_SV("[count?]") : AML_SV("[each?]"));
  if (copy != NULL) {
    copy->is_uncertain = true;
    copy->many = expression;
    copy->index = copies->has_count ? why : NULL;
    copy->key = copies->has_each ? why : NULL;
    copy->value = copies->has_each ? why : NULL;
  }
}

static void add_counted(aml_tf_frame *frame, const aml_tf_block *block, aml_tf_copies *copies,
    const aml_value *expression, const aml_value *value) {
  aml_tf_run *run = frame->run;
  const aml_value *count = aml_hcl_to_number(&run->eval, value);
  if (count == NULL || count->kind != AML_INT || count->as.integer < 0) {
    bool is_unknown = count != NULL && count->kind == AML_UNKNOWN;
    add_uncertain(frame, block, copies, expression,
        is_unknown ? count : aml_tf_unknown(run, "'count' is not a whole number; correct it"));
    return;
  }
  for (int64_t i = 0; i < count->as.integer; i++) {
    aml_tf_instance *copy = add_copy(frame, block, copies, aml_sv_format(run->arena, "[%lld]", (long long)i));
    if (copy == NULL) {
      return;
    }
    copy->index = aml_value_int(run->arena, i, expression->span);
    copy->many = expression;
  }
  if (count->as.integer == 0) {
    switch_off(frame, block, copies, expression);
  }
}

static void add_each(aml_tf_frame *frame, const aml_tf_block *block, aml_tf_copies *copies,
    const aml_value *expression, const aml_value *value) {
  aml_tf_run *run = frame->run;
  bool is_collection = value->kind == AML_ARRAY || value->kind == AML_OBJECT;
  const aml_value *unknown = !is_collection                         ? value
                             : aml_value_has(value, AML_VALUE_OPEN) ? value
                             : value->kind == AML_ARRAY             ? aml_find_unknown(value)
                                                                    : NULL;
  if (unknown != NULL) {
    add_uncertain(frame, block, copies, expression,
        unknown->kind == AML_UNKNOWN ? unknown
                                     : aml_tf_unknown(run, "'for_each' is not known; give it a value"));
    return;
  }
  const aml_value *ordered = aml_hcl_ordered(&run->eval, value);
  for (size_t i = 0; i < aml_hcl_count(ordered); i++) {
    const aml_value *key = NULL;
    const aml_value *item = NULL;
    aml_hcl_element(&run->eval, ordered, i, &key, &item);
    const aml_value *text = aml_hcl_to_string(&run->eval, ordered->kind == AML_ARRAY ? item : key);
    aml_sv shown = text == NULL ? AML_SV("?") : aml_value_text(text);
    aml_tf_instance *copy =
        add_copy(frame, block, copies, AML_SV_CONCAT(run->arena, AML_SV("[\""), shown, AML_SV("\"]")));
    if (copy == NULL) {
      return;
    }
    copy->key = text != NULL ? text : item;
    copy->value = item;
    copy->many = expression;
  }
  if (aml_hcl_count(ordered) == 0) {
    switch_off(frame, block, copies, expression);
  }
}

const aml_tf_copies *aml_tf_copies_of(aml_tf_frame *frame, const aml_tf_block *block) {
  aml_tf_run *run = frame->run;
  void **cell = aml_tf_cell(run->arena, frame->module, &frame->copies, block);
  if (*cell != NULL) {
    return *cell;
  }
  bool doubts = run->doubts_defaults; /* what is asked for first under doubts is made without them */
  run->doubts_defaults = false;
  aml_tf_copies *copies = AML_NEW(run->arena, aml_tf_copies);
  *cell = copies;
  const aml_value *count = aml_object_find_exact(block->body, AML_SV("count"));
  const aml_value *each = aml_object_find_exact(block->body, AML_SV("for_each"));
  copies->has_count = count != NULL;
  copies->has_each = count == NULL && each != NULL;
  /* Asked for while it is being found: it depends on itself. */
  copies->why = aml_value_unknown(
      run->arena, AML_SV("the copies depend on themselves; correct this"), AML_KINDS_ANY, block->name_span);
  const aml_value *many = copies->has_count  ? aml_tf_eval(frame, NULL, NULL, count)
                          : copies->has_each ? aml_tf_eval(frame, NULL, NULL, each)
                                             : NULL;
  copies->is_known = true;
  if (copies->has_count) {
    add_counted(frame, block, copies, count, many);
  } else if (copies->has_each) {
    add_each(frame, block, copies, each, many);
  } else {
    (void)add_copy(frame, block, copies, (aml_sv){0});
  }
  run->doubts_defaults = doubts;
  return copies;
}

/* ---- arguments ---- */

typedef struct collecting {
  aml_tf_instance *instance;
  aml_object_builder out;
  aml_map seen; /* blocks by type: the list of their objects */
  unsigned flags;
} collecting;

typedef struct repeated {
  aml_span name_span;
  AML_VEC(const aml_value *) list;
  const aml_value *rest; /* why there may be more of them: an unknown; NULL: there are none */
} repeated;

static const aml_value *collect(
    aml_tf_instance *instance, const aml_hcl_binding *bindings, const aml_value *body, size_t depth);

static repeated *blocks_of(collecting *c, const aml_member *member) {
  aml_arena *arena = c->instance->frame->run->arena;
  repeated *known = aml_map_find(&c->seen, member->name);
  if (known == NULL) {
    known = AML_NEW(arena, repeated);
    known->name_span = member->name_span;
    (void)aml_map_put(&c->seen, member->name, known);
  }
  return known;
}

static void add_block(collecting *c, const aml_member *member, const aml_value *value) {
  AML_VEC_PUSH(c->instance->frame->run->arena, &blocks_of(c, member)->list, value);
}

static void add_unknown_rest(collecting *c, const aml_member *member, aml_sv reason, aml_span span) {
  blocks_of(c, member)->rest = aml_value_unknown(c->instance->frame->run->arena, reason, AML_KINDS_ANY, span);
}

/* The blocks that `dynamic "name"` makes. */
static void add_dynamic(
    collecting *c, const aml_hcl_binding *bindings, const aml_member *named, size_t depth) {
  aml_tf_frame *frame = c->instance->frame;
  aml_eval *eval = &frame->run->eval;
  const aml_value *each = aml_object_find_exact(named->value, AML_SV("for_each"));
  const aml_value *content = aml_object_find_exact(named->value, AML_SV("content"));
  const aml_value *iterator = aml_object_find_exact(named->value, AML_SV("iterator"));
  if (each == NULL || content == NULL) {
    return;
  }
  const aml_value *list = aml_tf_eval(frame, c->instance, bindings, each);
  if ((list->kind != AML_ARRAY && list->kind != AML_OBJECT) || aml_value_has(list, AML_VALUE_OPEN)) {
    const aml_value *unknown = list->kind == AML_UNKNOWN
                                   ? list
                                   : aml_tf_unknown(frame->run, "'for_each' is not known; give it a value");
    add_unknown_rest(c, named, unknown->as.unknown->reason, each->span);
    return;
  }
  const aml_value *ordered = aml_hcl_ordered(eval, list);
  for (size_t i = 0; i < aml_hcl_count(ordered); i++) {
    if (!aml_eval_spend(eval, 1)) {
      add_unknown_rest(c, named, AML_SV(AML_REASON_LIMIT), each->span);
      return;
    }
    aml_object_builder item;
    const aml_value *key = NULL;
    const aml_value *value = NULL;
    aml_hcl_element(eval, ordered, i, &key, &value);
    aml_object_begin_sized(&item, eval->arena, 2);
    aml_object_add(&item, AML_SV("key"), each->span, key);
    aml_object_add(&item, AML_SV("value"), each->span, value);
    bool is_named = iterator != NULL && iterator->kind == AML_EXPRESSION &&
                    iterator->as.expression.tree->meaning == &aml_hcl_reference;
    const aml_hcl_binding bound = {
        .name = is_named ? iterator->as.expression.tree->args[0]->name : named->name,
        .value = aml_object_end(&item, each->span, 0),
        .outer = bindings};
    add_block(c, named, collect(c->instance, &bound, content, depth + 1));
  }
}

static bool is_meta(aml_sv name) {
  static const aml_sv names[] = {AML_SV_CONST("count"), AML_SV_CONST("for_each"), AML_SV_CONST("depends_on"),
      AML_SV_CONST("provider"), AML_SV_CONST("providers"), AML_SV_CONST("lifecycle"),
      AML_SV_CONST("connection"), AML_SV_CONST("provisioner"), AML_SV_CONST("timeouts")};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (aml_sv_eq(name, names[i])) {
      return true;
    }
  }
  return false;
}

static void end_blocks(collecting *c) {
  aml_arena *arena = c->instance->frame->run->arena;
  for (size_t i = 0; i < c->seen.count; i++) {
    const repeated *all = c->seen.entries[i].value;
    const aml_value *value = all->list.count == 0 ? all->rest : all->list.items[0];
    if (all->list.count > 1 || (all->list.count > 0 && all->rest != NULL)) {
      const aml_value *array = aml_value_array(arena, all->list.items, all->list.count, value->span);
      unsigned open = all->rest != NULL ? (unsigned)AML_VALUE_OPEN : 0U;
      value = aml_value_moved(arena, array, array->span, array->origin, array->flags | open);
    }
    aml_object_add(&c->out, c->seen.entries[i].key, all->name_span, value);
  }
}

/* The body of a block, evaluated; blocks of a type that occurs more than once are an array. */
static const aml_value *collect(
    aml_tf_instance *instance, const aml_hcl_binding *bindings, const aml_value *body, size_t depth) {
  aml_tf_frame *frame = instance->frame;
  collecting c = {.instance = instance, .flags = body->flags};
  aml_object_begin(&c.out, frame->run->arena);
  aml_map_init(&c.seen, frame->run->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < body->as.object.count && depth < AML_LIMIT_EXPR_DEPTH; i++) {
    const aml_member *member = &body->as.object.members[i];
    const aml_value *value = member->value;
    if (depth == 0 && is_meta(member->name)) {
      continue;
    }
    if (value->kind != AML_OBJECT) {
      aml_object_add(&c.out, member->name, member->name_span, aml_tf_eval(frame, instance, bindings, value));
    } else if (aml_sv_eq(member->name, AML_SV("dynamic"))) {
      for (size_t k = 0; k < value->as.object.count; k++) {
        if (value->as.object.members[k].value->kind == AML_OBJECT) {
          add_dynamic(&c, bindings, &value->as.object.members[k], depth);
        }
      }
    } else {
      add_block(&c, member, collect(instance, bindings, value, depth + 1));
    }
  }
  end_blocks(&c);
  return aml_object_end(&c.out, body->span, c.flags);
}

const aml_value *aml_tf_written(aml_tf_instance *instance) {
  aml_tf_run *run = instance->frame->run;
  if (instance->written == NULL && !instance->is_busy) {
    instance->is_busy = true;
    const aml_value *body = instance->block->body;
    const aml_value *empty = aml_value_object(run->arena, NULL, 0, body->span, NULL, NULL);
    bool doubts = run->doubts_defaults;
    run->doubts_defaults = false;
    instance->written =
        instance->recorded != NULL
            ? aml_tf_recorded_arguments(instance)
            : aml_tf_fill(instance, collect(instance, NULL, body->kind == AML_OBJECT ? body : empty, 0));
    run->doubts_defaults = doubts;
    instance->is_busy = false;
  }
  if (instance->written != NULL) {
    return instance->written;
  }
  aml_object_builder none; /* it depends on itself */
  aml_object_begin(&none, run->arena);
  return aml_object_end(&none, instance->block->body->span, AML_VALUE_OPEN);
}

static bool is_in_json(const aml_tf_instance *instance) {
  return aml_sv_ends(instance->block->file->source->path, AML_SV(".json"));
}

/* Whether a member of what was written comes from blocks, as HCL tells them from attributes; JSON does not.
 */
static bool is_of_blocks(const aml_tf_instance *instance, aml_sv name) {
  const aml_value *body = instance->block->body;
  const aml_value *own = aml_object_find_exact(body, name);
  const aml_value *dynamic = aml_object_find_exact(body, AML_SV("dynamic"));
  bool is_dynamic = aml_value_is(dynamic, AML_OBJECT) && aml_object_find_exact(dynamic, name) != NULL;
  return !is_in_json(instance) && instance->recorded == NULL && (aml_value_is(own, AML_OBJECT) || is_dynamic);
}

/* A block as references see it, which the provider adds to. */
static const aml_value *left_open(aml_arena *arena, const aml_value *block) {
  return block->kind == AML_OBJECT ? aml_value_moved(arena, block, block->span, block->origin,
                                         block->flags | (unsigned)AML_VALUE_OPEN)
                                   : block;
}

/* Providers say that blocks are lists, also where there is one. */
static const aml_value *list_of_blocks(aml_arena *arena, const aml_value *blocks) {
  bool is_one = blocks->kind != AML_ARRAY;
  size_t count = is_one ? 1 : blocks->as.array.count;
  const aml_value **items = AML_NEW_ARRAY(arena, const aml_value *, count);
  for (size_t i = 0; i < count; i++) {
    items[i] = left_open(arena, is_one ? blocks : blocks->as.array.items[i]);
  }
  const aml_value *list = aml_value_array(arena, items, count, blocks->span);
  unsigned open = is_one ? 0U : blocks->flags & (unsigned)AML_VALUE_OPEN;
  return aml_value_moved(arena, list, blocks->span, blocks->origin, list->flags | open);
}

const aml_value *aml_tf_object(aml_tf_instance *instance) {
  if (instance->object != NULL) {
    return instance->object;
  }
  aml_tf_run *run = instance->frame->run;
  bool was_busy = instance->is_busy;
  const aml_value *written = aml_tf_written(instance);
  aml_object_builder builder;
  const aml_origin *way =
      aml_origin_new(run->arena, AML_STEP_RESOURCE, instance->address, instance->block->name_span, NULL);
  aml_object_begin_sized(&builder, run->arena, written->as.object.count + 1);
  for (size_t i = 0; i < written->as.object.count; i++) {
    const aml_member *member = &written->as.object.members[i];
    bool is_block = is_of_blocks(instance, member->name) &&
                    (member->value->kind == AML_OBJECT || member->value->kind == AML_ARRAY);
    if (member->value->kind != AML_NULL) { /* what is null may be computed by the provider */
      aml_object_add(&builder, member->name, member->name_span,
          is_block               ? list_of_blocks(run->arena, member->value)
          : is_in_json(instance) ? left_open(run->arena, member->value)
                                 : member->value);
    }
  }
  const aml_value *id = was_busy ? NULL : aml_tf_id(instance);
  if (id != NULL && aml_object_find_exact(written, AML_SV("id")) == NULL) {
    aml_object_add(&builder, AML_SV("id"), instance->block->name_span, id);
  }
  const aml_value *made =
      aml_object_end(&builder, instance->block->body->span, written->flags | (unsigned)AML_VALUE_OPEN);
  made = aml_value_moved(run->arena, made, made->span, way, made->flags);
  instance->object = was_busy ? NULL : made;
  return made;
}
