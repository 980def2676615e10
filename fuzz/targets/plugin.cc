// Answers the host's calls through the C header with bytes of the fuzzer.
// Whatever a plugin answers, the host must reach a verdict and give every
// reference back.
// Tested by tests/fuzz/targets_test.cc.
#include <algorithm>
#include <cstring>
#include <map>

#include "fuzz/choices.h"
#include "fuzz/targets/target.h"
#include "harness/run/run_case.h"
#include "harness/subject/plugin_subject.h"
#include "spec/op_table.h"
#include "spec/sdk/assay_backend.h"

namespace assay {
namespace {

// A plugin without a backend. It makes its answers of the bytes, mostly right
// ones, so that the host gets far. Its handles are numbers that nobody
// dereferences.
struct HostilePlugin {
  explicit HostilePlugin(FuzzBytes bytes) : choices(bytes) {}

  struct Piece {
    std::size_t bytes = 0;
    std::int64_t references = 0;
  };
  Choices choices;
  std::map<std::uintptr_t, Piece> pieces;
  std::vector<AssayCell> cells;
  std::uintptr_t last = 0;

  // True one time in eight.
  bool goes_wrong() { return choices.next() % 8 == 7; }
  std::uint32_t word() {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) value = value << 8 | choices.next();
    return value;
  }
  // Returns a small number, any number, or one near the end of the range.
  std::int64_t number() {
    const std::uint8_t way = choices.next();
    const std::uint64_t value =
        static_cast<std::uint64_t>(word()) << 32 | word();
    if (way % 4 == 0) return static_cast<std::int64_t>(value);
    if (way % 4 == 1) return INT64_MAX - static_cast<std::int64_t>(value % 4);
    return static_cast<std::int64_t>(value % 9) - 2;
  }
  int answered(AssayStatus* status) {
    if (!goes_wrong()) return ASSAY_OK;
    status->code = choices.next() % 8;
    status->kind = choices.next() % 10;
    for (std::size_t i = 0; i < status->message_capacity; ++i) {
      status->message[i] = static_cast<char>(choices.next());
      if (status->message[i] == '\0') break;
    }
    return choices.next() % 2 == 0 ? static_cast<int>(status->code)
                                   : choices.next() % 8 - 1;
  }
  AssayBuffer* make(std::size_t bytes) {
    pieces[++last] = {bytes, 1};
    return reinterpret_cast<AssayBuffer*>(last);
  }
  // Returns a handle for a result: a known one, a new one, or null.
  AssayBuffer* some_handle() {
    const std::uint8_t way = choices.next();
    if (way % 8 == 0) return nullptr;
    if (way % 8 == 1 || pieces.empty())
      return make(static_cast<std::size_t>(number()));
    auto found = pieces.begin();
    std::advance(found, choices.next() % pieces.size());
    ++found->second.references;
    return reinterpret_cast<AssayBuffer*>(found->first);
  }
};

HostilePlugin* of(AssayContext* context) {
  return reinterpret_cast<HostilePlugin*>(context);
}

HostilePlugin* current = nullptr;

int create(const AssayHost*, AssayContext** context, AssayStatus* status) {
  const int code = current->answered(status);
  if (!current->goes_wrong() || code == ASSAY_OK)
    *context = reinterpret_cast<AssayContext*>(current);
  return code;
}

AssayDType some_dtype(HostilePlugin& plugin) {
  if (plugin.goes_wrong())
    return {plugin.choices.next(), plugin.choices.next(),
            plugin.choices.next()};
  const DTypeSpec& spec = kDTypes[plugin.choices.next() % kDTypeCount];
  return {static_cast<std::uint8_t>(spec.dlpack_code),
          static_cast<std::uint8_t>(spec.bits), 1};
}

int claims(AssayContext* context, const AssayCell** cells, std::size_t* count,
           AssayStatus* status) {
  HostilePlugin& plugin = *of(context);
  plugin.cells.clear();
  // The cells that the case needs, and some others.
  for (const std::uint32_t op :
       {ASSAY_OP_FLIP, ASSAY_OP_ADD, ASSAY_OP_SORT, ASSAY_OP_PAD})
    plugin.cells.push_back({op, 0, 32, {2, 32, 1}, {2, 32, 1}, 0});
  for (int more = plugin.choices.next() % 4; more > 0; --more) {
    AssayCell cell{};
    cell.op = plugin.choices.next();
    cell.variant = plugin.choices.next() % 5;
    cell.max_rank = plugin.choices.next() % 40;
    cell.dtype = some_dtype(plugin);
    cell.result = plugin.goes_wrong() ? some_dtype(plugin) : cell.dtype;
    cell.layouts = plugin.choices.next();
    plugin.cells.push_back(cell);
  }
  *cells = plugin.goes_wrong() ? nullptr : plugin.cells.data();
  *count = plugin.cells.size();
  return plugin.answered(status);
}

int alloc(AssayContext* context, std::size_t bytes, AssayBuffer** buffer,
          AssayStatus* status) {
  HostilePlugin& plugin = *of(context);
  const int code = plugin.answered(status);
  if (code == ASSAY_OK && status->code == ASSAY_OK)
    *buffer = plugin.goes_wrong() ? plugin.some_handle() : plugin.make(bytes);
  return code;
}

void retain(AssayContext* context, AssayBuffer* buffer) {
  ++of(context)->pieces[reinterpret_cast<std::uintptr_t>(buffer)].references;
}

void release(AssayContext* context, AssayBuffer* buffer) {
  auto& pieces = of(context)->pieces;
  const auto found = pieces.find(reinterpret_cast<std::uintptr_t>(buffer));
  demand(found != pieces.end() && found->second.references > 0,
         "nothing is released that was not there");
  if (--found->second.references == 0) pieces.erase(found);
}

std::size_t size(AssayContext* context, AssayBuffer* buffer) {
  HostilePlugin& plugin = *of(context);
  const auto found =
      plugin.pieces.find(reinterpret_cast<std::uintptr_t>(buffer));
  demand(found != plugin.pieces.end(), "only what is there has a size");
  if (plugin.goes_wrong()) return static_cast<std::size_t>(plugin.number());
  return found->second.bytes;
}

int write(AssayContext* context, AssayBuffer*, std::size_t, const void* bytes,
          std::size_t count, AssayStatus* status) {
  // Reads all of it, so that AddressSanitizer sees a count that is too large.
  std::uint8_t sum = 0;
  for (std::size_t i = 0; i < count; ++i)
    sum = static_cast<std::uint8_t>(sum +
                                    static_cast<const std::uint8_t*>(bytes)[i]);
  static_cast<void>(sum);
  return of(context)->answered(status);
}

int read(AssayContext* context, AssayBuffer*, std::size_t, void* bytes,
         std::size_t count, AssayStatus* status) {
  HostilePlugin& plugin = *of(context);
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 64); ++i)
    static_cast<std::uint8_t*>(bytes)[i] = plugin.choices.next();
  return plugin.answered(status);
}

int invoke(AssayContext* context, const AssayCall* call, AssayResults* results,
           AssayStatus* status) {
  HostilePlugin& plugin = *of(context);
  const bool returns = call->op == ASSAY_OP_FLIP || call->op == ASSAY_OP_PAD;
  const int code = plugin.answered(status);
  if (code != ASSAY_OK || (!returns && !plugin.goes_wrong())) return code;
  results->count = plugin.goes_wrong() ? plugin.choices.next() : 1;
  for (std::uint32_t i = 0; i < std::min(results->count, 3u); ++i) {
    AssayTensor& tensor = results->tensors[i];
    if (call->operand_count > 0) tensor = call->operands[0];
    tensor.buffer = plugin.some_handle();
    if (plugin.goes_wrong()) tensor.dtype = some_dtype(plugin);
    if (plugin.goes_wrong()) tensor.rank = plugin.choices.next() % 40;
    if (plugin.goes_wrong()) tensor.offset = plugin.number();
    for (std::uint32_t axis = 0; axis < std::min(tensor.rank, 32u); ++axis) {
      if (plugin.goes_wrong()) tensor.shape[axis] = plugin.number();
      if (plugin.goes_wrong()) tensor.strides[axis] = plugin.number();
    }
  }
  return code;
}

int wrap(AssayContext* context, void*, std::size_t bytes, int,
         AssayBuffer** buffer, AssayStatus* status) {
  return alloc(context, bytes, buffer, status);
}

AssayBackendV1 table_of(HostilePlugin& plugin, std::string& name) {
  AssayBackendV1 table{};
  table.struct_size = sizeof table;
  name = "hostile";
  while (plugin.goes_wrong() && name.size() < 300)
    name += static_cast<char>(plugin.choices.next());
  table.abi_minor = plugin.choices.next() % 3;
  table.name = name.c_str();
  table.version = name.c_str();
  table.flags = plugin.choices.next() % 4;
  table.create = create;
  table.destroy = [](AssayContext*) {};
  table.claims = claims;
  table.alloc = alloc;
  table.retain = retain;
  table.release = release;
  table.size = size;
  table.write = write;
  table.read = read;
  table.invoke = invoke;
  if (plugin.choices.next() % 2 == 0) table.wrap = wrap;
  return table;
}

// Returns a case in which x is flipped, padded and sorted, and added to itself.
Case small_case() {
  const auto floats = DType::kFloat32;
  const ElementBits one{0x3f800000, 0};
  Case test_case;
  test_case.id = "movement/flip:program";
  test_case.clause = "flip.value";
  test_case.tensors = {
      {"x", floats, View({3}), std::vector<ElementBits>(3, one), {}},
      {"sum", floats, View({3}), {}, {}},
      {"sorted", floats, View({5}), {}, {}}};
  const auto step = [](Op op, std::vector<std::string> operands,
                       const Attributes& attributes, const char* out) {
    Step made;
    made.op = op;
    made.operands = std::move(operands);
    made.attributes = attributes;
    made.outs = {out};
    return made;
  };
  test_case.steps = {
      step("flip"_op, {"x"}, Attributes().flips({true}), "y"),
      step("pad"_op, {"y"}, Attributes().padding({{1, 1}}).value(one), "z"),
      step("add"_op, {"x", "x"}, {}, "sum"),
      step("sort"_op, {"z"}, Attributes().axis(0).descending(false), "sorted")};
  for (const auto& [name, count] :
       {std::pair{"y", 3}, {"z", 5}, {"sum", 3}, {"sorted", 5}}) {
    Expectation expectation;
    expectation.tensor = name;
    expectation.shape = {count};
    expectation.any_of = {{.values = std::vector<ElementBits>(
                               static_cast<std::size_t>(count), one)}};
    test_case.expect.push_back(std::move(expectation));
  }
  return test_case;
}

}  // namespace

void fuzz_plugin(FuzzBytes bytes) {
  static const Case test_case = small_case();
  HostilePlugin plugin(bytes);
  current = &plugin;
  std::string name;
  const AssayBackendV1 table = table_of(plugin, name);
  bool followed_the_rules = false;
  {
    const auto library = PluginLibrary::of_table(&table, "hostile.so");
    if (!library)
      return demand(!library.status().message.empty(), "a refusal says why");
    const auto subject = PluginSubject::start(*library);
    if (!subject)
      return demand(!subject.status().message.empty(), "a refusal says why");
    static_cast<void>(run_case(test_case, **subject));
    followed_the_rules = !(*subject)->breakdown();
  }
  demand(!followed_the_rules || plugin.pieces.empty(),
         "every reference is given back");
}

}  // namespace assay
