// Implements the translation as one walk over the steps that are needed.
// Neighbouring steps that chains can carry out become one pass.
// Tested by tests/optimized/fusion_test.cc.
#include "optimized/fusion/program.h"

#include <algorithm>

#include "optimized/elementwise/elementwise.h"
#include "spec/op_table.h"

namespace assay::optimized {
namespace {

// The codes of an op whose last result is the first operand, the second one, or
// both. Without a code for both, the operand is read from memory.
struct ChainOp {
  Op op;
  ChainCode first;
  ChainCode second;
  std::optional<ChainCode> both;
};
constexpr ChainOp kChainOps[] = {
    {"add"_op, ChainCode::kAdd, ChainCode::kAdd, ChainCode::kTwice},
    {"sub"_op, ChainCode::kSub, ChainCode::kSubFrom, {}},
    {"mul"_op, ChainCode::kMul, ChainCode::kMul, ChainCode::kSquare},
    {"div"_op, ChainCode::kDiv, ChainCode::kDivFrom, {}},
    {"max"_op, ChainCode::kMax, ChainCode::kMaxFrom, {}},
    {"min"_op, ChainCode::kMin, ChainCode::kMinFrom, {}},
    {"neg"_op, ChainCode::kNeg, ChainCode::kNeg, {}},
    {"abs"_op, ChainCode::kAbs, ChainCode::kAbs, {}},
    {"sqrt"_op, ChainCode::kSqrt, ChainCode::kSqrt, {}},
};

const ChainOp* chain_op(Op op) {
  for (const ChainOp& each : kChainOps)
    if (each.op == op) return &each;
  return nullptr;
}

// Numbers of memory that is free again.
class Numbers {
 public:
  std::uint32_t take() {
    if (free_.empty()) return count_++;
    const std::uint32_t number = free_.back();
    free_.pop_back();
    return number;
  }
  void give_back(std::uint32_t number) { free_.push_back(number); }
  std::uint32_t count() const { return count_; }

 private:
  std::vector<std::uint32_t> free_;
  std::uint32_t count_ = 0;
};

// Knows which steps use a result, and where it is.
struct Value {
  bool is_needed = false;
  std::size_t pass = 0;
  std::vector<std::size_t> users;  // steps, ascending
  std::optional<std::uint32_t> out;
  std::optional<PlaceName> place;
};

class Translation {
 public:
  Translation(const PlanSteps& plan, std::uint32_t inputs, bool past)
      : plan_(plan),
        inputs_(inputs),
        past_(past),
        has_chains_(chain_group(plan.dtype) != 0),
        values_(plan.steps.size()) {}

  std::optional<Program> run() {
    find_needed();
    assign_passes();
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (!values_[i].is_needed) continue;
      if (program_.passes.size() <= values_[i].pass)
        program_.passes.emplace_back();
      if (is_chained(i))
        chain(i);
      else if (!call_kernel(i))
        return std::nullopt;
      before_ = i;
    }
    program_.blocks = blocks_.count();
    program_.groups = groups_.count();
    return std::move(program_);
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  bool is_result(std::uint32_t id) const { return id >= inputs_; }
  std::size_t step_of(std::uint32_t id) const { return id - inputs_; }
  bool is_chained(std::size_t step) const {
    return has_chains_ && chain_op(plan_.steps[step].op) != nullptr;
  }

  void find_needed() {
    for (const std::uint32_t id : plan_.outputs) {
      if (!is_result(id)) continue;
      Value& value = values_[step_of(id)];
      value.is_needed = true;
      if (value.out) continue;
      value.out = static_cast<std::uint32_t>(program_.outs.size());
      program_.outs.push_back(id);
    }
    for (std::size_t i = values_.size(); i-- > 0;) {
      if (!values_[i].is_needed) continue;
      for (const std::uint32_t id : plan_.steps[i].inputs) {
        if (!is_result(id)) continue;
        Value& value = values_[step_of(id)];
        value.is_needed = true;
        if (value.users.empty() || value.users.front() != i)
          value.users.insert(value.users.begin(), i);
      }
    }
  }

  // Chains have few enough steps that each of them has all of its places.
  void assign_passes() {
    constexpr std::size_t kStepPlaces = 4;  // two operands, a slot and an out
    std::size_t pass = 0, steps = 0;
    bool is_first = true, was_chained = false;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (!values_[i].is_needed) continue;
      const bool continues = was_chained && is_chained(i) &&
                             (steps + 1) * kStepPlaces <= kChainPlaces;
      if (!is_first && !continues) ++pass;
      steps = continues ? steps + 1 : 1;
      values_[i].pass = pass;
      was_chained = is_chained(i);
      is_first = false;
    }
  }

  // Returns the position of a place among those of a pass.
  static std::uint32_t place_in(PlanPass& pass, PlaceName name) {
    const auto found = std::find(pass.places.begin(), pass.places.end(), name);
    const auto at = static_cast<std::uint32_t>(found - pass.places.begin());
    if (found == pass.places.end()) pass.places.push_back(name);
    return at;
  }

  PlaceName place_of(std::uint32_t id) const {
    if (!is_result(id)) return {PlaceName::Kind::kInput, id};
    return *values_[step_of(id)].place;
  }

  // Frees the memory of the step's operands that no later step uses. The result
  // of the step may be stored there.
  void free_operands(std::size_t step) {
    for (const std::uint32_t id : plan_.steps[step].inputs) {
      if (!is_result(id)) continue;
      Value& value = values_[step_of(id)];
      if (value.users.back() != step || !value.place) continue;
      const auto [kind, number] = *value.place;
      (kind == PlaceName::Kind::kGroup ? groups_ : blocks_).give_back(number);
      value.place.reset();
    }
  }

  // Returns whether the last result is the operand.
  bool is_last(std::uint32_t id, std::size_t pass) const {
    return is_result(id) && step_of(id) == before_ &&
           values_[before_].pass == pass && is_chained(before_);
  }

  // Returns whether the only use of a result takes it from the registers.
  bool stays_in_registers(std::size_t step) const {
    const Value& value = values_[step];
    if (value.users.size() != 1) return value.users.empty();
    const std::size_t user = value.users.front();
    for (std::size_t i = step + 1; i < user; ++i)
      if (values_[i].is_needed) return false;
    if (values_[user].pass != value.pass) return false;
    const auto& ids = plan_.steps[user].inputs;
    return ids.size() == 1 || ids[0] != ids[1] ||
           chain_op(plan_.steps[user].op)->both.has_value();
  }

  void chain(std::size_t step) {
    PlanPass& pass = program_.passes[values_[step].pass];
    const ChainOp& op = *chain_op(plan_.steps[step].op);
    const auto& ids = plan_.steps[step].inputs;
    const auto add = [&](ChainCode code, std::uint32_t place) {
      pass.chain.push_back({code, place});
    };
    const bool is_first = is_last(ids[0], values_[step].pass);
    const bool is_second =
        ids.size() > 1 && is_last(ids[1], values_[step].pass);
    if (!is_first && !is_second)
      add(ChainCode::kLoad, place_in(pass, place_of(ids[0])));
    const bool is_alone = ids.size() == 1;
    if (is_alone)
      add(op.first, 0);
    else if (ids[0] == ids[1] && op.both)
      add(*op.both, 0);
    else if (is_second && !is_first)
      add(op.second, place_in(pass, place_of(ids[0])));
    else
      add(op.first, place_in(pass, place_of(ids[1])));
    free_operands(step);
    store_chained(step, pass);
  }

  void store_chained(std::size_t step, PlanPass& pass) {
    Value& value = values_[step];
    const auto store = [&](PlaceName name) {
      pass.chain.push_back({ChainCode::kStore, place_in(pass, name)});
    };
    if (value.out) store({PlaceName::Kind::kOut, *value.out});
    if (stays_in_registers(step)) return;
    const bool is_local = std::all_of(
        value.users.begin(), value.users.end(),
        [&](std::size_t user) { return values_[user].pass == value.pass; });
    value.place = is_local ? PlaceName{PlaceName::Kind::kGroup, groups_.take()}
                           : PlaceName{PlaceName::Kind::kBlock, blocks_.take()};
    store(*value.place);
  }

  bool call_kernel(std::size_t step) {
    Value& value = values_[step];
    PlanPass& pass = program_.passes[value.pass];
    pass.kernel = elementwise_kernel(plan_.steps[step].op, plan_.dtype);
    const auto& ids = plan_.steps[step].inputs;
    if (pass.kernel == nullptr || ids.size() > kMaxOperands) return false;
    pass.places.emplace_back();
    for (const std::uint32_t id : ids) pass.places.push_back(place_of(id));
    free_operands(step);
    if (value.users.empty() && !past_) {
      pass.places[0] = {PlaceName::Kind::kOut, *value.out};
      return true;
    }
    pass.places[0] = {PlaceName::Kind::kBlock, blocks_.take()};
    pass.copied_to = value.out;
    if (value.users.empty())
      blocks_.give_back(pass.places[0].number);
    else
      value.place = pass.places[0];
    return true;
  }

  const PlanSteps& plan_;
  std::uint32_t inputs_;
  bool past_;
  bool has_chains_;
  std::vector<Value> values_;
  Numbers blocks_, groups_;
  std::size_t before_ = kNone;  // the step before, if any
  Program program_;
};

}  // namespace

std::optional<Program> program_of(const PlanSteps& plan, std::uint32_t inputs,
                                  bool past) {
  return Translation(plan, inputs, past).run();
}

}  // namespace assay::optimized
