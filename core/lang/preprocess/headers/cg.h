// The short name that nearly every text gives to the namespace, for a snippet that begins behind that line.
// Taken in for: this_thread_block, tiled_partition, thread_block_tile, coalesced_threads, this_grid, this_cluster
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
