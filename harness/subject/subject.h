// Describes the backend under test and what may happen to it: a subject may
// die, hang or answer nonsense, and must then be restarted.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "spec/backend.h"

namespace assay {

// Says why a subject cannot continue.
struct Breakdown {
  enum class Kind { kCrashed, kTimedOut, kProtocolError };
  Kind kind = Kind::kCrashed;
  std::string message;       // one sentence: what was found and expected
  std::string printed = {};  // what it printed, most useful part first
};

// Owns a backend under test and knows whether it can still be called.
class Subject {
 public:
  virtual ~Subject() = default;

  virtual Backend& backend() = 0;

  // Starts the clock of a new case. All calls of the case together may take the
  // subject's time limit.
  virtual void begin_case() = 0;

  // Multiplies the time limit of the following cases by `factor`.
  virtual void allow_times(double /*factor*/) {}

  // Returns what broke since the last start or restart, if anything. After a
  // breakdown every call returns `internal`.
  virtual const std::optional<Breakdown>& breakdown() const = 0;

  // Restarts the subject. Its tensors are lost.
  virtual Status restart() = 0;

  // Returns the version of the C header that a plugin was built with, such as
  // "1.0", or "" if the subject is not a plugin.
  virtual std::string abi_version() const { return ""; }

  // Makes another context of the backend. It is used together with the first
  // and destroyed before it. Returns null if the subject has only one context,
  // as a process has.
  virtual std::unique_ptr<Backend> another_context() { return nullptr; }

  // Returns whether several threads may call backend() at once.
  virtual bool has_thread_safe_context() const { return false; }

  // Runs work that calls the subject from several threads. For the subject's
  // time limits and crash reports all of it counts as one call.
  virtual void call_from_threads(const std::function<void()>& work) { work(); }
};

}  // namespace assay
