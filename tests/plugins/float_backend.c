/* A plugin in C, built with the frozen header of version 1.0: add, neg, flip,
 * copy and assign of float32. Macros make it one of another version. Tested by
 * tests/cli/plugin_command_test.cc. */
#include <stdlib.h>
#include <string.h>

#include "tests/plugins/frozen/assay_backend.h"

struct AssayBuffer {
  size_t references;
  size_t bytes;
  char* memory;
};

static const AssayDType kFloat32 = {ASSAY_CODE_FLOAT, 32, 1};

static int fail(AssayStatus* status, uint32_t code, uint32_t kind,
                const char* message) {
  status->code = code;
  status->kind = kind;
  if (status->message_capacity > 0) {
    strncpy(status->message, message, status->message_capacity - 1);
    status->message[status->message_capacity - 1] = '\0';
  }
  return (int)code;
}

static int create(const AssayHost* host, AssayContext** context,
                  AssayStatus* status) {
  static char only_context;
  if (host->abi_major != ASSAY_ABI_MAJOR)
    return fail(status, ASSAY_INVALID, ASSAY_KIND_NONE, "another ABI");
  *context = (AssayContext*)&only_context;
  return ASSAY_OK;
}

static void destroy(AssayContext* context) { (void)context; }

static int claims(AssayContext* context, const AssayCell** cells, size_t* count,
                  AssayStatus* status) {
#define CELL(op) \
  { op, 0, ASSAY_MAX_RANK, {2, 32, 1}, {2, 32, 1}, 0 }
  static const AssayCell claimed[] = {
      CELL(ASSAY_OP_ADD),
      CELL(ASSAY_OP_NEG),
      CELL(ASSAY_OP_FLIP),
      CELL(ASSAY_OP_COPY),
      CELL(ASSAY_OP_BUFFER),
      CELL(ASSAY_OP_VIEW),
      CELL(ASSAY_OP_TO_HOST),
      CELL(ASSAY_OP_FROM_HOST),
      CELL(ASSAY_OP_DTYPE),
      CELL(ASSAY_OP_CONTEXT),
#ifdef ASSAY_TEST_LATER
      CELL(999), /* an op that version 1.0 does not know, and a dtype */
      {ASSAY_OP_ADD, 0, 1, {17, 4, 1}, {17, 4, 1}, 0},
#endif
  };
  (void)context;
  (void)status;
  *cells = claimed;
  *count = sizeof claimed / sizeof claimed[0];
  return ASSAY_OK;
}

static int alloc(AssayContext* context, size_t bytes, AssayBuffer** buffer,
                 AssayStatus* status) {
  AssayBuffer* made = malloc(sizeof *made);
  char* memory = malloc(bytes > 0 ? bytes : 1);
  (void)context;
  if (made == NULL || memory == NULL) {
    free(made);
    free(memory);
    return fail(status, ASSAY_OUT_OF_MEMORY, ASSAY_KIND_NONE, "no memory");
  }
  made->references = 1;
  made->bytes = bytes;
  made->memory = memory;
  *buffer = made;
  return ASSAY_OK;
}

static void retain(AssayContext* context, AssayBuffer* buffer) {
  (void)context;
  ++buffer->references;
}

static void release(AssayContext* context, AssayBuffer* buffer) {
  (void)context;
  if (--buffer->references > 0) return;
  free(buffer->memory);
  free(buffer);
}

static size_t size(AssayContext* context, AssayBuffer* buffer) {
  (void)context;
  return buffer->bytes;
}

static int write(AssayContext* context, AssayBuffer* buffer, size_t offset,
                 const void* bytes, size_t count, AssayStatus* status) {
  (void)context;
  (void)status;
  if (count > 0) memcpy(buffer->memory + offset, bytes, count);
  return ASSAY_OK;
}

static int read(AssayContext* context, AssayBuffer* buffer, size_t offset,
                void* bytes, size_t count, AssayStatus* status) {
  (void)context;
  (void)status;
  if (count > 0) memcpy(bytes, buffer->memory + offset, count);
  return ASSAY_OK;
}

/* Returns where the element with this row-major number is stored. */
static float* element(const AssayTensor* tensor, int64_t number) {
  int64_t at = tensor->offset;
  for (uint32_t axis = tensor->rank; axis-- > 0;) {
    at += number % tensor->shape[axis] * tensor->strides[axis];
    number /= tensor->shape[axis];
  }
  return (float*)(void*)tensor->buffer->memory + at;
}

static int64_t element_count(const AssayTensor* tensor) {
  int64_t count = 1;
  for (uint32_t axis = 0; axis < tensor->rank; ++axis)
    count *= tensor->shape[axis];
  return count;
}

static int flip(AssayContext* context, const AssayCall* call,
                AssayResults* results) {
  const uint8_t* reversed = call->attributes[0].data;
  AssayTensor* view = &results->tensors[0];
  *view = call->operands[0];
  for (uint32_t axis = 0; axis < view->rank; ++axis) {
    if (!reversed[axis]) continue;
    if (view->shape[axis] > 0)
      view->offset += (view->shape[axis] - 1) * view->strides[axis];
    view->strides[axis] = -view->strides[axis];
  }
  if (element_count(view) == 0) view->offset = 0;
  retain(context, view->buffer);
  results->count = 1;
  return ASSAY_OK;
}

/* As bytes, whatever a NaN holds. */
static void assign(const AssayTensor* to, const AssayTensor* from) {
  for (int64_t i = 0; i < element_count(from); ++i)
    memcpy(element(to, i), element(from, i), sizeof(float));
}

static int copy(AssayContext* context, const AssayCall* call,
                AssayResults* results, AssayStatus* status) {
  const AssayTensor* x = &call->operands[0];
  const int64_t count = element_count(x);
  AssayTensor* made = &results->tensors[0];
  int64_t stride = 1;
  *made = *x;
  made->offset = 0;
  for (uint32_t axis = x->rank; axis-- > 0; stride *= x->shape[axis])
    made->strides[axis] = stride;
  if (alloc(context, (size_t)count * sizeof(float), &made->buffer, status))
    return (int)status->code;
  assign(made, x);
  results->count = 1;
  return ASSAY_OK;
}

static int invoke(AssayContext* context, const AssayCall* call,
                  AssayResults* results, AssayStatus* status) {
  for (uint32_t i = 0; i < call->operand_count; ++i)
    if (memcmp(&call->operands[i].dtype, &kFloat32, sizeof kFloat32) != 0)
      return fail(status, ASSAY_UNSUPPORTED, ASSAY_KIND_DTYPE, "float32 only");
  if (call->op == ASSAY_OP_FLIP) return flip(context, call, results);
  if (call->op == ASSAY_OP_COPY) return copy(context, call, results, status);
  if (call->op == ASSAY_OP_ASSIGN) { /* not claimed, used by cases of copy */
    assign(&call->outs[0], &call->operands[0]);
    return ASSAY_OK;
  }
  if (call->op != ASSAY_OP_ADD && call->op != ASSAY_OP_NEG)
    return fail(status, ASSAY_UNSUPPORTED, ASSAY_KIND_OP, "no such op");
  for (int64_t i = 0; i < element_count(&call->outs[0]); ++i) {
    const float x = *element(&call->operands[0], i);
    *element(&call->outs[0], i) =
        call->op == ASSAY_OP_NEG ? -x : x + *element(&call->operands[1], i);
  }
  return ASSAY_OK;
}

#ifdef ASSAY_TEST_LATER
/* A member and an extension that version 1.0 knows nothing of. */
static const struct {
  AssayExtension head;
  int queue;
} kQueue = {{sizeof kQueue, "vendor.queue", NULL}, 7};
#endif

#if defined(ASSAY_TEST_LATER)
#define TABLE_SIZE sizeof kBackend
#define MINOR 7
#define EXTENSIONS &kQueue.head
#elif defined(ASSAY_TEST_SHORT)
#define TABLE_SIZE offsetof(AssayBackendV1, invoke)
#else
#define TABLE_SIZE sizeof(AssayBackendV1)
#endif
#ifndef MINOR
#define MINOR ASSAY_ABI_MINOR
#define EXTENSIONS NULL
#endif

static const struct {
  AssayBackendV1 table;
  void* later_members[4];
} kBackend = {{TABLE_SIZE, MINOR,  0,       "floats", "1",   NULL,   0,
               EXTENSIONS, create, destroy, claims,   alloc, retain, release,
               size,       write,  read,    invoke,   NULL,  NULL},
              {NULL}};

#if defined(ASSAY_TEST_SECOND)
ASSAY_EXPORT const void* assay_backend_v2(void);
const void* assay_backend_v2(void) { return &kBackend; }
#elif defined(ASSAY_TEST_UNNAMED)
ASSAY_EXPORT const void* some_other_entry(void);
const void* some_other_entry(void) { return &kBackend; }
#else
const AssayBackendV1* assay_backend_v1(void) { return &kBackend.table; }
#endif
