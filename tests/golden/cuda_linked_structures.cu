// Pointers kept in shared memory: a list that is walked, and a tree that is searched by recursion.
struct Node {
  int value;
  Node* next;
};
struct Tree {
  int key;
  const Tree *left, *right;
};
__device__ int depthOf(const Tree* at, int key) {
  if (!at || at->key == key) return 0;
  return 1 + depthOf(key < at->key ? at->left : at->right, key);
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ Node nodes[32];
  __shared__ Tree tree[7];
  const int i = threadIdx.x;
  nodes[i] = {i, i + 1 < 32 ? &nodes[i + 1] : nullptr};
  if (i < 7) tree[i] = {(2 * i + 1) % 8 * 2, i < 3 ? &tree[2 * i + 1] : nullptr, i < 3 ? &tree[2 * i + 2] : nullptr};
  __syncthreads();
  int sum = 0;
  for (const Node* at = &nodes[i]; at; at = at->next) sum += at->value;
  assert(sum == (31 * 32 - i * (i - 1)) / 2);
  assert(depthOf(&tree[0], tree[0].key) == 0 && depthOf(&tree[0], 99) == 3);
}
