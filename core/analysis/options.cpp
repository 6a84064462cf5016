#include "analysis/options.hpp"

#include "analysis/json_reader.hpp"
#include "bank/machine.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace banklab::analysis {

namespace {

bool parseWhole(std::string_view text, uint64_t& out) {
  const char* end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, out);
  return status == std::errc{} && stop == end;
}

std::string quoted(std::string_view text) {
  std::string quote = "'";
  quote += text;
  quote += '\'';
  return quote;
}

} // namespace

lang::CompileOptions compileOptionsOf(const Options& options, const bank::Machine& machine) {
  lang::CompileOptions compile;
  compile.launches = options.launches;
  compile.kernel = options.kernel;
  compile.settings = options.settings;
  compile.inputs = options.inputs;
  compile.includes = {options.file, options.includeFolders, readerOf(options)};
  compile.warpSize = machine.lanes;
  return compile;
}

simt::RunOptions runOptionsOf(const Options& options) {
  simt::RunOptions run;
  run.blocks = options.blocks;
  run.fill = options.fill;
  run.seed = options.seed;
  run.maxSteps = options.maxSteps;
  return run;
}

lang::FileReader readerOf(const Options& options) {
  if (options.files.empty()) return options.readFile;
  return [&options](const std::string& path, std::string& text) {
    const auto found = options.files.find(path);
    if (found == options.files.end()) return options.readFile && options.readFile(path, text);
    text = found->second;
    return true;
  };
}

bool setBlocks(Options& options, std::string_view text, std::string& error) {
  uint64_t count = 0;
  if (text == "all") {
    options.blocks = UINT64_MAX;
  } else if (parseWhole(text, count) && count > 0) {
    options.blocks = count;
  } else {
    error = "blocks is " + quoted(text) + "; it takes a whole number from 1, or 'all'";
    return false;
  }
  return true;
}

constexpr std::string_view kFills[] = {"iota", "words", "zero", "random"}; // as in simt::Fill

std::string_view nameOf(simt::Fill fill) { return kFills[static_cast<size_t>(fill)]; }

bool setFill(Options& options, std::string_view text, std::string& error) {
  constexpr std::string_view random = "random:";
  const auto plain = std::find(std::begin(kFills), std::end(kFills), text);
  if (plain != std::end(kFills)) {
    options.fill = static_cast<simt::Fill>(plain - std::begin(kFills));
  } else if (text.substr(0, random.size()) == random &&
             parseWhole(text.substr(random.size()), options.seed)) {
    options.fill = simt::Fill::Random;
  } else {
    error = "fill is " + quoted(text) + "; it takes iota, words, zero, random or random:SEED";
    return false;
  }
  return true;
}

bool addSetting(Options& options, std::string_view text, std::string& error) {
  const size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos || equals + 1 == text.size()) {
    error = "set is " + quoted(text) + "; it takes name=value";
    return false;
  }
  options.settings[std::string(text.substr(0, equals))] = text.substr(equals + 1);
  return true;
}

bool setMachine(Options& options, std::string_view text, std::string& error) {
  if (bank::findMachine(text)) {
    options.machine = text;
    return true;
  }
  error = "unknown machine " + quoted(text) + "; the machines are";
  const char* separator = " ";
  for (const bank::Machine& machine : bank::machines()) {
    error += separator;
    error += machine.id;
    separator = ", ";
  }
  return false;
}

bool setProofs(Options& options, std::string_view text, std::string& error) {
  options.allProofs = text == "all";
  if (text == "all" || text == "few") return true;
  error = "proofs are few or all, not " + quoted(text);
  return false;
}

bool setMaxSteps(Options& options, std::string_view text, std::string& error) {
  if (parseWhole(text, options.maxSteps) && options.maxSteps > 0) return true;
  error = "maxSteps is " + quoted(text) + "; it takes a whole number from 1";
  return false;
}

namespace {

/// Sets one member; `error` says what is wrong with it.
bool setMember(Options& options, std::string_view name, const JsonValue& value, std::string& error) {
  using Kind = JsonValue::Kind;
  const bool isText = value.is(Kind::String);
  const bool isScalar = isText || value.is(Kind::Number);
  // A string, or an array of them.
  const auto strings = [&](std::vector<std::string>& out) {
    const auto add = [&](const JsonValue& item) {
      if (!item.is(Kind::String)) return false;
      out.push_back(item.text);
      return true;
    };
    if (isText) return add(value);
    bool good = value.is(Kind::Array);
    for (const JsonValue& item : value.items) good = add(item) && good;
    if (!good) error = std::string(name) + " takes a string or an array of strings";
    return good;
  };

  if (name == "launch") return strings(options.launches);
  if (name == "input") return strings(options.inputs);
  if (name == "include") return strings(options.includeFolders);
  if (name == "blocks" && isScalar) return setBlocks(options, value.text, error);
  if (name == "maxSteps" && value.is(Kind::Number)) return setMaxSteps(options, value.text, error);
  if (name == "fill" && isText) return setFill(options, value.text, error);
  if (name == "machine" && isText) return setMachine(options, value.text, error);
  if (name == "proofs" && isText) return setProofs(options, value.text, error);
  if (name == "kernel" && isText) {
    options.kernel = value.text;
    return true;
  }
  if (name == "file" && isText) {
    options.file = value.text;
    return true;
  }
  if (name == "answer" && isText) {
    options.answer = value.text;
    return true;
  }
  const bool isFlag = value.is(Kind::True) || value.is(Kind::False);
  if (name == "explain" && isFlag) {
    options.explain = value.isTrue();
    return true;
  }
  if (name == "asCompiled" && isFlag) {
    options.asCompiled = value.isTrue();
    return true;
  }
  // An object's members by name, each a string (or a number).
  const auto texts = [&](std::map<std::string, std::string>& out, bool takesNumbers) {
    bool good = true;
    for (const auto& [key, text] : value.members) {
      if (text.is(Kind::String) || (takesNumbers && text.is(Kind::Number))) {
        out[key] = text.text;
      } else {
        error = std::string(name) + " takes a " + (takesNumbers ? "number or a string" : "string") + " for " +
                quoted(key);
        good = false;
      }
    }
    return good;
  };
  if (name == "set" && value.is(Kind::Object)) return texts(options.settings, true);
  if (name == "files" && value.is(Kind::Object)) return texts(options.files, false);
  constexpr std::string_view known[] = {"launch",   "kernel",     "set",    "input",   "blocks",
                                        "fill",     "machine",    "file",   "files",   "include",
                                        "maxSteps", "asCompiled", "proofs", "explain", "answer"};
  for (const std::string_view option : known) {
    if (name == option) {
      error = "option " + quoted(name) + " has a value of the wrong type";
      return false;
    }
  }
  error = "unknown option " + quoted(name);
  return false;
}

} // namespace

bool optionsFromJson(std::string_view json, Options& options, std::string& error) {
  if (json.empty()) return true;
  const std::optional<JsonValue> root = parseJson(json, error);
  if (!root) return false;
  if (!root->is(JsonValue::Kind::Object)) {
    error = "the options are a JSON object";
    return false;
  }
  bool good = true;
  for (const auto& [name, value] : root->members) {
    if (value.is(JsonValue::Kind::Null)) continue;
    std::string problem;
    if (setMember(options, name, value, problem)) continue;
    if (good) error = problem; // the first is told
    good = false;
  }
  return good;
}

} // namespace banklab::analysis
