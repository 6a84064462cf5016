// Nonce search with SHA-256 (K table staged in shared memory) and a multi-pattern
// string matcher (Aho-Corasick style DFA in shared memory).
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

typedef uint32_t WORD;
typedef unsigned char BYTE;

#define ROTR(a, b) __funnelshift_r((a), (a), (b))
#define CH(x, y, z) (((x) & (y)) ^ (~(x) & (z)))
#define EP0(x) (ROTR(x, 2) ^ ROTR(x, 13) ^ ROTR(x, 22))
#define EP1(x) (ROTR(x, 6) ^ ROTR(x, 11) ^ ROTR(x, 25))
#define SIG0(x) (ROTR(x, 7) ^ ROTR(x, 18) ^ ((x) >> 3))
#define SIG1(x) (ROTR(x, 17) ^ ROTR(x, 19) ^ ((x) >> 10))

__constant__ WORD dev_k[64];
static const WORD host_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

__device__ __forceinline__ WORD maj(WORD x, WORD y, WORD z)
{
    WORD r;
    asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
    return r;
}

__device__ __forceinline__ WORD swap32(WORD v) { return __byte_perm(v, 0, 0x0123); }

__device__ void sha256_block(WORD *state, const WORD *data, const WORD *k)
{
    WORD m[16], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
#pragma unroll
    for (int i = 0; i < 16; ++i) m[i] = data[i];
#pragma unroll 16
    for (int i = 0; i < 64; ++i) {
        if (i >= 16) m[i & 15] += SIG1(m[(i - 2) & 15]) + m[(i - 7) & 15] + SIG0(m[(i - 15) & 15]);
        WORD t1 = h + EP1(e) + CH(e, f, g) + k[i] + m[i & 15];
        WORD t2 = EP0(a) + maj(a, b, c);
        h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
    }
    state[0] += a; state[1] += b; state[2] += c; state[3] += d; state[4] += e; state[5] += f; state[6] += g; state[7] += h;
}

__global__ void mine(const BYTE *__restrict__ msg, int len, int difficulty_bits, unsigned *found, WORD *digest)
{
    __shared__ WORD s_k[64];
    __shared__ WORD s_block[16];
    if (threadIdx.x < 64) s_k[threadIdx.x] = dev_k[threadIdx.x];
    if (threadIdx.x < 16) {
        WORD w = 0;
        for (int b = 0; b < 4; ++b) {
            int p = threadIdx.x * 4 + b;
            BYTE v = p < len ? msg[p] : (p == len + 4 ? 0x80 : 0);
            w = (w << 8) | v;
        }
        s_block[threadIdx.x] = threadIdx.x == 15 ? (len + 4) * 8 : w;
    }
    __syncthreads();
    const unsigned nonce = blockIdx.x * blockDim.x + threadIdx.x;
    if (*(volatile unsigned *)found < nonce) return;
    WORD data[16], st[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    for (int i = 0; i < 16; ++i) data[i] = s_block[i];
    data[len / 4] = swap32(nonce);  // len is a multiple of 4
    sha256_block(st, data, s_k);
    if (__clz(st[0]) >= difficulty_bits && atomicMin(found, nonce) > nonce) {
        for (int i = 0; i < 8; ++i) digest[i] = st[i];
        __threadfence();
    }
}

template <int STATES>
__global__ void dfa_match(const char *text, int n, const short *table, const int *accept, int maxlen, int *hits)
{
    __shared__ short s_tab[STATES][26];
    __shared__ int s_hits;
    for (int i = threadIdx.x; i < STATES * 26; i += blockDim.x) (&s_tab[0][0])[i] = table[i];
    if (!threadIdx.x) s_hits = 0;
    __syncthreads();
    const int pos = blockIdx.x * blockDim.x + threadIdx.x;
    int s = 0, local = 0;
    for (int i = pos; i < min(pos + maxlen, n); ++i) {
        s = s_tab[s][text[i] - 'a'];
        if (s < 0) break;
        local += accept[s];
    }
    if (local) atomicAdd(&s_hits, local);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(hits, s_hits);
}

int main(void)
{
    const char *message = "hello, block header!";  // 20 bytes
    const int len = (int)strlen(message), bits = 12;
    BYTE *d_msg; unsigned *d_found, found; WORD *d_digest, digest[8];
    cudaMalloc(&d_msg, 64); cudaMalloc(&d_found, sizeof(unsigned)); cudaMalloc(&d_digest, 32);
    cudaMemcpy(d_msg, message, len, cudaMemcpyHostToDevice);
    cudaMemset(d_found, 0xff, sizeof(unsigned));
    cudaMemcpyToSymbol(dev_k, host_k, sizeof(host_k), 0, cudaMemcpyHostToDevice);
    mine<<<64, 256>>>(d_msg, len, bits, d_found, d_digest);
    cudaMemcpy(&found, d_found, sizeof found, cudaMemcpyDeviceToHost);
    cudaMemcpy(digest, d_digest, sizeof digest, cudaMemcpyDeviceToHost);
    printf("nonce %u digest %08x%08x...\n", found, digest[0], digest[1]);

    const char *words[] = {"abc", "abd", "bca", "cab"};
    enum { STATES = 16 };
    short table[STATES][26]; int accept[STATES] = {0}, used = 1;
    memset(table, 0xff, sizeof table);
    for (int w = 0; w < 4; ++w) {
        int s = 0;
        for (const char *p = words[w]; *p; ++p) { short &t = table[s][*p - 'a']; if (t < 0) t = used++; s = t; }
        accept[s]++;
    }
    const int n = 20000; char *text = (char *)malloc(n);
    for (int i = 0; i < n; ++i) text[i] = 'a' + rand() % 4;
    char *d_text; short *d_table; int *d_accept, *d_hits, hits, ref = 0;
    cudaMalloc(&d_text, n); cudaMalloc(&d_table, sizeof table); cudaMalloc(&d_accept, sizeof accept); cudaMalloc(&d_hits, sizeof(int));
    cudaMemcpy(d_text, text, n, cudaMemcpyHostToDevice); cudaMemcpy(d_table, table, sizeof table, cudaMemcpyHostToDevice);
    cudaMemcpy(d_accept, accept, sizeof accept, cudaMemcpyHostToDevice); cudaMemset(d_hits, 0, sizeof(int));
    dfa_match<STATES><<<(n + 255) / 256, 256>>>(d_text, n, d_table, d_accept, 3, d_hits);
    cudaMemcpy(&hits, d_hits, sizeof hits, cudaMemcpyDeviceToHost);
    for (int i = 0; i + 3 <= n; ++i) for (int w = 0; w < 4; ++w) ref += !strncmp(text + i, words[w], 3);
    printf("hits %d expected %d\n", hits, ref);
    cudaFree(d_msg); cudaFree(d_found); cudaFree(d_digest); cudaFree(d_text); cudaFree(d_table); cudaFree(d_accept); cudaFree(d_hits);
    free(text);
    return hits != ref;
}
