#include "bank/machine.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/text.hpp"

#include <algorithm>

namespace banklab::cli {

int runMachines() {
  const Terminal terminal = detectTerminal(ColorChoice::Auto);
  uint32_t idCells = 0;
  for (const bank::Machine& machine : bank::machines()) idCells = std::max(idCells, cellsOf(machine.id));

  std::string out;
  for (const bank::Machine& machine : bank::machines()) {
    const bool measured = machine.evidence == bank::Evidence::Measured;
    const std::string indent(idCells + 2, ' ');
    out += terminal.paint(Tone::Bold, padRight(machine.id, idCells)) + "  ";
    out.append(machine.title).append("\n");
    out += indent + std::to_string(machine.lanes) + " lanes · " + std::to_string(machine.banks) +
           " banks of " + std::to_string(machine.bankBytes) + " bytes · " +
           terminal.paint(measured ? Tone::Good : Tone::Caution, measured ? "measured" : "documented") + '\n';
    const uint32_t room = terminal.width > 2 * idCells + 20 ? terminal.width - idCells - 2 : 0;
    for (const std::string& line : wrap(machine.source, room)) {
      out += indent + terminal.paint(Tone::Dim, line) + '\n';
    }
  }
  print(out);
  return kDone;
}

} // namespace banklab::cli
