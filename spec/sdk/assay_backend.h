/* Defines the C interface between Assay and a tensor backend in a shared
 * library. This C11 header has no dependencies and also compiles as C++.
 *
 * A backend is a library that exports assay_backend_v1(). Either side may be
 * older, so nothing here is ever renumbered or moved. Minor versions append ops
 * and keys, and members at the end of structs that have a struct_size. Structs
 * that are elements of arrays or members of other structs (AssayDType,
 * AssayTensor, AssayAttribute, AssayCell, AssayExtension, AssayPlanStep,
 * AssayPlanView) never grow. The specification (`assay spec --markdown`) says
 * what the ops compute.
 *
 * Rules that hold throughout:
 *  - sizes are in bytes; shapes, strides and offsets are in elements; elements
 *    are little-endian, and a byte holds two 4-bit elements, the first one low;
 *  - no exception and no longjmp crosses a function of this header;
 *  - a context is used by one thread at a time, unless it says otherwise;
 *  - pointers given to a function are valid until it returns; data of a context
 *    is valid until destroy(), and what the table itself points to is always
 *    valid.
 *
 * Offsets and numbers are pinned by tests/spec/abi_layout_test.cc. */
#ifndef ASSAY_BACKEND_H_
#define ASSAY_BACKEND_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ASSAY_ABI_MAJOR 1
#define ASSAY_ABI_MINOR 3
#define ASSAY_MAX_RANK 32
#define ASSAY_MAX_RESULTS 8 /* 8 since 1.3, before 3: this header's room */

/* A dtype as in DLPack 1.x: float16 is {2, 16, 1}, int4 {0, 4, 1}. */
typedef struct AssayDType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes; /* always 1 */
} AssayDType;

enum {
  ASSAY_CODE_INT = 0,
  ASSAY_CODE_UINT = 1,
  ASSAY_CODE_FLOAT = 2,
  ASSAY_CODE_BFLOAT = 4,
  ASSAY_CODE_COMPLEX = 5,
  ASSAY_CODE_BOOL = 6, /* 8 bits, 0 or 1 */
  ASSAY_CODE_FLOAT8_E4M3FN = 10,
  ASSAY_CODE_FLOAT8_E5M2 = 12
};

/* The outcome of a call. */
enum {
  ASSAY_OK = 0,
  ASSAY_UNSUPPORTED = 1, /* with a kind: none of the three of numeric */
  ASSAY_INVALID = 2,     /* a precondition is broken */
  ASSAY_NUMERIC = 3,     /* with a kind: 6, 7 or 8 */
  ASSAY_OUT_OF_MEMORY = 4,
  ASSAY_INTERNAL = 5
};
enum {
  ASSAY_KIND_NONE = 0,
  ASSAY_KIND_OP = 1,
  ASSAY_KIND_DTYPE = 2,
  ASSAY_KIND_LAYOUT = 3,
  ASSAY_KIND_RANK = 4,
  ASSAY_KIND_VIEW = 5,
  ASSAY_KIND_NOT_POSITIVE_DEFINITE = 6,
  ASSAY_KIND_SINGULAR = 7,
  ASSAY_KIND_NO_CONVERGENCE = 8,
  ASSAY_KIND_PLACEMENT = 9, /* a tensor is in a place where no op runs */
  ASSAY_KIND_PLAN = 10      /* the plan is declined; nothing was written */
};

/* Receives what went wrong in a function. The caller owns it and the message
 * buffer, and sets code to ASSAY_OK before each call. */
typedef struct AssayStatus {
  size_t struct_size;
  uint32_t code;
  uint32_t kind; /* ASSAY_KIND_NONE except for unsupported and numeric */
  char* message; /* one sentence, zero-terminated, cut off if it is too long */
  size_t message_capacity;
} AssayStatus;

/* Begins every struct of a chain that a later version or a vendor adds. A
 * reader skips structs whose name it does not know. */
typedef struct AssayExtension {
  size_t struct_size; /* of the whole struct that begins with this one */
  const char* name;   /* such as "assay.profile" or "vendor.queue" */
  const struct AssayExtension* next;
} AssayExtension;

/* A backend's memory, and its state. Only the backend knows their content. */
typedef struct AssayBuffer AssayBuffer;
typedef struct AssayContext AssayContext;

/* Says how a buffer is read as an array. */
typedef struct AssayTensor {
  size_t struct_size;
  AssayBuffer* buffer;
  AssayDType dtype;
  uint32_t rank;
  int64_t offset;
  int64_t shape[ASSAY_MAX_RANK];
  int64_t strides[ASSAY_MAX_RANK]; /* may be zero or negative */
} AssayTensor;

/* The kinds of attributes, which say how the data are read. */
enum {
  ASSAY_ATTRIBUTE_I64 = 1,  /* int64_t[count] */
  ASSAY_ATTRIBUTE_BOOL = 2, /* uint8_t[count], 0 or 1 */
  ASSAY_ATTRIBUTE_F64 = 3,  /* double[count] */
  /* One element as stored. Its dtype is that of ASSAY_KEY_DTYPE, or else that
   * of the first operand. count is 1; int4 and uint4 are in the low half. */
  ASSAY_ATTRIBUTE_ELEMENT = 4,
  ASSAY_ATTRIBUTE_DTYPE = 5 /* AssayDType[count] */
};
/* The keys of attributes. A list of pairs is stored flat, as in
 * [start0, stop0, start1, stop1, ...]. */
enum {
  ASSAY_KEY_AXIS = 0,
  ASSAY_KEY_AXES = 1,
  ASSAY_KEY_KEEPDIMS = 2,
  ASSAY_KEY_DESCENDING = 3,
  ASSAY_KEY_OP = 4,
  ASSAY_KEY_SHAPE = 5,
  ASSAY_KEY_PERMUTATION = 6,
  ASSAY_KEY_RANGES = 7,
  ASSAY_KEY_FLIPS = 8,
  ASSAY_KEY_PADDING = 9,
  ASSAY_KEY_VALUE = 10,
  ASSAY_KEY_DTYPE = 11,
  ASSAY_KEY_MODE = 12,
  ASSAY_KEY_UNIQUE_INDICES = 13,
  ASSAY_KEY_KERNEL_SIZE = 14,
  ASSAY_KEY_STRIDE = 15,
  ASSAY_KEY_DILATION = 16,
  ASSAY_KEY_OUTPUT_SIZE = 17,
  ASSAY_KEY_SIZES = 18,
  ASSAY_KEY_UPPER = 19,
  ASSAY_KEY_REDUCED = 20,
  ASSAY_KEY_FULL_MATRICES = 21,
  ASSAY_KEY_VECTORS = 22,
  ASSAY_KEY_TRANSPOSE = 23,
  ASSAY_KEY_UNIT_DIAG = 24,
  ASSAY_KEY_GROUPS = 25,
  ASSAY_KEY_BIASED = 26,
  ASSAY_KEY_OUTPUT_PADDING = 27,
  ASSAY_KEY_CEIL_MODE = 28,
  ASSAY_KEY_INDEX_DTYPE = 29,
  ASSAY_KEY_COUNT_INCLUDE_PAD = 30,
  ASSAY_KEY_SIZE = 31,
  ASSAY_KEY_STEP = 32,
  ASSAY_KEY_SCALE = 33,
  ASSAY_KEY_SOFTCAP = 34,
  ASSAY_KEY_CAUSAL = 35,
  ASSAY_KEY_MASKED = 36,
  ASSAY_KEY_NEGATIVE_SLOPE = 37,
  ASSAY_KEY_ALPHA = 38,
  ASSAY_KEY_BETA = 39,
  ASSAY_KEY_EPSILON = 40,
  ASSAY_KEY_INTERPOLATION = 41,
  ASSAY_KEY_ALIGN_CORNERS = 42,
  ASSAY_KEY_PADDING_MODE = 43,
  ASSAY_KEY_LOW = 44,
  ASSAY_KEY_HIGH = 45,
  ASSAY_KEY_K = 46,
  ASSAY_KEY_UPDATE = 47,
  ASSAY_KEY_STEPS = 48,
  ASSAY_KEY_TIMES = 49,
  ASSAY_KEY_START = 50,
  ASSAY_KEY_STOP = 51,
  ASSAY_KEY_QMIN = 52,
  ASSAY_KEY_QMAX = 53,
  ASSAY_KEY_BLOCK_SIZE = 54,
  ASSAY_KEY_LHS_CONTRACTING = 55,
  ASSAY_KEY_RHS_CONTRACTING = 56,
  ASSAY_KEY_LHS_BATCH = 57,
  ASSAY_KEY_RHS_BATCH = 58,
  ASSAY_KEY_STARTS = 59,
  ASSAY_KEY_LIMITS = 60,
  ASSAY_KEY_STRIDES = 61,
  ASSAY_KEY_EDGE_LOW = 62,
  ASSAY_KEY_EDGE_HIGH = 63,
  ASSAY_KEY_INTERIOR = 64,
  ASSAY_KEY_SLICE_SIZES = 65,
  ASSAY_KEY_OFFSET_DIMS = 66,
  ASSAY_KEY_COLLAPSED_SLICE_DIMS = 67,
  ASSAY_KEY_START_INDEX_MAP = 68,
  ASSAY_KEY_INDEX_VECTOR_DIM = 69,
  ASSAY_KEY_OPERAND_BATCHING_DIMS = 70,
  ASSAY_KEY_START_INDICES_BATCHING_DIMS = 71,
  ASSAY_KEY_INDICES_ARE_SORTED = 72,
  ASSAY_KEY_UPDATE_WINDOW_DIMS = 73,
  ASSAY_KEY_INSERTED_WINDOW_DIMS = 74,
  ASSAY_KEY_SCATTER_DIMS_TO_OPERAND_DIMS = 75,
  ASSAY_KEY_AXIS_A = 76,
  ASSAY_KEY_AXIS_B = 77,
  ASSAY_KEY_BROADCAST_DIMS = 78,
  ASSAY_KEY_LEFT_SIDE = 79,
  ASSAY_KEY_LOWER = 80,
  ASSAY_KEY_TRANSPOSE_A = 81,
  ASSAY_KEY_LHS_CONJ = 82,
  ASSAY_KEY_RHS_CONJ = 83,
  /* A count of operands, then for each operand and for the result a length and
   * its labels, which are integers from 0 on. */
  ASSAY_KEY_SUBSCRIPTS = 84
};
/* The values of ASSAY_KEY_OP and of ASSAY_KEY_MODE; both keys are i64. */
enum {
  ASSAY_SCAN_SUM = 0,
  ASSAY_SCAN_PROD = 1,
  ASSAY_SCAN_MAX = 2,
  ASSAY_SCAN_MIN = 3
};
enum { ASSAY_SCATTER_SET = 0, ASSAY_SCATTER_ADD = 1 };
/* Further values of ASSAY_KEY_MODE, for scatter_general. */
enum { ASSAY_SCATTER_MIN = 2, ASSAY_SCATTER_MAX = 3 };
/* The values of ASSAY_KEY_INTERPOLATION and of ASSAY_KEY_PADDING_MODE; both
 * keys are i64. */
enum {
  ASSAY_INTERPOLATION_NEAREST = 0,
  ASSAY_INTERPOLATION_NEAREST_EXACT = 1,
  ASSAY_INTERPOLATION_BILINEAR = 2,
  ASSAY_INTERPOLATION_BICUBIC = 3,
  ASSAY_INTERPOLATION_LANCZOS3 = 4
};
enum {
  ASSAY_PADDING_ZEROS = 0,
  ASSAY_PADDING_BORDER = 1,
  ASSAY_PADDING_REFLECTION = 2
};
/* The values of ASSAY_KEY_UPDATE, an i64. */
enum {
  ASSAY_UPDATE_ASSIGN = 0,
  ASSAY_UPDATE_ADD = 1,
  ASSAY_UPDATE_MUL = 2,
  ASSAY_UPDATE_MIN = 3,
  ASSAY_UPDATE_MAX = 4,
  ASSAY_UPDATE_OR = 5
};
/* The values of ASSAY_KEY_TRANSPOSE_A, an i64. */
enum {
  ASSAY_TRANSPOSE_NONE = 0,
  ASSAY_TRANSPOSE_PLAIN = 1,
  ASSAY_TRANSPOSE_ADJOINT = 2
};

typedef struct AssayAttribute {
  uint16_t key;
  uint16_t kind;
  uint32_t count;
  const void* data;
} AssayAttribute;

/* The ops. The memory functions of the table carry out buffer, from_host and
 * to_host. A backend claims these and the accessors, but invoke() never gets
 * them. */
enum {
  ASSAY_OP_ADD = 1,
  ASSAY_OP_SUB = 2,
  ASSAY_OP_MUL = 3,
  ASSAY_OP_DIV = 4,
  ASSAY_OP_MOD = 5,
  ASSAY_OP_POW = 6,
  ASSAY_OP_MAX = 7,
  ASSAY_OP_MIN = 8,
  ASSAY_OP_NEG = 9,
  ASSAY_OP_RECIP = 10,
  ASSAY_OP_ABS = 11,
  ASSAY_OP_SIGN = 12,
  ASSAY_OP_CMPEQ = 20,
  ASSAY_OP_CMPNE = 21,
  ASSAY_OP_CMPLT = 22,
  ASSAY_OP_CMPLE = 23,
  ASSAY_OP_XOR = 24,
  ASSAY_OP_OR = 25,
  ASSAY_OP_AND = 26,
  ASSAY_OP_WHERE = 27,
  ASSAY_OP_TRUNC = 40,
  ASSAY_OP_CEIL = 41,
  ASSAY_OP_FLOOR = 42,
  ASSAY_OP_ROUND = 43,
  ASSAY_OP_SQRT = 50,
  ASSAY_OP_EXP = 51,
  ASSAY_OP_LOG = 52,
  ASSAY_OP_SIN = 53,
  ASSAY_OP_COS = 54,
  ASSAY_OP_TAN = 55,
  ASSAY_OP_ASIN = 56,
  ASSAY_OP_ACOS = 57,
  ASSAY_OP_ATAN = 58,
  ASSAY_OP_SINH = 59,
  ASSAY_OP_COSH = 60,
  ASSAY_OP_TANH = 61,
  ASSAY_OP_ERF = 62,
  ASSAY_OP_ATAN2 = 63,
  ASSAY_OP_REDUCE_SUM = 80,
  ASSAY_OP_REDUCE_PROD = 81,
  ASSAY_OP_REDUCE_MAX = 82,
  ASSAY_OP_REDUCE_MIN = 83,
  ASSAY_OP_ARGMAX = 84,
  ASSAY_OP_ARGMIN = 85,
  ASSAY_OP_ASSOCIATIVE_SCAN = 86,
  ASSAY_OP_SORT = 100,
  ASSAY_OP_ARGSORT = 101,
  ASSAY_OP_EXPAND = 120,
  ASSAY_OP_RESHAPE = 121,
  ASSAY_OP_PERMUTE = 122,
  ASSAY_OP_SHRINK = 123,
  ASSAY_OP_FLIP = 124,
  ASSAY_OP_PAD = 125,
  ASSAY_OP_CAT = 126,
  ASSAY_OP_CAST = 140,
  ASSAY_OP_BUFFER = 160,
  ASSAY_OP_FULL = 161,
  ASSAY_OP_FROM_HOST = 162,
  ASSAY_OP_TO_HOST = 163,
  ASSAY_OP_CONTIGUOUS = 164,
  ASSAY_OP_COPY = 165,
  ASSAY_OP_ASSIGN = 166,
  ASSAY_OP_VIEW = 167,
  ASSAY_OP_DTYPE = 168,
  ASSAY_OP_CONTEXT = 169,
  ASSAY_OP_THREEFRY = 180,
  ASSAY_OP_GATHER = 190,
  ASSAY_OP_SCATTER = 191,
  ASSAY_OP_UNFOLD = 200,
  ASSAY_OP_FOLD = 201,
  ASSAY_OP_MATMUL = 210,
  ASSAY_OP_FFT = 220,
  ASSAY_OP_IFFT = 221,
  ASSAY_OP_RFFT = 222,
  ASSAY_OP_IRFFT = 223,
  ASSAY_OP_CHOLESKY = 230,
  ASSAY_OP_QR = 231,
  ASSAY_OP_SVD = 232,
  ASSAY_OP_EIG = 233,
  ASSAY_OP_EIGH = 234,
  ASSAY_OP_TRIANGULAR_SOLVE = 235,
  /* Op set nn. */
  ASSAY_OP_LINEAR = 300,
  ASSAY_OP_LINEAR_X_BACKWARD = 301,
  ASSAY_OP_LINEAR_WEIGHT_BACKWARD = 302,
  ASSAY_OP_BIAS_BACKWARD = 303,
  ASSAY_OP_CONV = 315,
  ASSAY_OP_CONV_X_BACKWARD = 316,
  ASSAY_OP_CONV_WEIGHT_BACKWARD = 317,
  ASSAY_OP_CONV_TRANSPOSE = 318,
  ASSAY_OP_CONV_TRANSPOSE_X_BACKWARD = 319,
  ASSAY_OP_CONV_TRANSPOSE_WEIGHT_BACKWARD = 320,
  ASSAY_OP_MAX_POOL = 330,
  ASSAY_OP_MAX_POOL_WITH_INDICES = 331,
  ASSAY_OP_MAX_POOL_BACKWARD = 332,
  ASSAY_OP_AVG_POOL = 333,
  ASSAY_OP_AVG_POOL_BACKWARD = 334,
  ASSAY_OP_ADAPTIVE_AVG_POOL = 335,
  ASSAY_OP_ADAPTIVE_AVG_POOL_BACKWARD = 336,
  ASSAY_OP_INTERPOLATE = 345,
  ASSAY_OP_INTERPOLATE_BACKWARD = 346,
  ASSAY_OP_GRID_SAMPLE_2D = 347,
  ASSAY_OP_ATTENTION = 360,
  ASSAY_OP_RELU = 375,
  ASSAY_OP_RELU_BACKWARD = 376,
  ASSAY_OP_LEAKY_RELU = 377,
  ASSAY_OP_PRELU = 378,
  ASSAY_OP_GELU = 379,
  ASSAY_OP_GELU_BACKWARD = 380,
  ASSAY_OP_SIGMOID = 381,
  ASSAY_OP_SIGMOID_BACKWARD = 382,
  ASSAY_OP_HARD_SIGMOID = 383,
  ASSAY_OP_LOG_SIGMOID = 384,
  ASSAY_OP_LOG_SIGMOID_BACKWARD = 385,
  ASSAY_OP_SOFTMAX = 386,
  ASSAY_OP_SOFTMIN = 387,
  ASSAY_OP_LOG_SOFTMAX = 388,
  ASSAY_OP_LAYER_NORM = 390,
  ASSAY_OP_BATCH_NORM = 391,
  ASSAY_OP_LOG1P = 420,
  ASSAY_OP_ASINH = 421,
  ASSAY_OP_ACOSH = 422,
  ASSAY_OP_ATANH = 423,
  ASSAY_OP_HYPOT = 424,
  ASSAY_OP_CLAMP = 425,
  ASSAY_OP_BITWISE_NOT = 426,
  ASSAY_OP_SHIFT_LEFT = 427,
  ASSAY_OP_SHIFT_RIGHT = 428,
  ASSAY_OP_IS_NAN = 429,
  ASSAY_OP_IS_INF = 430,
  ASSAY_OP_MEAN = 435,
  ASSAY_OP_ANY = 436,
  ASSAY_OP_ALL = 437,
  ASSAY_OP_MAX_ABS = 438,
  ASSAY_OP_CROSS = 439,
  ASSAY_OP_MAX_WITH_INDEX = 440,
  ASSAY_OP_MIN_WITH_INDEX = 441,
  ASSAY_OP_SORT_WITH_INDICES = 450,
  ASSAY_OP_TOPK = 451,
  ASSAY_OP_SELECT = 465,
  ASSAY_OP_SELECT_UPDATE = 466,
  ASSAY_OP_GATHER_ND = 467,
  ASSAY_OP_SCATTER_ND = 468,
  ASSAY_OP_SCATTER_REDUCE = 469,
  ASSAY_OP_EMBEDDING = 474,
  ASSAY_OP_EMBEDDING_BACKWARD = 475,
  ASSAY_OP_SLICE = 470,
  ASSAY_OP_SLICE_ASSIGN = 471,
  ASSAY_OP_MASK_SELECT = 472,
  ASSAY_OP_ARGWHERE = 473,
  ASSAY_OP_REPEAT = 476,
  ASSAY_OP_UNFOLD_VIEW = 477,
  ASSAY_OP_ARANGE = 478,
  ASSAY_OP_QUANTIZE = 480,
  ASSAY_OP_DEQUANTIZE = 481,
  ASSAY_OP_QUANTIZE_DYNAMIC = 482,
  ASSAY_OP_CONJ = 512,
  ASSAY_OP_ABS_REAL = 513,
  ASSAY_OP_RSQRT = 514,
  ASSAY_OP_EXPM1 = 515,
  ASSAY_OP_CMPGT = 517,
  ASSAY_OP_CMPGE = 518,
  ASSAY_OP_CLAMP_GENERAL = 519,
  ASSAY_OP_SELECT_GENERAL = 520,
  ASSAY_OP_CONVERT = 521,
  ASSAY_OP_BROADCAST_IN_DIM = 522,
  ASSAY_OP_SLICE_GENERAL = 523,
  ASSAY_OP_PAD_GENERAL = 524,
  ASSAY_OP_EXTRACT_DIAGONAL = 525,
  ASSAY_OP_EMBED_DIAGONAL = 526,
  ASSAY_OP_TRIL = 527,
  ASSAY_OP_TRIU = 528,
  ASSAY_OP_DYNAMIC_SLICE = 529,
  ASSAY_OP_DYNAMIC_UPDATE_SLICE = 530,
  ASSAY_OP_GATHER_GENERAL = 531,
  ASSAY_OP_SCATTER_GENERAL = 532,
  ASSAY_OP_DOT_GENERAL = 533,
  ASSAY_OP_DOT_GENERAL_UPDATE = 534,
  ASSAY_OP_EINSUM = 535,
  ASSAY_OP_LU = 536,
  ASSAY_OP_LU_FACTOR = 537,
  ASSAY_OP_FULL_PIV_LU = 538,
  ASSAY_OP_FULL_PIV_LU_SOLVE = 539,
  ASSAY_OP_SOLVE = 540,
  ASSAY_OP_TRIANGULAR_SOLVE_GENERAL = 541,
  /* Op set protocol. A backend claims these if it has the functions at the end
   * of the table; invoke() never gets them. */
  ASSAY_OP_SESSION = 544,
  ASSAY_OP_PLACEMENT = 545,
  ASSAY_OP_RECLAIM = 546,
  ASSAY_OP_DONATION = 547,
  ASSAY_OP_FUSION = 548
};

/* One call. Ops that write their results get the tensors in outs. Ops that
 * return tensors have no outs, except for an optional one of the FFT family. */
typedef struct AssayCall {
  size_t struct_size;
  uint32_t op;
  uint32_t operand_count;
  const AssayTensor* operands;
  uint32_t attribute_count;
  uint32_t out_count;
  const AssayAttribute* attributes; /* in the order of their keys */
  const AssayTensor* outs;
  const AssayExtension* next;
} AssayCall;

/* An extension in AssayCall.next. Operand i is given up if bit i is set: the
 * backend may write over its whole buffer, or hand the buffer out as a result,
 * which then names it with a reference of its own. The caller still releases
 * the operand. A backend that does not know the extension gives up nothing. */
#define ASSAY_DONATION "assay.donation"
typedef struct AssayDonation {
  AssayExtension header;
  uint64_t operands;
} AssayDonation;

/* Receives the results of a call. The caller zeroes it and sets every
 * struct_size. The backend fills in the tensors and their count. Each tensor
 * comes with a reference to its buffer, which the caller releases. A view names
 * the operand's buffer. If the call fails, the count is 0 and the caller
 * releases nothing.
 *
 * `tensors` is the last member and may grow. The caller has room for
 * (struct_size - offsetof(AssayResults, tensors)) / sizeof(AssayTensor) of
 * them. A backend answers ASSAY_INTERNAL to a call with more results, and to no
 * other call because of the size. */
typedef struct AssayResults {
  size_t struct_size;
  uint32_t count;
  uint32_t reserved;
  AssayTensor tensors[ASSAY_MAX_RESULTS];
} AssayResults;

/* One op of a plan. `inputs` are ids. This is an array element and never
 * grows. */
typedef struct AssayPlanStep {
  uint32_t op;
  uint32_t input_count;
  const uint32_t* inputs;
} AssayPlanStep;

/* How an input of a plan is shown, as by broadcast_in_dim: axis i of the input
 * is axis dims[i] of the plan. If dims is null the input has the rank of the
 * plan. An input of rank 0 fills the shape, whatever dims is. This is an array
 * element and never grows. */
typedef struct AssayPlanView {
  const int64_t* dims;
} AssayPlanView;

/* Elementwise ops that are carried out in one call, all on one dtype and shape.
 * The inputs have the ids from 0 to input_count - 1, and the result of step i
 * has the id input_count + i. A step names ids below its own. `outputs` are the
 * ids of the results that are returned, each as a C-contiguous tensor with
 * memory of its own. */
typedef struct AssayPlan {
  size_t struct_size;
  AssayDType dtype;
  uint32_t rank;
  const int64_t* shape;
  uint32_t input_count;
  uint32_t step_count;
  uint32_t output_count;
  uint32_t reserved;
  const AssayTensor* inputs;
  const AssayPlanView* views; /* one for each input; null: all as they are */
  const AssayPlanStep* steps;
  const uint32_t* outputs;
  const AssayExtension* next;
} AssayPlan;

/* The layouts of operands, for cells that are not claimed for all of them. */
#define ASSAY_LAYOUT_CONTIGUOUS (UINT64_C(1) << 0)
#define ASSAY_LAYOUT_OFFSET (UINT64_C(1) << 1)
#define ASSAY_LAYOUT_TRANSPOSE (UINT64_C(1) << 2)
#define ASSAY_LAYOUT_SLICE (UINT64_C(1) << 3)
#define ASSAY_LAYOUT_FLIP (UINT64_C(1) << 4)
#define ASSAY_LAYOUT_BROADCAST (UINT64_C(1) << 5)
#define ASSAY_LAYOUT_MIXED (UINT64_C(1) << 6)

/* One claimed cell. It is judged, so `unsupported` is a failure there. */
typedef struct AssayCell {
  uint32_t op;
  uint16_t variant;  /* position in the op's list of variants, or 0 */
  uint16_t max_rank; /* up to ASSAY_MAX_RANK */
  AssayDType dtype;  /* of the operand */
  AssayDType result; /* for cast, rfft and irfft; else equal to dtype */
  uint64_t layouts;  /* of operands; 0 for all of them */
} AssayCell;

/* Flags of a whole backend. The first one says that several threads may use a
 * context at a time. */
#define ASSAY_THREAD_SAFE_CONTEXT (UINT64_C(1) << 0)
/* Threads may still run after a call has returned, as in a thread pool. */
#define ASSAY_KEEPS_THREADS (UINT64_C(1) << 1)

/* Describes the host to the backend. */
typedef struct AssayHost {
  size_t struct_size;
  uint32_t abi_major;
  uint32_t abi_minor;
  const AssayExtension* next;
} AssayHost;

/* The functions of a backend. Those that return an int return ASSAY_OK, or the
 * code that they also store in the status. Members marked optional may be null.
 * Buffers of zero bytes are valid. */
typedef struct AssayBackendV1 {
  size_t struct_size;
  uint32_t abi_minor; /* ASSAY_ABI_MINOR of the header it was built with */
  uint32_t reserved;
  const char* name;
  const char* version;
  const char* spec_version; /* optional: the specification it was written for */
  uint64_t flags;
  const AssayExtension* next;

  /* Makes a context, which all other functions need. */
  int (*create)(const AssayHost* host, AssayContext** context,
                AssayStatus* status);
  /* Destroys the context after all its buffers have been released. */
  void (*destroy)(AssayContext* context);
  /* Lists the claimed cells, in any order. */
  int (*claims)(AssayContext* context, const AssayCell** cells, size_t* count,
                AssayStatus* status);

  /* Makes a buffer of undefined content, with one reference. */
  int (*alloc)(AssayContext* context, size_t bytes, AssayBuffer** buffer,
               AssayStatus* status);
  void (*retain)(AssayContext* context, AssayBuffer* buffer);
  void (*release)(AssayContext* context, AssayBuffer* buffer);
  /* Returns how many bytes a buffer has. */
  size_t (*size)(AssayContext* context, AssayBuffer* buffer);
  int (*write)(AssayContext* context, AssayBuffer* buffer, size_t offset,
               const void* bytes, size_t count, AssayStatus* status);
  int (*read)(AssayContext* context, AssayBuffer* buffer, size_t offset,
              void* bytes, size_t count, AssayStatus* status);

  /* Carries out a call. The results are complete when this returns. */
  int (*invoke)(AssayContext* context, const AssayCall* call,
                AssayResults* results, AssayStatus* status);

  /* Optional: returns the address of a buffer's bytes, or null. */
  void* (*map)(AssayContext* context, AssayBuffer* buffer);
  /* Optional: makes a buffer of memory that belongs to the host, which keeps it
   * until the buffer is released. The backend does not write into it if it is
   * not writable. */
  int (*wrap)(AssayContext* context, void* memory, size_t bytes, int writable,
              AssayBuffer** buffer, AssayStatus* status);

  /* Since 1.3, all optional. A host looks at struct_size before each. Whoever
   * claims ASSAY_OP_SESSION has the next two. Between them any other function
   * but destroy may be called. The session has ended when session_end returns,
   * whatever it returns. */
  int (*session_begin)(AssayContext* context, AssayStatus* status);
  int (*session_end)(AssayContext* context, AssayStatus* status);
  /* Takes the caller's reference, whatever it returns. The memory may be used
   * again at once, but for memory that was wrapped. No view of the buffer is
   * alive. */
  int (*reclaim)(AssayContext* context, AssayBuffer* buffer,
                 AssayStatus* status);
  /* Carries out a plan, or declines it with ASSAY_UNSUPPORTED and
   * ASSAY_KIND_PLAN. */
  int (*execute_plan)(AssayContext* context, const AssayPlan* plan,
                      AssayResults* results, AssayStatus* status);
  /* Lists the names of all places, where buffers can be, and the number of the
   * one in which ops run and alloc() makes buffers. Place 0 is "host". Whoever
   * claims ASSAY_OP_PLACEMENT has this function and the next three. */
  int (*places)(AssayContext* context, const char* const** names, size_t* count,
                uint32_t* home, AssayStatus* status);
  int (*place_of)(AssayContext* context, AssayBuffer* buffer, uint32_t* place,
                  AssayStatus* status);
  int (*alloc_in)(AssayContext* context, uint32_t place, size_t bytes,
                  AssayBuffer** buffer, AssayStatus* status);
  /* Copies a buffer into a new one, which is in the given place. */
  int (*transfer)(AssayContext* context, AssayBuffer* buffer, uint32_t place,
                  AssayBuffer** copy, AssayStatus* status);
} AssayBackendV1;

/* An extension in the table's chain `next`. With it a backend limits its claims
 * further than AssayCell can. The host makes no call beyond a limit. */
#define ASSAY_CLAIM_LIMITS "assay.claim_limits"

/* The op is composed from several calls of the library. Reports say so. */
#define ASSAY_CLAIM_COMPOSED (UINT64_C(1) << 0)
/* Assign cannot write into results or into the operands that they came from.
 * The table's function `write` replaces their content. */
#define ASSAY_CLAIM_IMMUTABLE (UINT64_C(1) << 1)

/* The limits of one claimed cell. This is an array element and never grows. */
typedef struct AssayClaimLimits {
  uint64_t cell;     /* the position of the cell in the list of claims() */
  uint64_t flags;    /* ASSAY_CLAIM_COMPOSED, ASSAY_CLAIM_IMMUTABLE */
  uint32_t min_axes; /* how many axes one call works along, at least */
  uint32_t max_axes; /* at most; 0 means no limit here and below */
  uint32_t max_operands;
  uint32_t reserved;
  int64_t min_extent; /* of every axis of operands, outs and results */
  int64_t max_extent;
} AssayClaimLimits;

typedef struct AssayClaimLimitsV1 {
  AssayExtension extension;
  /* Lists the limits of cells that have some, in any order. */
  int (*limits)(AssayContext* context, const AssayClaimLimits** limits,
                size_t* count, AssayStatus* status);
} AssayClaimLimitsV1;

#if defined(_WIN32)
#define ASSAY_EXPORT __declspec(dllexport)
#else
#define ASSAY_EXPORT __attribute__((visibility("default")))
#endif

/* Every backend exports this function. It always returns the same table. */
ASSAY_EXPORT const AssayBackendV1* assay_backend_v1(void);

#ifdef __cplusplus
}
#endif

#endif /* ASSAY_BACKEND_H_ */
