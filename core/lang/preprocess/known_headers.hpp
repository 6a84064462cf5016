#pragma once

#include <span>
#include <string_view>

namespace banklab::lang {

/// A header of CUDA's or of the C++ library that the engine holds as source of its own: a file of
/// core/lang/preprocess/headers, which the build puts here. What a text needs of it is compiled in front of
/// the text that includes it, or that names one of its words without including it, as snippets do. Its
/// preprocessing is its own: no macro of the text's reaches into it, and none of its macros comes out.
struct KnownHeader {
  std::string_view includedAs; // names for #include, with ", " between them
  std::string_view words;      // likewise: identifiers that stand for it where no #include does
  std::string_view text;
};

std::span<const KnownHeader> knownHeaders();

/// Whether `name` stands in a list like KnownHeader's.
bool isListed(std::string_view list, std::string_view name);

/// The header of that name in `#include`; null where the engine has no text for it.
const KnownHeader* findKnownHeader(std::string_view name);

} // namespace banklab::lang
