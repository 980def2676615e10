/* my_backend is a tensor backend in plain C, built as a plugin of Assay. Its
 * ops are rows of kKernels, and it claims the cells of these rows. */
#include <stdlib.h>
#include <string.h>

#include "assay_backend.h"

/* Owns its memory or wraps memory of the host. */
struct AssayBuffer {
  size_t references;
  size_t bytes;
  unsigned char* memory;
  int is_wrapped;
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

/* --- Elements: one function per op and dtype. Sums of signed integers must
 * wrap. C defines that only for unsigned integers, so they are added as
 * unsigned. */
typedef void (*Element)(void* out, const void* const* x);

#define F32(p) (*(const float*)(p))
#define U32(p) (*(const uint32_t*)(p))
#define I32(p) (*(const int32_t*)(p))

static void add_float32(void* out, const void* const* x) {
  *(float*)out = F32(x[0]) + F32(x[1]);
}
static void add_int32(void* out, const void* const* x) {
  *(uint32_t*)out = U32(x[0]) + U32(x[1]);
}
static void neg_float32(void* out, const void* const* x) {
  *(float*)out = -F32(x[0]);
}
static void neg_int32(void* out, const void* const* x) {
  *(uint32_t*)out = 0u - U32(x[0]);
}
static void cmplt_float32(void* out, const void* const* x) {
  *(uint8_t*)out = F32(x[0]) < F32(x[1]);
}
static void cmplt_int32(void* out, const void* const* x) {
  *(uint8_t*)out = I32(x[0]) < I32(x[1]);
}
static void where_32(void* out, const void* const* x) {
  memcpy(out, *(const uint8_t*)x[0] != 0 ? x[1] : x[2], 4);
}
/* Reductions: x[0] is the result so far. Once it is NaN it stays NaN. */
static void max_float32(void* out, const void* const* x) {
  const float so_far = F32(x[0]), next = F32(x[1]);
  *(float*)out = next > so_far || next != next ? next : so_far;
}
static void max_int32(void* out, const void* const* x) {
  *(int32_t*)out = I32(x[1]) > I32(x[0]) ? I32(x[1]) : I32(x[0]);
}

typedef struct Kernel {
  uint32_t op;
  uint32_t operand_count;
  AssayDType dtype; /* of the last operand, which selects the cell */
  Element element;
} Kernel;

#define FLOAT32 {ASSAY_CODE_FLOAT, 32, 1}
#define INT32 {ASSAY_CODE_INT, 32, 1}
static const Kernel kKernels[] = {
    {ASSAY_OP_ADD, 2, FLOAT32, add_float32},
    {ASSAY_OP_ADD, 2, INT32, add_int32},
    {ASSAY_OP_NEG, 1, FLOAT32, neg_float32},
    {ASSAY_OP_NEG, 1, INT32, neg_int32},
    {ASSAY_OP_CMPLT, 2, FLOAT32, cmplt_float32},
    {ASSAY_OP_CMPLT, 2, INT32, cmplt_int32},
    {ASSAY_OP_WHERE, 3, FLOAT32, where_32},
    {ASSAY_OP_WHERE, 3, INT32, where_32},
    {ASSAY_OP_REDUCE_MAX, 1, FLOAT32, max_float32},
    {ASSAY_OP_REDUCE_MAX, 1, INT32, max_int32},
};
enum { kKernelCount = sizeof kKernels / sizeof *kKernels };

struct AssayContext {
  AssayCell cells[kKernelCount];
};

/* --- Walking: visits indices in row-major order, for any strides. */
static int64_t count_of(const AssayTensor* tensor) {
  int64_t count = 1;
  for (uint32_t axis = 0; axis < tensor->rank; ++axis)
    count *= tensor->shape[axis];
  return count;
}
static void step(const AssayTensor* tensor, int64_t* at) {
  for (uint32_t axis = tensor->rank; axis-- > 0; at[axis] = 0)
    if (++at[axis] < tensor->shape[axis]) return;
}
static void* element_at(const AssayTensor* tensor, const int64_t* at) {
  int64_t place = tensor->offset;
  for (uint32_t axis = 0; axis < tensor->rank; ++axis)
    place += at[axis] * tensor->strides[axis];
  return tensor->buffer->memory + place * (tensor->dtype.bits / 8);
}

static void each(const Kernel* kernel, const AssayCall* call) {
  const AssayTensor* out = call->outs;
  int64_t at[ASSAY_MAX_RANK] = {0};
  for (int64_t count = count_of(out); count > 0; --count, step(out, at)) {
    const void* x[3] = {NULL, NULL, NULL};
    for (uint32_t i = 0; i < kernel->operand_count; ++i)
      x[i] = element_at(call->operands + i, at);
    kernel->element(element_at(out, at), x);
  }
}

/* Folds the elements into out. The fold of each result begins with the element
 * whose indices on the reduced axes are all 0. */
static int reduce(const Kernel* kernel, const AssayCall* call,
                  AssayStatus* status) {
  const AssayTensor* x = call->operands;
  const AssayTensor* out = call->outs;
  const AssayAttribute* axes = call->attributes; /* in the order of the keys */
  const int keepdims = *(const uint8_t*)call->attributes[1].data;
  int is_reduced[ASSAY_MAX_RANK] = {0};
  for (uint32_t i = 0; i < axes->count; ++i) {
    const int64_t axis = ((const int64_t*)axes->data)[i];
    if (x->shape[axis] == 0)
      return fail(status, ASSAY_INVALID, 0, "the maximum of no elements");
    is_reduced[axis] = 1;
  }
  int64_t at[ASSAY_MAX_RANK] = {0};
  for (int64_t count = count_of(x); count > 0; --count, step(x, at)) {
    int64_t to[ASSAY_MAX_RANK] = {0};
    uint32_t rank = 0;
    int is_first = 1;
    for (uint32_t axis = 0; axis < x->rank; ++axis)
      if (!is_reduced[axis]) {
        to[rank++] = at[axis];
      } else {
        is_first &= at[axis] == 0;
        if (keepdims) to[rank++] = 0;
      }
    void* result = element_at(out, to);
    const void* both[2] = {result, element_at(x, at)};
    if (is_first)
      memcpy(result, both[1], x->dtype.bits / 8);
    else
      kernel->element(result, both);
  }
  return ASSAY_OK;
}

static int invoke(AssayContext* context, const AssayCall* call,
                  AssayResults* results, AssayStatus* status) {
  (void)context;
  results->count = 0; /* every op here writes into its out */
  int is_there = 0;
  for (int i = 0; i < kKernelCount; ++i) {
    const Kernel* kernel = kKernels + i;
    if (kernel->op != call->op) continue;
    is_there = 1;
    if (call->operand_count != kernel->operand_count || call->out_count != 1)
      return fail(status, ASSAY_INVALID, 0, "operands or out are missing");
    const AssayDType dtype = call->operands[call->operand_count - 1].dtype;
    if (kernel->dtype.code != dtype.code || kernel->dtype.bits != dtype.bits)
      continue;
    if (call->op == ASSAY_OP_REDUCE_MAX) return reduce(kernel, call, status);
    each(kernel, call);
    return ASSAY_OK;
  }
  return is_there ? fail(status, ASSAY_UNSUPPORTED, ASSAY_KIND_DTYPE,
                         "there is no kernel for this dtype")
                  : fail(status, ASSAY_UNSUPPORTED, ASSAY_KIND_OP,
                         "there is no kernel of this op");
}

/* --- Context and memory. */
static int create(const AssayHost* host, AssayContext** context,
                  AssayStatus* status) {
  (void)host;
  *context = calloc(1, sizeof **context);
  if (*context == NULL)
    return fail(status, ASSAY_OUT_OF_MEMORY, 0, "calloc gave nothing");
  for (int i = 0; i < kKernelCount; ++i) {
    AssayCell* cell = (*context)->cells + i;
    cell->op = kKernels[i].op;
    cell->max_rank = ASSAY_MAX_RANK;
    cell->dtype = cell->result = kKernels[i].dtype;
  }
  return ASSAY_OK;
}
static void destroy(AssayContext* context) { free(context); }

static int claims(AssayContext* context, const AssayCell** cells,
                  size_t* count, AssayStatus* status) {
  (void)status;
  *cells = context->cells;
  *count = kKernelCount;
  return ASSAY_OK;
}

static int make_buffer(void* memory, size_t bytes, AssayBuffer** buffer,
                       AssayStatus* status) {
  AssayBuffer* made = malloc(sizeof *made);
  unsigned char* owned = memory == NULL ? malloc(bytes + 1) : NULL;
  if (made == NULL || (memory == NULL && owned == NULL)) {
    free(made);
    free(owned);
    return fail(status, ASSAY_OUT_OF_MEMORY, 0, "malloc gave nothing");
  }
  made->references = 1;
  made->bytes = bytes;
  made->memory = memory == NULL ? owned : memory;
  made->is_wrapped = memory != NULL;
  *buffer = made;
  return ASSAY_OK;
}
static int alloc(AssayContext* context, size_t bytes, AssayBuffer** buffer,
                 AssayStatus* status) {
  (void)context;
  return make_buffer(NULL, bytes, buffer, status);
}
static int wrap(AssayContext* context, void* memory, size_t bytes,
                int writable, AssayBuffer** buffer, AssayStatus* status) {
  (void)context;
  (void)writable; /* this backend never writes into operands */
  return make_buffer(memory, bytes, buffer, status);
}
static void retain(AssayContext* context, AssayBuffer* buffer) {
  (void)context;
  ++buffer->references;
}
static void release(AssayContext* context, AssayBuffer* buffer) {
  (void)context;
  if (--buffer->references > 0) return;
  if (!buffer->is_wrapped) free(buffer->memory);
  free(buffer);
}
static size_t size_of(AssayContext* context, AssayBuffer* buffer) {
  (void)context;
  return buffer->bytes;
}
static int write_bytes(AssayContext* context, AssayBuffer* buffer,
                       size_t offset, const void* bytes, size_t count,
                       AssayStatus* status) {
  (void)context;
  if (offset > buffer->bytes || count > buffer->bytes - offset)
    return fail(status, ASSAY_INVALID, 0, "a write leaves its buffer");
  if (count > 0) memcpy(buffer->memory + offset, bytes, count);
  return ASSAY_OK;
}
static int read_bytes(AssayContext* context, AssayBuffer* buffer,
                      size_t offset, void* bytes, size_t count,
                      AssayStatus* status) {
  (void)context;
  if (offset > buffer->bytes || count > buffer->bytes - offset)
    return fail(status, ASSAY_INVALID, 0, "a read leaves its buffer");
  if (count > 0) memcpy(bytes, buffer->memory + offset, count);
  return ASSAY_OK;
}

const AssayBackendV1* assay_backend_v1(void) {
  static const AssayBackendV1 table = {
      .struct_size = sizeof table,
      .abi_minor = ASSAY_ABI_MINOR,
      .name = "my_backend",
      .version = "0.1.0",
      .create = create,
      .destroy = destroy,
      .claims = claims,
      .alloc = alloc,
      .retain = retain,
      .release = release,
      .size = size_of,
      .write = write_bytes,
      .read = read_bytes,
      .invoke = invoke,
      .wrap = wrap,
  };
  return &table;
}
