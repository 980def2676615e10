// Tested by tests/adversary/witness_test.cc.
#include "tests/adversary/network_faults.h"

#include <algorithm>
#include <cmath>

#include "spec/float_codec.h"

namespace assay::adversary {
namespace {

Shape spatial_of(const Shape& shape) {
  return Shape(shape.begin() + 2, shape.end());
}

Shape joined(std::int64_t first, std::int64_t second, const Shape& rest) {
  Shape at = {first, second};
  at.insert(at.end(), rest.begin(), rest.end());
  return at;
}

bool is_inside(const Shape& extents, const Shape& place) {
  for (std::size_t i = 0; i < extents.size(); ++i)
    if (place[i] < 0 || place[i] >= extents[i]) return false;
  return true;
}

// The pairs of the padding attribute, apart.
void split_padding(const CallSite& site, std::vector<std::int64_t>& before,
                   std::vector<std::int64_t>& after) {
  const auto pairs = site.integers(ASSAY_KEY_PADDING);
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
    before.push_back(pairs[i]);
    after.push_back(pairs[i + 1]);
  }
}

// Returns the tap of a convolution as the contract has it.
Tap tap_of(const Convolution& call, const Shape& at, std::int64_t input,
           const Shape& k) {
  const bool turned = call.is_transposed;
  Tap tap;
  tap.sample = at[0];
  tap.output = at[1];
  const std::int64_t outputs = call.out[1] / call.groups;
  const std::int64_t inputs = call.x[1] / call.groups;
  tap.group = tap.output / outputs;
  tap.input = tap.group * inputs + input;
  tap.at = spatial_of(at);
  tap.tap = k;
  tap.filter_output = turned ? tap.output % outputs : tap.output;
  tap.filter_input = turned ? tap.input : input;
  for (std::size_t i = 0; i < call.axes(); ++i) {
    if (!turned) {
      tap.place.push_back(call.stride[i] * tap.at[i] + call.dilation[i] * k[i] -
                          call.before[i]);
      continue;
    }
    const std::int64_t from =
        tap.at[i] + call.before[i] - call.dilation[i] * k[i];
    if (from < 0 || from % call.stride[i] != 0) tap.counts = false;
    tap.place.push_back(from / call.stride[i]);
  }
  return tap;
}

}  // namespace

double element_of(const CallSite& site, std::uint16_t key) {
  const auto bits = site.element(key);
  return bits ? decode_real(format_of(site.dtype()), bits->re) : 0;
}

std::vector<double> numbers_of(const Cells& cells) {
  std::vector<double> numbers;
  for (std::int64_t i = 0; i < cells.count(); ++i)
    numbers.push_back(cells.real(i));
  return numbers;
}

void for_rows(const Shape& shape,
              const std::function<void(const std::vector<std::int64_t>&)>& f) {
  if (!shape.empty()) for_slices(shape, shape.size() - 1, f);
}

Convolution::Convolution(const CallSite& site)
    : x(shape_of(site.operands[0])),
      weight(shape_of(site.operands[1])),
      out(shape_of(site.outs[0])),
      stride(site.integers(ASSAY_KEY_STRIDE)),
      dilation(site.integers(ASSAY_KEY_DILATION)),
      groups(site.integer(ASSAY_KEY_GROUPS, 1)),
      is_transposed(site.op() == "conv_transpose"),
      is_biased(site.integer(ASSAY_KEY_BIASED) != 0) {
  split_padding(site, before, after);
}

Fault convolved(
    ConvolutionCondition condition, TapRule rule,
    std::function<bool(const Convolution&, std::int64_t)> adds_bias) {
  return after([=](CallSite& site) {
    const Convolution call(site);
    if (!condition(call)) return;
    const auto x = numbers_of(site.operand_cells(0));
    const auto weight = numbers_of(site.operand_cells(1));
    std::vector<double> bias;
    if (call.is_biased) bias = numbers_of(site.operand_cells(2));
    const Shape extents = spatial_of(call.x);
    const Shape kernel = spatial_of(call.weight);
    Cells out = site.result_cells();
    for (std::int64_t i = 0; i < out.count(); ++i) {
      const Shape at = index_of(call.out, i);
      double sum = 0;
      if (call.is_biased && (!adds_bias || adds_bias(call, at[1])))
        sum = bias[static_cast<std::size_t>(at[1])];
      for (std::int64_t c = 0; c < call.x[1] / call.groups; ++c)
        for (const Index& k : indices(kernel)) {
          Tap tap = tap_of(call, at, c, k);
          rule(call, tap);
          if (!tap.counts || !is_inside(extents, tap.place)) continue;
          const Shape w =
              call.is_transposed
                  ? joined(tap.filter_input, tap.filter_output, tap.tap)
                  : joined(tap.filter_output, tap.filter_input, tap.tap);
          sum += x[static_cast<std::size_t>(number_of(
                     call.x, joined(tap.sample, tap.input, tap.place)))] *
                 weight[static_cast<std::size_t>(number_of(call.weight, w))];
        }
      out.set_real(i, sum);
    }
  });
}

std::int64_t PoolWindow::padded_count() const {
  std::int64_t count = 1;
  for (std::size_t i = 0; i < kernel.size(); ++i) {
    const std::int64_t first = std::max(start[i], -before[i]);
    const std::int64_t last =
        std::min(start[i] + kernel[i], extents[i] + after[i]);
    count *= std::max<std::int64_t>(last - first, 0);
  }
  return count;
}

double PoolWindow::sum() const {
  double total = 0;
  for (const Member& member : members) total += member.value;
  return total;
}

Fault pooled(WindowRule rule) {
  return after([=](CallSite& site) {
    const Shape x_shape = shape_of(site.operands[0]);
    const Shape out_shape = shape_of(site.outs[0]);
    const auto x = numbers_of(site.operand_cells(0));
    PoolWindow base;
    base.extents = spatial_of(x_shape);
    base.stride = site.integers(ASSAY_KEY_STRIDE);
    base.dilation = site.integers(ASSAY_KEY_DILATION);
    split_padding(site, base.before, base.after);
    const bool is_adaptive = site.op().starts_with("adaptive");
    const Shape sizes = site.integers(ASSAY_KEY_OUTPUT_SIZE);
    const std::int64_t plane_count = element_count(base.extents);
    Cells out = site.result_cells();
    std::vector<double> plane;
    for (std::int64_t i = 0; i < out.count(); ++i) {
      const Shape at = index_of(out_shape, i);
      const std::int64_t first = (at[0] * x_shape[1] + at[1]) * plane_count;
      plane.assign(x.begin() + first, x.begin() + first + plane_count);
      PoolWindow window = base;
      window.plane = &plane;
      window.number = i;
      window.kernel = site.integers(ASSAY_KEY_KERNEL_SIZE);
      for (std::size_t axis = 0; axis < base.extents.size(); ++axis) {
        const std::int64_t p = at[axis + 2];
        if (is_adaptive) {
          const std::int64_t in = base.extents[axis], size = sizes[axis];
          window.start.push_back(p * in / size);
          window.kernel.push_back(((p + 1) * in + size - 1) / size -
                                  window.start.back());
        } else {
          window.start.push_back(p * base.stride[axis] - base.before[axis]);
        }
      }
      if (window.dilation.empty())
        window.dilation.assign(base.extents.size(), 1);
      for (const Index& k : indices(window.kernel)) {
        Shape place = window.start;
        for (std::size_t axis = 0; axis < place.size(); ++axis)
          place[axis] += window.dilation[axis] * k[axis];
        if (!is_inside(base.extents, place)) continue;
        const std::int64_t position = number_of(base.extents, place);
        window.members.push_back(
            {position, k, plane[static_cast<std::size_t>(position)]});
      }
      rule(site, window);
      if (window.value) out.set_real(i, *window.value);
      if (window.index && site.result_count() > 1)
        site.result_cells(1).set_real(i, static_cast<double>(*window.index));
    }
  });
}

bool ScoreRow::is_hidden(std::int64_t key) const {
  return masked[static_cast<std::size_t>(key)] ||
         (is_causal && key > query + keys - queries);
}

double ScoreRow::score(std::int64_t key) const {
  const auto j = static_cast<std::size_t>(key);
  double s = products[j];
  if (softcap != 0) s = softcap * std::tanh(s / softcap);
  return is_hidden(key) ? -kInf : s + biases[j];
}

Fault attended(ScoreRule rule, double empty) {
  return after([=](CallSite& site) {
    const Shape q = shape_of(site.operands[0]);
    const Shape k = shape_of(site.operands[1]);
    const Shape v = shape_of(site.operands[2]);
    const auto query = numbers_of(site.operand_cells(0));
    const auto key = numbers_of(site.operand_cells(1));
    const auto value = numbers_of(site.operand_cells(2));
    const bool is_masked = site.integer(ASSAY_KEY_MASKED) != 0;
    const bool is_biased = site.integer(ASSAY_KEY_BIASED) != 0;
    std::optional<Cells> mask;
    std::optional<Cells> bias;
    if (is_masked) mask.emplace(site.operand_cells(3));
    if (is_biased) bias.emplace(site.operand_cells(is_masked ? 4 : 3));
    const std::int64_t heads = q[1], queries = q[2], depth = q[3];
    const std::int64_t keys = k[2], width = v[3];
    const double scale = site.element(ASSAY_KEY_SCALE)
                             ? element_of(site, ASSAY_KEY_SCALE)
                             : 1 / std::sqrt(static_cast<double>(depth));
    Cells out = site.result_cells();
    for (std::int64_t row = 0; row < q[0] * heads * queries; ++row) {
      const std::int64_t head = row / queries;  // over all batches
      ScoreRow scores{head / heads,
                      head % heads,
                      row % queries,
                      queries,
                      keys,
                      depth,
                      site.integer(ASSAY_KEY_CAUSAL) != 0,
                      {},
                      {},
                      {},
                      element_of(site, ASSAY_KEY_SOFTCAP),
                      {}};
      for (std::int64_t j = 0; j < keys; ++j) {
        double product = 0;
        for (std::int64_t d = 0; d < depth; ++d)
          product +=
              query[static_cast<std::size_t>(row * depth + d)] *
              key[static_cast<std::size_t>((head * keys + j) * depth + d)];
        scores.products.push_back(scale * product);
        scores.masked.push_back(mask && mask->get(row * keys + j).re != 0);
        scores.biases.push_back(bias ? bias->real(row * keys + j) : 0);
      }
      for (std::int64_t j = 0; j < keys; ++j)
        scores.scores.push_back(scores.score(j));
      rule(site, scores);
      double most = -kInf;
      for (const double s : scores.scores) most = std::max(most, s);
      double total = 0;
      std::vector<double> weights;
      for (const double s : scores.scores) {
        weights.push_back(s == -kInf ? 0 : std::exp(s - most));
        total += weights.back();
      }
      for (std::int64_t d = 0; d < width; ++d) {
        double sum = 0;
        for (std::int64_t j = 0; j < keys; ++j)
          if (weights[static_cast<std::size_t>(j)] != 0)
            sum +=
                weights[static_cast<std::size_t>(j)] *
                value[static_cast<std::size_t>((head * keys + j) * width + d)];
        out.set_real(row * width + d, total == 0 ? empty : sum / total);
      }
    }
  });
}

}  // namespace assay::adversary
