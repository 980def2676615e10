/* Six ops on float32 in plain C: add, sub, mul, neg, sqrt and max. One of
 * them breaks a clause, in the way that libraries do. `assay check` finds it.
 * Tested by tests/install/examples_test.py. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assay_backend.h"

struct AssayContext {
  int unused;
};
struct AssayBuffer {
  size_t references;
  size_t bytes;
  float elements[];
};

static int fail(AssayStatus* status, uint32_t code, uint32_t kind,
                const char* message) {
  status->code = code;
  status->kind = kind;
  if (status->message != NULL && status->message_capacity > 0) {
    status->message[0] = '\0';
    strncat(status->message, message, status->message_capacity - 1);
  }
  return (int)code;
}

static int create(const AssayHost* host, AssayContext** context,
                  AssayStatus* status) {
  static AssayContext only;
  (void)host, (void)status;
  *context = &only;
  return ASSAY_OK;
}
static void destroy(AssayContext* context) { (void)context; }

static int alloc(AssayContext* context, size_t bytes, AssayBuffer** buffer,
                 AssayStatus* status) {
  (void)context;
  *buffer = malloc(sizeof **buffer + bytes);
  if (*buffer == NULL)
    return fail(status, ASSAY_OUT_OF_MEMORY, 0, "malloc gave nothing");
  (*buffer)->references = 1;
  (*buffer)->bytes = bytes;
  return ASSAY_OK;
}
static void retain(AssayContext* context, AssayBuffer* buffer) {
  (void)context;
  ++buffer->references;
}
static void release(AssayContext* context, AssayBuffer* buffer) {
  (void)context;
  if (--buffer->references == 0) free(buffer);
}
static size_t size_of(AssayContext* context, AssayBuffer* buffer) {
  (void)context;
  return buffer->bytes;
}
static int write_bytes(AssayContext* context, AssayBuffer* buffer,
                       size_t offset, const void* bytes, size_t count,
                       AssayStatus* status) {
  (void)context, (void)status;
  if (count > 0) memcpy((char*)buffer->elements + offset, bytes, count);
  return ASSAY_OK;
}
static int read_bytes(AssayContext* context, AssayBuffer* buffer,
                      size_t offset, void* bytes, size_t count,
                      AssayStatus* status) {
  (void)context, (void)status;
  if (count > 0) memcpy(bytes, (char*)buffer->elements + offset, count);
  return ASSAY_OK;
}

#define FLOAT32 {ASSAY_CODE_FLOAT, 32, 1}
#define CELL(op) {op, 0, ASSAY_MAX_RANK, FLOAT32, FLOAT32, 0}
static const AssayCell kCells[] = {
    CELL(ASSAY_OP_ADD), CELL(ASSAY_OP_SUB),  CELL(ASSAY_OP_MUL),
    CELL(ASSAY_OP_NEG), CELL(ASSAY_OP_SQRT), CELL(ASSAY_OP_MAX)};

static int claims(AssayContext* context, const AssayCell** cells,
                  size_t* count, AssayStatus* status) {
  (void)context, (void)status;
  *cells = kCells;
  *count = sizeof kCells / sizeof *kCells;
  return ASSAY_OK;
}

static float element(uint32_t op, float x, float y) {
  switch (op) {
    case ASSAY_OP_ADD:
      return x + y;
    case ASSAY_OP_SUB:
      return x - y;
    case ASSAY_OP_MUL:
      return x * y;
    case ASSAY_OP_NEG:
      return -x;
    case ASSAY_OP_SQRT:
      return sqrtf(x);
    default:
      return x > y ? x : y; /* one instruction, and half of the contract */
  }
}

static float* element_at(const AssayTensor* tensor, const int64_t* at) {
  int64_t place = tensor->offset;
  for (uint32_t axis = 0; axis < tensor->rank; ++axis)
    place += at[axis] * tensor->strides[axis];
  return tensor->buffer->elements + place;
}

static int invoke(AssayContext* context, const AssayCall* call,
                  AssayResults* results, AssayStatus* status) {
  (void)context;
  results->count = 0;
  int is_there = 0;
  for (size_t i = 0; i < sizeof kCells / sizeof *kCells; ++i)
    is_there |= kCells[i].op == call->op;
  if (!is_there)
    return fail(status, ASSAY_UNSUPPORTED, ASSAY_KIND_OP, "there are six ops");
  const AssayTensor* out = call->outs;
  const AssayTensor* x = call->operands;
  if (x->dtype.code != ASSAY_CODE_FLOAT || x->dtype.bits != 32)
    return fail(status, ASSAY_UNSUPPORTED, ASSAY_KIND_DTYPE, "float32 alone");
  const AssayTensor* y = call->operand_count > 1 ? x + 1 : x;
  int64_t count = 1, at[ASSAY_MAX_RANK] = {0};
  for (uint32_t axis = 0; axis < out->rank; ++axis) count *= out->shape[axis];
  for (; count > 0; --count) {
    *element_at(out, at) =
        element(call->op, *element_at(x, at), *element_at(y, at));
    for (uint32_t axis = out->rank; axis-- > 0; at[axis] = 0)
      if (++at[axis] < out->shape[axis]) break;
  }
  return ASSAY_OK;
}

const AssayBackendV1* assay_backend_v1(void) {
  static const AssayBackendV1 table = {
      .struct_size = sizeof table, .abi_minor = ASSAY_ABI_MINOR,
      .name = "six_ops",           .version = "1.0",
      .create = create,            .destroy = destroy,
      .claims = claims,            .alloc = alloc,
      .retain = retain,            .release = release,
      .size = size_of,             .write = write_bytes,
      .read = read_bytes,          .invoke = invoke};
  return &table;
}
