// Tested by tests/adversary/witness_test.cc.
#include "tests/adversary/witness.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <atomic>
#include <memory>
#include <optional>
#include <thread>

#include "harness/subject/plugin_subject.h"
#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/adversary/bug_row.h"
#include "tests/adversary/witness_text.h"

namespace assay::adversary {
namespace {

Status unreadable(std::string_view word) {
  return Status::invalid(
      fmt::format("the witness has \"{}\", which is no part of one", word));
}

Bytes bytes_of(DType dtype, const std::vector<ElementBits>& elements) {
  const auto count = static_cast<std::int64_t>(elements.size());
  Bytes bytes(static_cast<std::size_t>(storage_bytes(dtype, count)));
  for (std::int64_t i = 0; i < count; ++i)
    store_element(bytes.data(), dtype, i,
                  elements[static_cast<std::size_t>(i)]);
  return bytes;
}

// Buffers of outs are filled with this byte before a call.
constexpr std::byte kPoison{0xa5};

class Run {
 public:
  explicit Run(std::shared_ptr<const PluginLibrary> library)
      : library_(std::move(library)) {}

  Status context() {
    auto subject = PluginSubject::start(library_);
    if (!subject) return subject.status();
    subjects_.push_back(*std::move(subject));
    return {};
  }

  Status statement(std::string_view text) {
    std::vector<std::string_view> words = split(text, ' ');
    if (words.empty()) return unreadable(text);
    if (words[0] == "context") return context();
    const bool overlaps = words[0] == "overlap";
    if (overlaps) words.erase(words.begin());
    Call call;
    int times = 1;
    if (Status status = read(words, call, times); !status.ok()) return status;
    if (overlaps) return overlap(call);
    for (int i = 0; i < times; ++i) execute(call);
    return {};
  }

  // Reads all results once more.
  std::string finish() {
    for (const Tensor& tensor : results_) text_ += elements_text(tensor);
    return text_;
  }

 private:
  Backend& backend() { return subjects_.back()->backend(); }

  Result<Tensor> tensor_of(const WitnessOperand& operand) {
    const Bytes bytes = bytes_of(operand.dtype, operand.storage);
    auto tensor = backend().from_host(
        operand.dtype, static_cast<std::int64_t>(operand.storage.size()),
        bytes);
    if (!tensor) return tensor.status();
    return Tensor{operand.dtype, operand.view, tensor->buffer};
  }

  // "$0", "$0=iota" (the same memory cannot be written through the interface
  // except by assign) or "$0@1+2".
  Result<Tensor> earlier_operand(std::string_view word) {
    const std::size_t end =
        std::min({word.find('='), word.find('@'), word.size()});
    const auto number = static_cast<std::size_t>(
        std::atoi(std::string(word.substr(1, end - 1)).c_str()));
    if (number >= operands_.size()) return unreadable(word);
    Tensor tensor = operands_[number];
    if (end == word.size()) return tensor;
    const std::string_view rest = word.substr(end + 1);
    if (word[end] == '@') {
      const auto view = view_of_word(rest, tensor.view.shape());
      if (!view) return unreadable(word);
      return Tensor{tensor.dtype, *view, tensor.buffer};
    }
    WitnessOperand source{tensor.dtype, View(tensor.view.shape()), {}};
    source.storage =
        filled(rest, tensor.dtype, tensor.view.shape(), tensor.view.numel(), 0);
    const auto from = tensor_of(source);
    if (!from) return from.status();
    const auto done =
        backend().execute({"assign"_op, {*from}, Attributes(), {tensor}});
    if (!done) return done.status();
    return tensor;
  }

  Status add_operand(std::string_view word, Call& call) {
    if (word[0] == '$') {
      auto tensor = earlier_operand(word);
      if (!tensor) return tensor.status();
      call.operands.push_back(*tensor);
      return {};
    }
    const auto operand = operand_of(word, static_cast<int>(operands_.size()));
    if (!operand) return unreadable(word);
    auto tensor = tensor_of(*operand);
    if (!tensor) return tensor.status();
    operands_.push_back(*tensor);
    call.operands.push_back(*std::move(tensor));
    return {};
  }

  Status read(const std::vector<std::string_view>& words, Call& call,
              int& times) {
    const auto op = op_named(words[0]);
    if (!op) return unreadable(words[0]);
    call.op = *op;
    std::string_view out;
    bool has_out = false;
    requested_.reset();
    for (std::size_t i = 1; i < words.size(); ++i) {
      std::string_view word = words[i];
      int copies = 1;
      const std::size_t star = word.find('*');
      if (star != std::string_view::npos) {
        copies = std::atoi(std::string(word.substr(0, star)).c_str());
        word.remove_prefix(star + 1);
      }
      if (word.starts_with("dtype=")) {
        // An attribute, or what a cast is told by its out.
        requested_ = dtype_named(word.substr(6));
        if (!requested_) return unreadable(word);
        static_cast<void>(
            set_attribute(*op, word, *requested_, call.attributes));
      } else if (word.starts_with("times=")) {
        times = std::atoi(std::string(word.substr(6)).c_str());
      } else if (word == "out" || word.starts_with("out=")) {
        has_out = true;
        out = word.substr(std::min<std::size_t>(4, word.size()));
      } else if (const bool is_operand =
                     word[0] == '$' || word.find(':') < word.find('=');
                 is_operand) {
        for (int copy = 0; copy < copies; ++copy)
          if (Status status = add_operand(word, call); !status.ok())
            return status;
      } else {
        const DType operand =
            call.operands.empty() ? DType::kFloat32 : call.operands[0].dtype;
        const DType element = requested_.value_or(operand);
        if (!set_attribute(*op, word, element, call.attributes))
          return unreadable(word);
      }
    }
    complete_attributes(
        *op, call.operands.empty() ? Shape() : call.operands[0].view.shape(),
        call.attributes);
    return add_out(call, has_out, out);
  }

  Status add_out(Call& call, bool has_out, std::string_view word) {
    const Signature& signature = spec_of(call.op).signature;
    if (signature.returns_tensor() && !has_out) return {};
    if (word.starts_with("$$")) {
      const auto number = static_cast<std::size_t>(
          std::atoi(std::string(word.substr(2)).c_str()));
      if (number == 0 || number > outs_.size()) return unreadable(word);
      call.outs = {outs_[number - 1]};
      return {};
    }
    if (word.starts_with("$")) {
      auto tensor = earlier_operand(word);
      if (!tensor) return tensor.status();
      call.outs = {*tensor};
      return {};
    }
    const DType requested = requested_.value_or(
        call.operands.empty() ? DType::kFloat32 : call.operands[0].dtype);
    std::vector<TensorType> types;
    for (const Tensor& operand : call.operands)
      types.push_back({operand.dtype, operand.view.shape()});
    std::vector<TensorType> results = {
        {requested, types.empty() ? Shape() : types[0].shape}};
    if (signature.delivery != Delivery::kKept ||
        call.op == "dot_general_update"_op) {
      const auto inferred = infer(call.op, types, call.attributes, requested);
      if (!inferred && inferred.status().kind.empty()) {
        // A maximum of nothing: an error that a backend answers.
        results[0].shape.pop_back();
      } else if (!inferred) {
        return inferred.status();
      } else {
        results = *inferred;
      }
    }
    for (const TensorType& type : results) {
      View view(type.shape);
      if (word.starts_with("@")) {
        const auto other = view_of_word(word.substr(1), type.shape);
        if (!other) return unreadable(word);
        view = *other;
      }
      const std::int64_t count = view.bounds().second + 3;
      const Bytes bytes(
          static_cast<std::size_t>(storage_bytes(type.dtype, count)), kPoison);
      auto tensor = backend().from_host(type.dtype, count, bytes);
      if (!tensor) return tensor.status();
      call.outs.push_back({type.dtype, view, tensor->buffer});
      outs_.push_back(call.outs.back());
    }
    return {};
  }

  void execute(const Call& call) {
    auto made = backend().execute(call);
    if (!made) {
      text_ += fmt::format("{} {};", name_of(made.status().code),
                           made.status().kind);
      return;
    }
    for (const Tensor& out : call.outs) note(call, out);
    if (call.outs.empty())
      for (const Tensor& tensor : *made) note(call, tensor);
  }

  void note(const Call& call, const Tensor& tensor) {
    text_ += fmt::format("{}{}", name_of(tensor.dtype),
                         shape_text(tensor.view.shape()));
    for (std::size_t i = 0; i < call.operands.size(); ++i)
      if (call.operands[i].buffer == tensor.buffer)
        text_ += fmt::format(" of operand {}", i);
    text_ += elements_text(tensor);
    results_.push_back(tensor);
  }

  std::string elements_text(const Tensor& tensor) {
    const auto bytes = backend().to_host(tensor);
    if (!bytes) return " unread;";
    std::string text;
    for (const Index& at : IndexSpace(tensor.view.shape())) {
      const ElementBits bits = load_element(bytes->data(), tensor.dtype,
                                            tensor.view.linear_index(at));
      text += fmt::format(" {:x}", bits.re);
      if (bits.im != 0) text += fmt::format(":{:x}", bits.im);
    }
    // Memory around the elements of an out must stay as it was, too.
    for (const Tensor& out : outs_)
      if (out.buffer == tensor.buffer)
        for (std::byte byte : *bytes)
          text += fmt::format(",{:x}", static_cast<int>(byte));
    return text + ";";
  }

  // Makes a call in two contexts at once until an answer is another than that
  // of the call alone, or 100000 times: on busy cores few calls overlap.
  Status overlap(const Call& call) {
    execute(call);
    const std::string alone = elements_text(call.outs[0]);
    const std::size_t first = subjects_.size() - 1;
    const std::vector<Tensor> operands = call.operands;
    std::vector<Call> calls;
    for (int side = 0; side < 2; ++side) {
      if (Status status = context(); !status.ok()) return status;
      Call copy{call.op, {}, call.attributes, {}};
      for (const Tensor& operand : operands) {
        const auto bytes = subjects_[first]->backend().to_host(operand);
        if (!bytes) return bytes.status();
        auto tensor =
            backend().from_host(operand.dtype, operand.view.numel(), *bytes);
        if (!tensor) return tensor.status();
        copy.operands.push_back({operand.dtype, operand.view, tensor->buffer});
      }
      auto out =
          backend().buffer(call.outs[0].dtype, call.outs[0].view.shape());
      if (!out) return out.status();
      copy.outs = {*out};
      calls.push_back(std::move(copy));
    }
    std::atomic<bool> differs{false};
    const auto work = [&](std::size_t side) {
      Backend& mine = subjects_[first + 1 + side]->backend();
      const auto right = subjects_[first]->backend().to_host(call.outs[0]);
      for (int i = 0; i < 100000 && !differs; ++i) {
        if (!mine.execute(calls[side])) return;
        const auto bytes = mine.to_host(calls[side].outs[0]);
        if (bytes && !std::equal(bytes->begin(), bytes->end(), right->begin()))
          differs = true;
      }
    };
    std::thread other(work, std::size_t{1});
    work(0);
    other.join();
    text_ += differs ? "differs" : "is the same";
    return {};
  }

  std::shared_ptr<const PluginLibrary> library_;
  std::vector<std::unique_ptr<PluginSubject>> subjects_;
  std::vector<Tensor> operands_;
  std::vector<Tensor> outs_;
  std::vector<Tensor> results_;
  std::optional<DType> requested_;  // by the statement at hand
  std::string text_;
};

}  // namespace

Result<std::string> run_witness(std::string_view program,
                                const std::string& plugin,
                                const std::string& bug) {
  setenv("ASSAY_ADVERSARY_BUG", bug.c_str(), 1);
  auto library = PluginLibrary::open(plugin);
  if (!library) return library.status();
  Run run(*library);
  if (Status status = run.context(); !status.ok()) return status;
  for (std::string_view statement : split(program, ';'))
    if (Status status = run.statement(statement); !status.ok()) return status;
  return run.finish();
}

}  // namespace assay::adversary
