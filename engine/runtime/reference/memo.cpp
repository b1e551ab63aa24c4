// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/reference/memo.h"

#include "engine/program/reads_writes.h"

namespace casebook::runtime {

// Sets are values of many members, and a state of the procedure that asks is read like any other: what is
// left depends on its arguments and the data of the scenario.
FixedValues::FixedValues(const language::Program& program) : values_(program.definitions.size()) {
  language::ReadsWrites reads(program);
  for (size_t i = 0; i < program.definitions.size(); ++i) {
    const language::TypeTag tag = program.definitions[i].type.tag;
    fixed_.push_back(tag != language::TypeTag::set && tag != language::TypeTag::path &&
                     reads.definition(static_cast<language::DefinitionId>(i)).reads.empty());
  }
}

}  // namespace casebook::runtime
