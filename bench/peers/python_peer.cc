// Starts a Python process with a library, and prepares and times workloads
// there through frames on a pipe.
// Tested by tests/bench/peers_test.cc.
#include "bench/peers/python_peer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <utility>

#include "bench/peers/python_scripts.h"
#include "harness/case/attribute_json.h"
#include "harness/subject/wire.h"
#include "harness/subject/wire_child.h"

namespace assay::bench {
namespace {

// A conversation with the process: for each request there is one answer.
class Conversation {
 public:
  static Result<std::shared_ptr<Conversation>> begin(
      std::string library, const std::vector<std::string>& words) {
    auto child = WireChild::start(words, 0);
    if (!child) return child.status();
    const int fd = (*child)->from_child();
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
    return std::shared_ptr<Conversation>(
        new Conversation(std::move(library), *std::move(child)));
  }

  // Sends a request with the payloads one after the other, and returns the
  // answer. Fails with `unsupported` or `internal` if the process answers that,
  // and with `internal` if it has ended.
  Result<Frame> ask(
      const WireJson& header,
      const std::vector<std::span<const std::byte>>& payloads = {}) {
    // More than any workload takes, and less than a user would wait.
    const Deadline deadline =
        std::chrono::steady_clock::now() + std::chrono::minutes(10);
    std::uint64_t total = 0;
    for (const auto& payload : payloads) total += payload.size();
    Bytes start;
    append_frame_start(start, header, total);
    std::optional<WireError> error =
        write_bytes(child_->to_child(), start, deadline, wait());
    for (const auto& payload : payloads)
      if (!error)
        error = write_bytes(child_->to_child(), payload, deadline, wait());
    Frame reply;
    if (!error) error = reader_.read(reply, kMaxPayloadBytes, deadline);
    if (error) {
      const std::string said = one_line(child_->printed().last_line(), 200);
      return Status::internal("the process of " + library_ + " has ended: " +
                              (said.empty() ? error->message : said));
    }
    if (reply.header.contains("unsupported"))
      return Status::unsupported("op", reply.header["unsupported"]);
    if (reply.header.contains("error"))
      return Status::internal(reply.header["error"]);
    return reply;
  }

 private:
  Conversation(std::string library, std::unique_ptr<WireChild> child)
      : library_(std::move(library)),
        child_(std::move(child)),
        reader_(child_->from_child(), wait()) {}
  Wait wait() {
    return [this](int fd, short events, Deadline deadline) {
      return child_->wait(fd, events, deadline);
    };
  }

  std::string library_;
  std::unique_ptr<WireChild> child_;
  FrameReader reader_;
};

class TimedThere : public Timed {
 public:
  TimedThere(std::shared_ptr<Conversation> conversation,
             std::vector<std::size_t> result_bytes)
      : conversation_(std::move(conversation)),
        result_bytes_(std::move(result_bytes)) {}

  Result<double> seconds(std::int64_t repetitions) override {
    auto reply =
        conversation_->ask({{"type", "time"}, {"repetitions", repetitions}});
    if (!reply) return reply.status();
    return reply->header["seconds"].get<double>();
  }

  Result<std::vector<Bytes>> results() override {
    auto reply = conversation_->ask({{"type", "results"}});
    if (!reply) return reply.status();
    std::vector<Bytes> results;
    auto at = reply->payload.begin();
    for (std::size_t bytes : result_bytes_) {
      if (reply->payload.end() - at < static_cast<std::ptrdiff_t>(bytes))
        return Status::internal("the results of the peer are too short");
      results.emplace_back(at, at + static_cast<std::ptrdiff_t>(bytes));
      at += static_cast<std::ptrdiff_t>(bytes);
    }
    return results;
  }

 private:
  std::shared_ptr<Conversation> conversation_;
  std::vector<std::size_t> result_bytes_;
};

class PythonPeer : public Contender {
 public:
  PythonPeer(std::string name, std::shared_ptr<Conversation> conversation,
             std::string version)
      : name_(std::move(name)),
        conversation_(std::move(conversation)),
        version_(std::move(version)) {}

  std::string name() const override { return name_; }
  std::string version() const override { return version_; }

  Result<std::unique_ptr<Timed>> prepare(const Workload& workload,
                                         const Arena& arena) override {
    WireJson operands = WireJson::array();
    std::vector<TensorType> types;
    std::vector<std::span<const std::byte>> payloads;
    for (std::size_t i = 0; i < workload.operands.size(); ++i) {
      const Operand& operand = workload.operands[i];
      operands.push_back({{"dtype", name_of(operand.dtype)},
                          {"count", operand.count},
                          {"shape", operand.view.shape()},
                          {"strides", operand.view.strides()},
                          {"offset", operand.view.offset()}});
      types.push_back({operand.dtype, operand.view.shape()});
      payloads.push_back(arena.operand(i));
    }
    const auto results =
        infer(workload.op, types, workload.attributes, workload.result);
    if (!results) return results.status();
    WireJson outs = WireJson::array();
    for (const TensorType& type : workload.outs)
      outs.push_back({{"dtype", name_of(type.dtype)}, {"shape", type.shape}});
    WireJson dtypes = WireJson::array();
    std::vector<std::size_t> bytes;
    for (const TensorType& type : *results) {
      dtypes.push_back(name_of(type.dtype));
      bytes.push_back(static_cast<std::size_t>(
          storage_bytes(type.dtype, element_count(type.shape))));
    }
    auto reply = conversation_->ask(
        {{"type", "prepare"},
         {"op", name_of(workload.op)},
         {"attributes",
          attributes_to_json(workload.attributes, workload.dtype)},
         {"operands", std::move(operands)},
         {"outs", std::move(outs)},
         {"results", std::move(dtypes)}},
        payloads);
    if (!reply) return reply.status();
    return std::unique_ptr<Timed>(
        std::make_unique<TimedThere>(conversation_, std::move(bytes)));
  }

 private:
  std::string name_;
  std::shared_ptr<Conversation> conversation_;
  std::string version_;
};

// A peer's library as its users call it, and its script.
struct PythonLibrary {
  std::string title;
  const char* script;
};
PythonLibrary library_of(const std::string& name) {
  if (name == "torch") return {"PyTorch", kTorchScript};
  if (name == "jax") return {"JAX", kJaxScript};
  if (name == "onnxruntime") return {"ONNX Runtime", kOnnxRuntimeScript};
  return {"NumPy", kNumpyScript};
}

Result<std::unique_ptr<Contender>> start(const std::string& name,
                                         const std::string& python, int threads,
                                         Clock clock) {
  const PythonLibrary library = library_of(name);
  // Freed memory stays with the process, as in the process of a subject. First
  // touches of fresh pages would cost more than many ops do. Large arrays get
  // large pages, for which NumPy asks itself.
  auto conversation = Conversation::begin(
      library.title,
      {"env", fmt::format("OPENBLAS_NUM_THREADS={}", threads),
       fmt::format("OMP_NUM_THREADS={}", threads),
       fmt::format("MKL_NUM_THREADS={}", threads),
       "MALLOC_MMAP_THRESHOLD_=1073741824", "MALLOC_TRIM_THRESHOLD_=4294967296",
       fmt::format("GLIBC_TUNABLES=glibc.malloc.hugetlb={}",
                   name == "numpy" ? 0 : 1),
       python, "-c", library.script,
       clock == Clock::kThread ? "thread" : "wall"});
  if (!conversation) return conversation.status();
  const auto hello = (*conversation)->ask({{"type", "hello"}});
  if (!hello)
    return Status::internal(fmt::format("{} does not run {}: {}", python,
                                        library.title, hello.status().message));
  return std::unique_ptr<Contender>(std::make_unique<PythonPeer>(
      name, *std::move(conversation),
      hello->header["version"].get<std::string>()));
}

}  // namespace

Result<std::unique_ptr<Contender>> start_python_peer(
    const std::string& name, const std::vector<std::string>& interpreters,
    int threads, Clock clock) {
  std::unique_ptr<Contender> old;
  std::vector<std::string> reasons;
  for (const std::string& python : interpreters) {
    auto peer = start(name, python, threads, clock);
    if (!peer) {
      reasons.push_back(peer.status().message);
    } else if (name == "numpy" && (*peer)->version().starts_with("1.")) {
      if (old == nullptr) old = *std::move(peer);
    } else {
      return peer;
    }
  }
  if (old != nullptr) return old;
  if (reasons.size() == 1) return Status::internal(reasons[0]);
  return Status::internal(fmt::format(
      "none of {} runs {}; name a Python that does with --python {}=PYTHON",
      fmt::join(interpreters, ", "), library_of(name).title, name));
}

}  // namespace assay::bench
