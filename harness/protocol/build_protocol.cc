// Hands a case of op set protocol to the builder of its row.
// Tested by tests/harness/protocol/build_protocol_test.cc.
#include "harness/protocol/build_protocol.h"

#include <cstdlib>

#include "spec/op_lookup.h"

namespace assay {

void build_protocol(CaseBuilder& builder) {
  static constexpr struct {
    std::string_view row;
    void (*build)(CaseBuilder&);
  } kBuilders[] = {{"session", build_session},
                   {"placement", build_placement},
                   {"reclaim", build_reclaim},
                   {"donation", build_donation},
                   {"fusion", build_fusion}};
  for (const auto& [row, build] : kBuilders)
    if (row == name_of(builder.plan().op)) return build(builder);
  std::abort();  // the family has no other rows
}

}  // namespace assay
