// The backend under test, together with what can happen to it: a subject may
// die, hang or talk nonsense, and must then be started anew.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "spec/backend.h"

namespace assay {

// Why a subject cannot go on.
struct Breakdown {
  enum class Kind { kCrashed, kTimedOut, kProtocolError };
  Kind kind = Kind::kCrashed;
  std::string message;       // one sentence: what was seen, what was expected
  std::string printed = {};  // what the subject printed, the telling part first
};

class Subject {
 public:
  virtual ~Subject() = default;

  virtual Backend& backend() = 0;

  // Starts the clock of a new case: all its calls together may take the
  // subject's time limit.
  virtual void begin_case() = 0;

  // Makes the time limit of the cases that follow so many times as long.
  virtual void allow_times(double /*factor*/) {}

  // Returns what broke since the last (re)start, if anything. Every call made
  // after a breakdown returns `internal`.
  virtual const std::optional<Breakdown>& breakdown() const = 0;

  // Starts the subject anew, without the tensors it had.
  virtual Status restart() = 0;

  // Returns the version of the C header that a plugin was built with, "1.0";
  // "" for subjects that are no plugins.
  virtual std::string abi_version() const { return ""; }

  // Makes another context of the backend, used beside the first one and ended
  // before it. Null where a subject has one context, as a process has.
  virtual std::unique_ptr<Backend> another_context() { return nullptr; }

  // Returns whether several threads may call backend() at once.
  virtual bool has_thread_safe_context() const { return false; }

  // Runs work that calls the subject from threads of its own. Whoever watches
  // the subject takes all of it for one call.
  virtual void call_from_threads(const std::function<void()>& work) { work(); }
};

}  // namespace assay
