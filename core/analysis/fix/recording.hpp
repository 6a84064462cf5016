#pragma once

// What one run asked of each shared object, and what the same requests would cost elsewhere: a map of
// addresses is applied to the recorded offsets and the bank model counts. So thousands of layouts are weighed
// for the price of one run.

#include "analysis/fix/coverage.hpp"
#include "bank/machine.hpp"
#include "bank/model.hpp"
#include "simt/run.hpp"

#include <functional>
#include <map>
#include <unordered_map>

namespace banklab::analysis::fix {

/// How an array lies: elements in each dimension, outermost first (of a dynamic array as many as the launch
/// gives it), bytes of one element.
struct Shape {
  std::vector<uint64_t> dims;
  uint64_t elementBytes = 4;

  uint64_t elements() const;
  /// The elements that one step of a dimension's index passes over.
  uint64_t pitch(size_t dimension) const;
};

/// One distinct request of an object.
struct RecordedRequest {
  bank::Op op{};
  uint64_t activeMask = 0;
  uint32_t site = 0;                         // index into the run's sites
  uint64_t count = 0, ideal = 0, excess = 0; // in all
  std::vector<uint32_t> offsets; // of every lane, in bytes from the object's first; 0 for inactive ones
};

struct Cost {
  uint64_t requests = 0, wavefronts = 0, ideal = 0;

  uint64_t excessive() const { return wavefronts - ideal; }
  Cost& operator+=(const Cost& other);
};

/// What a run asked of one shared object. `base`: where the object lies in the block's shared memory.
struct RecordedObject {
  const lang::Variable* variable = nullptr;
  uint32_t base = 0;
  Shape shape;
  std::vector<RecordedRequest> requests; // of predictable sites and others; the most excess first
  uint64_t keptIdeal = 0;                // of those of predictable sites
  std::map<uint32_t, Cost> sites;        // by index into the run's sites; of predictable ones

  Cost cost() const;
};

/// Where the byte at an offset of the object goes.
using AddressMap = std::function<uint64_t(const Shape& shape, uint64_t offset)>;

/// What an object's requests would cost under a map.
struct Prediction {
  uint64_t wavefronts = 0, ideal = 0;
  uint32_t misaligned = 0; // bytes of an access that would not be aligned to its size; 0: none
  uint32_t torn = 0;       // bytes of an access whose bytes would not stay together; 0: none

  bool isPossible() const { return misaligned == 0 && torn == 0; }
};
/// `map`: no two bytes go to one place. Counting ends where `limit` wavefronts are sure to be reached, which
/// it then gives.
Prediction predict(const bank::Machine& machine, const simt::RunResult& run, const RecordedObject& object,
                   const AddressMap& map, uint64_t limit = UINT64_MAX);

/// Listens to a run and keeps its distinct requests, kMaxRequests at most; of the others only what they cost.
class Recorder final : public simt::Listener {
public:
  static constexpr size_t kMaxRequests = 16384;

  explicit Recorder(const bank::Machine& machine) : machine_(machine) {}

  void onShared(const simt::SharedAccess& access) override;
  void onGlobal(const simt::GlobalAccess& access) override;

  /// Of each shared object that was touched, when the run has ended. Objects are found by the address of the
  /// first active lane; dynamic arrays, which all begin at one place, by the name of the access, else the
  /// first.
  std::vector<RecordedObject> objects(const simt::RunResult& run) const;
  /// Of each predictable site by its index.
  const std::vector<Cost>& sites() const { return sites_; }
  /// 32-byte sectors of global memory.
  uint64_t sectors() const { return sectors_; }
  /// Of each site by its index, whether it was made.
  const std::vector<SiteListener::Made>& made() const { return made_.made(); }

private:
  struct Entry {
    RecordedRequest request;
    const lang::Variable* variable; // where the expression names it
    bank::Counts counts;
  };
  /// Requests of a site beyond those that are kept; they count for the object that the first of them touched.
  struct Rest {
    uint32_t offset = 0;
    const lang::Variable* variable = nullptr;
    Cost cost;
  };
  static RecordedObject* objectAt(std::vector<RecordedObject>& objects, const simt::RunResult& run,
                                  uint32_t offset, const lang::Variable* variable);

  const bank::Machine& machine_;
  std::map<uint32_t, Rest> rest_; // by site
  std::unordered_multimap<uint64_t, uint32_t> byHash_;
  std::vector<Entry> entries_;
  std::vector<Cost> sites_;
  SiteListener made_;
  uint64_t sectors_ = 0;
};

} // namespace banklab::analysis::fix
