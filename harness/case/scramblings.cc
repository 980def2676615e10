// Lists the seeds, shifts and moduli that the ladder's generators pass to
// scrambled().
// Tested by tests/harness/case/case_json_test.cc.
#include "harness/case/scramblings.h"

#include "harness/case/seed.h"

namespace assay {

std::vector<Scrambling> scramblings_of(std::uint64_t case_seed) {
  std::vector<Scrambling> ways;
  // Each operand of a case is scrambled with its own seed: the case seed plus a
  // number (for signs, updates or members).
  for (const std::uint64_t more : {0u, 1u, 7919u, 1009u, 2018u})
    ways.push_back({case_seed + more, 0, 0});
  // Signs are the highest bit of a word; keys and counters are its high half.
  ways.push_back({case_seed + 1, 63, 2});
  ways.push_back({case_seed + 'k', 32, 0});
  ways.push_back({case_seed + 'c', 32, 0});
  // Other seeds are words of a stream, after the words that drew the tuples.
  constexpr int kWordsPerTuple = 32;
  ValueStream tuples(case_seed, kTupleStream);
  for (std::uint32_t i = 0; i < kTupleCount * kWordsPerTuple; ++i)
    ways.push_back({tuples.next(), 0, kTupleCount});
  ValueStream lines(case_seed, kLineStream);
  for (int i = 0; i < 4; ++i) ways.push_back({lines.next(), 0, kFewValueCount});
  return ways;
}

}  // namespace assay
