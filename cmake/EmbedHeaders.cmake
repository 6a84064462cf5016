# cmake -DOUT=FILE.cpp -DTEXT=FILE.txt -DHEADERS=a.h,b.h -P EmbedHeaders.cmake
# Writes the texts of core/lang/preprocess/headers into a source file, without their comments and indentation. A header says in
# comments at its head what it is included as and which words stand for it (see lang/preprocess/known_headers.hpp). The texts lie
# one behind the other in one constant; TEXT is what it holds.
set(rows "")
set(literals "")
set(texts "")
set(offset 0)
string(REPLACE "," ";" files "${HEADERS}")
foreach(file IN LISTS files)
  file(READ "${file}" text)
  foreach(field IN ITEMS "Included as" "Taken in for")
    string(MAKE_C_IDENTIFIER "${field}" key)
    set(${key} "")
    if(text MATCHES "// ${field}: ([^\n]*)")
      set(${key} "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  string(REGEX REPLACE "(^|\n)[ \t]*//[^\n]*" "\\1" text "${text}")
  string(REGEX REPLACE "\n[ \t\n]+" "\n" text "${text}")
  string(LENGTH "${text}" length)
  string(APPEND rows "    {\"${Included_as}\", \"${Taken_in_for}\", {kTexts + ${offset}, ${length}}},\n")
  string(APPEND literals "    R\"cuda(${text})cuda\"\n")
  string(APPEND texts "${text}")
  math(EXPR offset "${offset} + ${length}")
endforeach()
file(WRITE "${OUT}" "#include \"lang/preprocess/known_headers.hpp\"

namespace banklab::lang {
namespace {

constexpr char kTexts[] =
${literals}    ;

constexpr KnownHeader kHeaders[] = {
${rows}};

} // namespace

std::span<const KnownHeader> knownHeaders() { return kHeaders; }

} // namespace banklab::lang
")
file(WRITE "${TEXT}" "${texts}")
