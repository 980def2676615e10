/* A right little backend for neg, abs and flip of float32, into which faults
 * are put: FAULT names the function called by every abs, SPOIL the one that
 * every result of flip passes through, EVERY the one that every call is handed
 * to. Tested by tests/cli/hostile_test.cc and tests/cli/crash_command_test.cc.
 */
#ifndef ASSAY_TESTS_HOSTILE_BACKEND_H_
#define ASSAY_TESTS_HOSTILE_BACKEND_H_

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "spec/sdk/assay_backend.h"

#ifdef __cplusplus
extern "C" {
#endif

struct AssayContext {
  int unused;
};
struct AssayBuffer {
  unsigned char* bytes;
  size_t size;
  int count;
};

static int create(const AssayHost* host, AssayContext** context,
                  AssayStatus* status) {
  (void)host, (void)status;
#ifdef AT_CREATE
  AT_CREATE();
#endif
  *context = (AssayContext*)calloc(1, sizeof(AssayContext));
  return ASSAY_OK;
}

static void destroy(AssayContext* context) {
#ifdef AT_DESTROY
  AT_DESTROY();
#endif
  free(context);
}

static const AssayCell kCells[] = {
#define CELL(op)                                      \
  {                                                   \
    op, 0, ASSAY_MAX_RANK, {ASSAY_CODE_FLOAT, 32, 1}, \
        {ASSAY_CODE_FLOAT, 32, 1}, 0                  \
  }
    CELL(ASSAY_OP_NEG), CELL(ASSAY_OP_ABS), CELL(ASSAY_OP_FLIP)};

static int claims(AssayContext* context, const AssayCell** cells, size_t* count,
                  AssayStatus* status) {
  (void)context, (void)status;
  *cells = kCells;
  *count = sizeof kCells / sizeof *kCells;
  return ASSAY_OK;
}

static int alloc(AssayContext* context, size_t bytes, AssayBuffer** buffer,
                 AssayStatus* status) {
  (void)context, (void)status;
  *buffer = (AssayBuffer*)malloc(sizeof(AssayBuffer));
  (*buffer)->bytes = (unsigned char*)malloc(bytes + 1);
  (*buffer)->size = bytes;
  (*buffer)->count = 1;
  return ASSAY_OK;
}

static void retain(AssayContext* context, AssayBuffer* buffer) {
  (void)context;
  ++buffer->count;
}

static void release(AssayContext* context, AssayBuffer* buffer) {
  (void)context;
  if (--buffer->count > 0) return;
  free(buffer->bytes);
  free(buffer);
}

static size_t size(AssayContext* context, AssayBuffer* buffer) {
  (void)context;
  return buffer->size;
}

static int write_bytes(AssayContext* context, AssayBuffer* buffer,
                       size_t offset, const void* bytes, size_t count,
                       AssayStatus* status) {
  (void)context, (void)status;
  memcpy(buffer->bytes + offset, bytes, count);
  return ASSAY_OK;
}

static int read_bytes(AssayContext* context, AssayBuffer* buffer, size_t offset,
                      void* bytes, size_t count, AssayStatus* status) {
  (void)context, (void)status;
  memcpy(bytes, buffer->bytes + offset, count);
  return ASSAY_OK;
}

/* Both elementwise ops, walking the operand's index space. */
static void unary(const AssayCall* call) {
  const AssayTensor* x = &call->operands[0];
  const AssayTensor* out = &call->outs[0];
  const float* from = (const float*)x->buffer->bytes;
  float* to = (float*)out->buffer->bytes + out->offset;
  int64_t index[ASSAY_MAX_RANK] = {0};
  int64_t count = 1;
  for (uint32_t axis = 0; axis < x->rank; ++axis) count *= x->shape[axis];
  for (int64_t i = 0; i < count; ++i) {
    int64_t at = x->offset;
    for (uint32_t axis = 0; axis < x->rank; ++axis)
      at += index[axis] * x->strides[axis];
    to[i] = call->op == ASSAY_OP_NEG ? -from[at] : fabsf(from[at]);
    for (uint32_t axis = x->rank; axis-- > 0;) {
      if (++index[axis] < x->shape[axis]) break;
      index[axis] = 0;
    }
  }
}

static void flip(AssayContext* context, const AssayCall* call,
                 AssayTensor* result) {
  const uint8_t* flips = (const uint8_t*)call->attributes[0].data;
  int empty = 0;
  *result = call->operands[0];
  retain(context, result->buffer);
  for (uint32_t axis = 0; axis < result->rank; ++axis)
    empty = empty || result->shape[axis] == 0;
  for (uint32_t axis = 0; axis < result->rank; ++axis) {
    if (!flips[axis]) continue;
    if (!empty)
      result->offset += (result->shape[axis] - 1) * result->strides[axis];
    result->strides[axis] = -result->strides[axis];
  }
}

static int invoke(AssayContext* context, const AssayCall* call,
                  AssayResults* results, AssayStatus* status) {
  (void)status;
#ifdef EVERY
  EVERY(call);
#endif
  if (call->op == ASSAY_OP_FLIP) {
    flip(context, call, &results->tensors[0]);
    results->count = 1;
#ifdef SPOIL
    SPOIL(context, results);
#endif
    return ASSAY_OK;
  }
#ifdef FAULT
  if (call->op == ASSAY_OP_ABS) FAULT();
#endif
#ifdef REFUSE
  if (call->op == ASSAY_OP_ABS) {
    status->code = ASSAY_UNSUPPORTED;
    status->kind = ASSAY_KIND_DTYPE;
    return ASSAY_UNSUPPORTED;
  }
#endif
  unary(call);
  return ASSAY_OK;
}

#ifndef ENTRY
#define ENTRY assay_backend_v1
#endif
#ifdef __cplusplus
extern "C"
#endif
    ASSAY_EXPORT const AssayBackendV1*
    ENTRY(void) {
  static AssayBackendV1 table;
  table.struct_size = sizeof table;
  table.abi_minor = ASSAY_ABI_MINOR;
  table.name = "hostile";
  table.version = "1";
#ifdef FLAGS
  table.flags = FLAGS;
#endif
  table.create = create;
  table.destroy = destroy;
  table.claims = claims;
  table.alloc = alloc;
  table.retain = retain;
  table.release = release;
  table.size = size;
  table.write = write_bytes;
  table.read = read_bytes;
  table.invoke = invoke;
  return &table;
}

#ifdef __cplusplus
}
#endif

#endif /* ASSAY_TESTS_HOSTILE_BACKEND_H_ */
