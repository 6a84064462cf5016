#pragma once

// Parts that all schemas of BankLab share.

#include "analysis/json_writer.hpp"
#include "analysis/report.hpp"

namespace banklab::analysis {

/// The fields `line` … `end_column` of the object in work, and `file` where the place lies in an included
/// one.
void writePlace(JsonWriter& json, const Place& place);
/// The field `diagnostics`.
void writeMessages(JsonWriter& json, const std::vector<Message>& messages);

} // namespace banklab::analysis
