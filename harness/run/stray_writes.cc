// Implements the part of Program that finds memory that steps changed but must
// not change.
// Tested by tests/harness/run/program_test.cc.
#include <fmt/format.h>

#include <algorithm>

#include "harness/case/case_types.h"
#include "harness/run/program.h"

namespace assay {
namespace {

// Returns whether the view shows the element of its storage.
bool shows(const View& view, std::int64_t element) {
  for (const Index& at : indices(view.shape()))
    if (view.linear_index(at) == element) return true;
  return false;
}

}  // namespace

Result<std::optional<StrayWrite>> Program::changed_canary() const {
  const auto stray = [](const std::string& name, std::string_view side) {
    return std::optional(StrayWrite{
        name,
        fmt::format("bytes {} the elements of {} were written", side, name)});
  };
  for (const auto& [name, placed] : tensors_) {
    if (!placed.written || placed.storage.empty() || is_given_up(name))
      continue;
    const auto storage = backend_.to_host(placed.tensor);
    if (!storage) return storage.status();
    const DType dtype = placed.tensor.dtype;
    const std::int64_t begin = storage_bytes(dtype, placed.lead);
    const std::int64_t end = placed.lead + placed.case_count;
    const std::int64_t from = storage_bytes(dtype, end);
    const auto nibble = [dtype, end](const Bytes& bytes) {
      return load_element(bytes.data(), dtype, end);
    };
    if (storage->size() != placed.storage.size() ||
        !std::equal(storage->begin() + from, storage->end(),
                    placed.storage.begin() + from) ||
        (has_odd_nibble(dtype, end) &&
         nibble(*storage) != nibble(placed.storage)))
      return stray(name, "behind");
    if (!std::equal(storage->begin(), storage->begin() + begin,
                    placed.storage.begin()))
      return stray(name, "in front of");
    if (placed.piece == nullptr) continue;
    if (!placed.piece->fringe_is_kept()) return stray(name, "beside");
    if (!std::equal(storage->begin(), storage->end(),
                    placed.piece->bytes().begin()))
      return Status::internal(
          fmt::format("the memory of {} was wrapped, and does not hold what "
                      "to_host reads",
                      name));
  }
  return std::optional<StrayWrite>();
}

std::vector<bool> Program::written_elements(const Case& test_case,
                                            const Placed& placed) const {
  std::vector<bool> written(static_cast<std::size_t>(placed.case_count), false);
  for (const Step& step : test_case.steps) {
    if (makes_tensor(step.op) &&
        !spec_of(step.op).signature.takes_optional_out())
      continue;
    for (const std::string& name : step.outs) {
      const Tensor* out = find(name);
      if (out == nullptr || out->buffer != placed.tensor.buffer) continue;
      // A view that leaves its storage is reported where it is read.
      if (!stays_within_storage(out->view, placed.lead + placed.case_count))
        return std::vector<bool>(written.size(), true);
      for (const Index& at : indices(out->view.shape())) {
        const std::int64_t i = out->view.linear_index(at) - placed.lead;
        if (i >= 0) written[static_cast<std::size_t>(i)] = true;
      }
    }
  }
  return written;
}

Result<std::optional<StrayWrite>> Program::changed_gap(
    const Case& test_case) const {
  for (const CaseTensor& tensor : test_case.tensors) {
    if (is_given_up(tensor.name)) continue;
    const Placed& placed = tensors_.at(tensor.name);
    if (!placed.written) continue;
    // Most outs are written completely, so they have no gap to check.
    const bool is_out = std::any_of(
        test_case.steps.begin(), test_case.steps.end(), [&](const Step& step) {
          return !step.outs.empty() && step.outs[0] == tensor.name;
        });
    if (is_out && tensor.view.is_c_contiguous() &&
        tensor.view.numel() == placed.case_count)
      continue;
    const std::vector<bool> may_change = written_elements(test_case, placed);
    const auto storage = backend_.to_host(placed.tensor);
    if (!storage) return storage.status();
    for (std::size_t i = 0; i < may_change.size(); ++i) {
      const std::int64_t at = placed.lead + static_cast<std::int64_t>(i);
      if (may_change[i] ||
          load_element(storage->data(), tensor.dtype, at) ==
              load_element(placed.storage.data(), tensor.dtype, at))
        continue;
      return std::optional(StrayWrite{
          tensor.name, fmt::format("element {} of the storage of {}, which no "
                                   "out shows, was written",
                                   i, tensor.name)});
    }
  }
  return std::optional<StrayWrite>();
}

Result<std::optional<StrayWrite>> Program::changed_operand(
    const Case& test_case) const {
  for (const CaseTensor& tensor : test_case.tensors) {
    if (is_given_up(tensor.name)) continue;
    const Placed& placed = tensors_.at(tensor.name);
    if (placed.written) continue;
    const auto storage = backend_.to_host(placed.tensor);
    if (!storage) return storage.status();
    if (*storage == placed.storage &&
        (placed.piece == nullptr || placed.piece->fringe_is_kept()))
      continue;
    StrayWrite stray{tensor.name, "operand " + tensor.name + " was modified"};
    // Adds the position, if it is within the elements that the case gave.
    const std::size_t common = std::min(storage->size(), placed.storage.size());
    for (std::int64_t i = 0; i < placed.case_count; ++i) {
      const std::int64_t at = placed.lead + i;
      if (storage_bytes(tensor.dtype, at + 1) >
              static_cast<std::int64_t>(common) ||
          load_element(storage->data(), tensor.dtype, at) ==
              load_element(placed.storage.data(), tensor.dtype, at))
        continue;
      stray.text += fmt::format(" at element {} of its storage", i);
      if (!shows(tensor.view, i))
        stray.text += ", which its view does not show";
      break;
    }
    return std::optional(std::move(stray));
  }
  return std::optional<StrayWrite>();
}

}  // namespace assay
