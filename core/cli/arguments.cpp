#include "cli/arguments.hpp"

#include <charconv>

namespace banklab::cli {

namespace {

/// Takes the value of an option; false, with `error`, where it is not one.
using Setter = bool (*)(Command&, const std::string& value, std::string& error);

struct Option {
  std::string_view name;
  Setter set;
  bool takesValue;
  bool forAnalyze, forReplay;
  bool forFix = false;
};

bool setMaxDegree(Command& command, const std::string& value, std::string& error) {
  uint32_t degree = 0;
  const char* end = value.data() + value.size();
  const auto [stop, status] = std::from_chars(value.data(), end, degree);
  if (status != std::errc{} || stop != end || degree == 0) {
    error = "--max-degree takes a whole number from 1";
    return false;
  }
  command.maxDegree = degree;
  return true;
}

bool setApply(Command& command, const std::string& value, std::string& error) {
  const char* end = value.data() + value.size();
  const auto [stop, status] = std::from_chars(value.data(), end, command.apply);
  if (status == std::errc{} && stop == end && command.apply > 0) return true;
  error = "--apply takes the number of a fix, from 1";
  return false;
}

bool setColor(Command& command, const std::string& value, std::string& error) {
  if (value == "auto") {
    command.color = ColorChoice::Auto;
  } else if (value == "always") {
    command.color = ColorChoice::Always;
  } else if (value == "never") {
    command.color = ColorChoice::Never;
  } else {
    error = "--color takes auto, always or never";
    return false;
  }
  return true;
}

using Text = const std::string&;

/// Adds to a list what is not blank.
bool addTo(std::vector<std::string>& list, Text value, std::string& error, std::string_view what) {
  if (value.find_first_not_of(" \t") == value.npos) {
    error = std::string(what) + ", and this is empty";
    return false;
  }
  list.push_back(value);
  return true;
}

bool setKernel(Command& command, Text value, std::string& error) {
  command.options.kernel = value;
  if (!value.empty()) return true;
  error = "--kernel takes a kernel's name, and this is empty";
  return false;
}

constexpr Option kOptions[] = {
    {"--launch",
     [](Command& c, Text v, std::string& e) {
       return addTo(c.options.launches, v, e, "--launch takes a launch, like 'kernel<<<1, 32>>>(out)'");
     },
     true, true, false, true},
    {"--kernel", setKernel, true, true, false, true},
    {"--set", [](Command& c, Text v, std::string& e) { return analysis::addSetting(c.options, v, e); }, true,
     true, false, true},
    {"--input",
     [](Command& c, Text v, std::string& e) {
       return addTo(c.options.inputs, v, e, "--input takes a formula, like 'in[i] = i % 7'");
     },
     true, true, false, true},
    {"-I",
     [](Command& c, Text v, std::string& e) {
       return addTo(c.options.includeFolders, v, e, "-I takes a folder");
     },
     true, true, false, true},
    {"--blocks", [](Command& c, Text v, std::string& e) { return analysis::setBlocks(c.options, v, e); },
     true, true, false, true},
    {"--fill", [](Command& c, Text v, std::string& e) { return analysis::setFill(c.options, v, e); }, true,
     true, false, true},
    {"--machine", [](Command& c, Text v, std::string& e) { return analysis::setMachine(c.options, v, e); },
     true, true, true, true},
    {"--max-degree", setMaxDegree, true, true, false},
    {"--color", setColor, true, true, false, true},
    {"--as-compiled", [](Command& c, Text, std::string&) { return c.options.asCompiled = true; }, false, true,
     false, true},
    {"--global", [](Command& c, Text, std::string&) { return c.global = true; }, false, true, false},
    {"--branches", [](Command& c, Text, std::string&) { return c.branches = true; }, false, true, false},
    {"--json", [](Command& c, Text, std::string&) { return c.json = true; }, false, true, true, true},
    {"--sarif", [](Command& c, Text, std::string&) { return c.sarif = true; }, false, true, false},
    {"--listings", [](Command& c, Text, std::string&) { return c.listings = true; }, false, true, false},
    {"--all-lines", [](Command& c, Text, std::string&) { return c.allLines = true; }, false, true, false},
    {"--proofs", [](Command& c, Text v, std::string& e) { return analysis::setProofs(c.options, v, e); },
     true, false, false, true},
    {"--apply", setApply, true, false, false, true},
    {"--answer", [](Command& c, Text v, std::string&) { return c.answer = v, true; }, true, false, false,
     true},
    {"-o", [](Command& c, Text v, std::string&) { return c.output = v, true; }, true, false, false, true},
};

const Option* findOption(std::string_view name, Verb verb) {
  for (const Option& option : kOptions) {
    const bool fits = verb == Verb::Analyze  ? option.forAnalyze
                      : verb == Verb::Replay ? option.forReplay
                                             : verb == Verb::Fix && option.forFix;
    if (option.name == name && fits) return &option;
  }
  return nullptr;
}

bool parseVerb(const std::string& word, Verb& verb) {
  for (const Verb one : {Verb::Analyze, Verb::Replay, Verb::Fix, Verb::Machines}) {
    if (word != name(one)) continue;
    verb = one;
    return true;
  }
  const bool asksForHelp = word == "--help" || word == "-h" || word == "help";
  if (asksForHelp || word == "--version") verb = asksForHelp ? Verb::Help : Verb::Version;
  return asksForHelp || word == "--version";
}

} // namespace

std::string_view name(Verb verb) {
  switch (verb) {
  case Verb::Analyze: return "analyze";
  case Verb::Replay: return "replay";
  case Verb::Fix: return "fix";
  case Verb::Machines: return "machines";
  default: return {};
  }
}

bool parseArguments(const std::vector<std::string>& arguments, Command& command, std::string& error) {
  const auto fail = [&](std::string problem) {
    error = std::move(problem);
    return false;
  };
  if (arguments.empty()) return fail("a command is missing");
  if (!parseVerb(arguments[0], command.verb)) return fail("unknown command '" + arguments[0] + "'");

  bool optionsEnded = false;
  for (size_t i = 1; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (optionsEnded || argument.empty() || argument[0] != '-' || argument == "-") {
      command.paths.push_back(argument);
      continue;
    }
    if (argument == "--") {
      optionsEnded = true;
      continue;
    }
    if (argument == "--help" || argument == "-h") {
      command.verb = Verb::Help;
      return true;
    }
    // "--name=value", or of one letter, as compilers have it, "-Nvalue".
    const bool isLong = argument[1] == '-';
    const size_t valueAt = isLong ? argument.find('=') : argument.size() > 2 ? 2 : std::string::npos;
    const std::string name = argument.substr(0, valueAt);
    const Option* option = findOption(name, command.verb);
    if (!option) return fail("unknown option '" + name + "'");
    std::string value;
    if (option->takesValue) {
      if (valueAt == std::string::npos && i + 1 == arguments.size()) return fail(name + " needs a value");
      value = valueAt == std::string::npos ? arguments[++i] : argument.substr(valueAt + isLong);
    } else if (valueAt != std::string::npos) {
      return fail(name + " takes no value");
    }
    if (!option->set(command, value, error)) return false;
  }

  const size_t count = command.paths.size();
  if (command.verb == Verb::Analyze && count == 0)
    return fail("analyze needs a file, a folder, or - for standard input");
  if (command.verb == Verb::Replay && count != 1)
    return fail("replay needs one CSV file, or - for standard input");
  if (command.verb == Verb::Fix && count != 1) return fail("fix needs one file, or - for standard input");
  if (command.verb == Verb::Fix && (command.apply == 0) != command.output.empty())
    return fail("--apply and -o go together: which fix, and the file to write the changed source to");
  if ((command.verb == Verb::Machines || command.verb == Verb::Help || command.verb == Verb::Version) &&
      count != 0) {
    return fail("'" + command.paths[0] + "' is one argument too many");
  }
  if (command.json && command.sarif)
    return fail("--json and --sarif are two forms of one output: choose one");
  return true;
}

std::string_view usage() {
  return R"(banklab: what shared-memory accesses cost, bank conflict by bank conflict

  banklab analyze PATH…         run the kernels of CUDA files, of a folder's .cu and .cuh files, or of - (stdin)
  banklab fix FILE.cu           find what removes the conflicts, proved by running it, as patches
  banklab replay REQUESTS.csv   compare the bank model with measured requests
  banklab machines              list the machines of the model
  banklab --version | --help

analyze
  --launch 'k<<<1, 32>>>(a)'    run this launch, not those of the file; may be repeated
  --kernel NAME                 only the launches of this kernel
  --set NAME=VALUE              set a knob or a macro; may be repeated
  --input 'a[i] = i % 7'        what a buffer holds; may be repeated
  -I FOLDER                     where included files are that lie not beside the file; may be repeated
  --blocks N|all                how many blocks run (1)
  --fill iota|words|zero|random:SEED
                                what memory holds that nobody wrote (iota)
  --machine ID                  whose rules (sm_90); replay takes it too
  --as-compiled                 count as one what a compiler merges: neighbours, aligned, in straight code
  --global                      list global memory's 32-byte sectors, too
  --branches                    list how many lanes take each branch, too
  --max-degree N                exit with 1 where an access is more than N-way
  --json                        print the report as JSON, one line for each file; replay takes it too
  --sarif                       print what was found as a SARIF log, for code hosts and editors
  --listings                    show each of several files, too, as one alone is shown
  --all-lines                   show long files whole
  --color auto|always|never     (auto: in a terminal, where NO_COLOR is unset)

fix takes --launch, --kernel, --set, --input, -I, --blocks, --fill, --machine, --as-compiled, --json and
  --color, and
  --proofs few|all              few: one fix for each array, where the runs of a source take long (few)
  --apply N -o FILE             write the source with the N-th fix made to FILE (-: standard output)
  --answer OTHER.cu             hold another text for the same task against the source and what is found

Exit status: 0 done; 1 a limit was exceeded, a replayed request differs, or an answer is not as good; 2 an error in a source or in usage.
)";
}

} // namespace banklab::cli
