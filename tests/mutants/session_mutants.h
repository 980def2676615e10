// Mutants whose sessions leave something behind, lose something, or break.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "tests/mutants/mutant.h"

namespace assay::mutants {

// Is the reference with a session that can be seen.
class InSession : public Reference {
 public:
  Status session_begin() override {
    ++sessions_;
    is_open_ = true;
    return {};
  }
  Status session_end() override {
    is_open_ = false;
    return {};
  }

 protected:
  int sessions_ = 0;
  bool is_open_ = false;
};

// Answers calls of op set lax with the elements that happen to be in memory.
class AnswersWhatItLacks : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (!made || set_of(call.op) != "lax") return made;
    const Tensors* const every[] = {&*made, &call.outs};
    for (const Tensors* tensors : every)
      for (const Tensor& tensor : *tensors)
        replace_each(tensor, [](const Index&, ElementBits bits) {
          return ElementBits{bits.re ^ 1, bits.im};
        });
    return made;
  }
};

// Keeps the first operand of each op in a session, and uses it for the next
// call of that op on a tensor of the same type.
class KeepsTheLastOperand : public InSession {
 public:
  Status session_end() override {
    kept_.clear();
    return InSession::session_end();
  }
  Result<Tensors> execute(const Call& call) override {
    if (!is_open_ || call.operands.empty()) return Reference::execute(call);
    Call changed = call;
    const Tensor& first = call.operands[0];
    const auto known = kept_.find(call.op);
    if (known != kept_.end() && known->second.dtype == first.dtype &&
        known->second.view == first.view)
      changed.operands[0] = known->second;
    kept_.insert_or_assign(call.op, first);
    return Reference::execute(changed);
  }

 private:
  std::map<Op, Tensor> kept_;
};

// Answers the ninth call of a session and later ones with zeros.
class ForgetsManyCalls : public InSession {
 public:
  Status session_begin() override {
    calls_ = 0;
    return InSession::session_begin();
  }
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (!made || !is_open_ || ++calls_ < 9) return made;
    const Tensors* const every[] = {&*made, &call.outs};
    for (const Tensors* tensors : every)
      for (const Tensor& tensor : *tensors)
        replace_each(tensor,
                     [](const Index&, ElementBits) { return ElementBits{}; });
    return made;
  }

 private:
  int calls_ = 0;
};

// Computes exp by another kernel in a session, whose results are one ULP off.
class RoundsInSessions : public InSession {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (made && is_open_ && call.op == "exp"_op)
      replace_each(call.outs[0], [](const Index&, ElementBits bits) {
        return ElementBits{bits.re + 1, bits.im};
      });
    return made;
  }
};

// Gives the memory of returned tensors back when the session ends.
class DropsResultsAtTheEnd : public InSession {
 public:
  Status session_end() override {
    for (const auto& weak : made_)
      if (const auto buffer = weak.lock()) {
        auto* host = dynamic_cast<HostBuffer*>(buffer.get());
        std::fill_n(host->storage(), host->bytes().size(), std::byte{0x5a});
      }
    made_.clear();
    return InSession::session_end();
  }
  Result<Tensors> execute(const Call& call) override {
    auto returned = Reference::execute(call);
    if (!is_open_ || !returned) return returned;
    for (const Tensor& tensor : *returned) made_.push_back(tensor.buffer);
    return returned;
  }

 private:
  std::vector<std::weak_ptr<Buffer>> made_;
};

// Answers no call of a session after one that failed.
class StaysBroken : public InSession {
 public:
  Status session_begin() override {
    is_broken_ = false;
    return InSession::session_begin();
  }
  Result<Tensors> execute(const Call& call) override {
    if (is_open_ && is_broken_)
      return Status::internal("an earlier call of the session failed");
    auto returned = Reference::execute(call);
    is_broken_ = is_broken_ || !returned.ok();
    return returned;
  }

 private:
  bool is_broken_ = false;
};

// Adds one to the sums of every session but the first.
class RemembersTheFirstSession : public InSession {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto returned = Reference::execute(call);
    if (is_open_ && sessions_ > 1 && returned && !call.outs.empty() &&
        call.outs[0].view.numel() > 0) {
      const Index first(call.outs[0].view.rank(), 0);
      ElementBits bits = element_at(call.outs[0], first);
      bits.re ^= 1;
      put_at(call.outs[0], first, bits);
    }
    return returned;
  }
};

// Cannot end a session in which nothing was called.
class NeedsACall : public InSession {
 public:
  Status session_begin() override {
    calls_ = 0;
    return InSession::session_begin();
  }
  Status session_end() override {
    static_cast<void>(InSession::session_end());
    return calls_ > 0 ? Status() : Status::internal("an empty session");
  }
  Result<Tensors> execute(const Call& call) override {
    ++calls_;
    return Reference::execute(call);
  }

 private:
  int calls_ = 0;
};

// Has one session for all contexts of the process.
class SharesTheSession : public InSession {
 public:
  Status session_begin() override {
    if (is_any_open()) return Status::internal("there is a session already");
    is_any_open() = true;
    return InSession::session_begin();
  }
  Status session_end() override {
    is_any_open() = false;
    return InSession::session_end();
  }

 private:
  static bool& is_any_open() {
    static bool is_open = false;
    return is_open;
  }
};

}  // namespace assay::mutants
