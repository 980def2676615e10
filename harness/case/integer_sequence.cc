// Expands the short forms of integer lists and checks them, since they may come
// from a file.
// Tested by tests/harness/case/integer_sequence_test.cc.
#include "harness/case/integer_sequence.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "harness/case/scrambled.h"

namespace assay {
namespace {

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
std::size_t digits(std::int64_t number) {
  std::size_t count = number < 0 ? 2 : 1;
  while ((number /= 10) != 0) ++count;
  return count;
}

Status invalid(std::string message) {
  return Status::invalid(std::move(message));
}

}  // namespace

std::uint64_t drawn_word(const SequenceDraw& draw, std::size_t k) {
  return (scrambled(draw.seed, k) >> draw.shift) % draw.modulo;
}

std::vector<std::int64_t> terms_of(const SequenceForm& form) {
  std::vector<std::int64_t> terms;
  terms.reserve(static_cast<std::size_t>(form.count));
  for (const SequenceRun& run : form.runs)
    for (std::int64_t i = 0; i < run.count; ++i)
      terms.push_back(run.first + i * run.step);
  const auto count = static_cast<std::size_t>(form.count);
  if (form.draw)
    for (std::size_t k = 0; k < count; ++k)
      terms.push_back(form.first +
                      static_cast<std::int64_t>(drawn_word(*form.draw, k)));
  if (form.bits) {
    const auto unit = static_cast<std::size_t>(form.bits->width);
    for (std::size_t k = 0; k < count; ++k) {
      std::uint64_t number = 0;
      for (std::size_t bit = 0; bit < unit; bit += 8)
        number |= static_cast<std::uint64_t>(static_cast<unsigned char>(
                      form.bits->bytes[(k * unit + bit) / 8]))
                  << bit;
      number >>= k * unit % 8;
      terms.push_back(form.first + static_cast<std::int64_t>(
                                       number & (UINT64_MAX >> (64 - unit))));
    }
  }
  for (const auto& [at, term] : form.except)
    terms[static_cast<std::size_t>(at)] = term;
  return terms;
}

Status check_form(const SequenceForm& form) {
  const auto is_small = [](std::int64_t term) {
    return term >= -kMaxTerm && term <= kMaxTerm;
  };
  if (!form.draw && !form.bits) {
    std::int64_t count = 0;
    for (const SequenceRun& run : form.runs) {
      if (run.count < 1 || run.count > form.count - count)
        return invalid(fmt::format("a run of {} terms where {} are left",
                                   run.count, form.count - count));
      count += run.count;
      std::int64_t far = 0;
      if (!is_small(run.first) || !is_small(run.step) ||
          __builtin_mul_overflow(run.count - 1, run.step, &far) ||
          __builtin_add_overflow(run.first, far, &far) || !is_small(far))
        return invalid(fmt::format(
            "a run of {} terms from {} by {} leaves the numbers below 2^53",
            run.count, run.first, run.step));
    }
    if (count != form.count)
      return invalid(fmt::format("runs of {} terms in all, \"count\" is {}",
                                 count, form.count));
  }
  if (!is_small(form.first))
    return invalid(
        fmt::format("\"first\" is {}, expected at most 2^53 in "
                    "magnitude",
                    form.first));
  if (form.draw &&
      (form.draw->modulo < 1 || form.draw->modulo > std::uint64_t{1} << 53 ||
       form.draw->shift < 0 || form.draw->shift > 63))
    return invalid(
        "\"modulo\" has to be from 1 to 2^53, \"shift\" from 0 to 63");
  if (form.bits) {
    const int width = form.bits->width;
    if (std::find(std::begin(kTermWidths), std::end(kTermWidths), width) ==
        std::end(kTermWidths))
      return invalid(
          fmt::format("\"bits\" is {}, expected 1, 2, 4, 8, 16 or 32", width));
    const auto wanted = (static_cast<std::size_t>(form.count) *
                             static_cast<std::size_t>(width) +
                         7) /
                        8;
    if (form.bits->bytes.size() != wanted)
      return invalid(
          fmt::format("{} bytes for {} terms of {} bits, expected {}",
                      form.bits->bytes.size(), form.count, width, wanted));
  }
  std::int64_t last = -1;
  for (const auto& [at, term] : form.except) {
    if (at <= last || at >= form.count)
      return invalid(
          fmt::format("\"except\" has position {} after {}, expected "
                      "ascending ones below {}",
                      at, last, form.count));
    if (!is_small(term))
      return invalid(
          fmt::format("\"except\" has {}, expected at most 2^53 in "
                      "magnitude",
                      term));
    last = at;
  }
  return {};
}

std::size_t text_size(const SequenceForm& form) {
  std::size_t size = 40;
  for (const SequenceRun& run : form.runs)
    size += 5 + digits(run.count) + digits(run.first) + digits(run.step);
  if (form.draw) size += 60;
  if (form.bits) size += 30 + form.bits->bytes.size() * 4 / 3;
  for (const auto& [at, term] : form.except)
    size += 4 + digits(at) + digits(term);
  return size;
}

std::string base64_text(const std::string& bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = i; j < i + 3; ++j)
      group = group << 8 |
              (j < bytes.size() ? static_cast<unsigned char>(bytes[j]) : 0u);
    for (std::size_t j = 0; j < 4; ++j)
      text += i + j <= bytes.size() ? kBase64[group >> (18 - 6 * j) & 63] : '=';
  }
  return text;
}

std::optional<std::string> base64_bytes(const std::string& text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() &&
         text[text.size() - 1 - padding] == '=')
    ++padding;
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t group = 0;
    for (std::size_t j = i; j < i + 4; ++j) {
      const std::size_t digit =
          j >= text.size() - padding ? 0 : kBase64.find(text[j]);
      if (digit == std::string_view::npos) return std::nullopt;
      group = group << 6 | static_cast<std::uint32_t>(digit);
    }
    for (int shift = 16; shift >= 0; shift -= 8)
      bytes += static_cast<char>(group >> shift & 255);
  }
  bytes.resize(bytes.size() - padding);
  return bytes;
}

}  // namespace assay
