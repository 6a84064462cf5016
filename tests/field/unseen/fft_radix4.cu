/* Radix-4 Stockham FFT of batched length-1024 signals, one block per signal. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define N 1024
#define THREADS (N / 4)
#define CUDA_OK(c) if ((c) != cudaSuccess) { printf("CUDA failure %s:%d: '%s'\n", __FILE__, __LINE__, cudaGetErrorString(cudaGetLastError())); exit(1); }

typedef float2 cplx;

static __device__ __host__ inline cplx cadd(cplx a, cplx b) { return make_float2(a.x + b.x, a.y + b.y); }
static __device__ __host__ inline cplx csub(cplx a, cplx b) { return make_float2(a.x - b.x, a.y - b.y); }
static __device__ __host__ inline cplx cmul(cplx a, cplx b)
{
    cplx c;
    c.x = a.x * b.x - a.y * b.y;
    c.y = a.x * b.y + a.y * b.x;
    return c;
}
static __device__ inline cplx twiddle(int k, int n)
{
    float s, c;
    sincospif(-2.0f * (float)k / (float)n, &s, &c);
    return make_float2(c, s);
}

static __device__ void radix4(cplx *v)
{
    cplx a = cadd(v[0], v[2]), b = csub(v[0], v[2]);
    cplx c = cadd(v[1], v[3]), d = csub(v[1], v[3]);
    cplx md = make_float2(d.y, -d.x); /* -i*d */
    v[0] = cadd(a, c);
    v[1] = cadd(b, md);
    v[2] = csub(a, c);
    v[3] = csub(b, md);
}

static __device__ inline int expand(int idxL, int N1, int N2)
{
    return (idxL / N1) * N1 * N2 + (idxL % N1);
}

__global__ void __launch_bounds__(THREADS) fft1024_r4(const cplx *in, cplx *out)
{
    __shared__ float sRe[N + N / 32];
    __shared__ float sIm[N + N / 32];
#define PAD(i) ((i) + ((i) >> 5))
    const int j = threadIdx.x;
    cplx v[4];

    in += blockIdx.x * N;
    out += blockIdx.x * N;
    for (int r = 0; r < 4; r++) v[r] = in[j + r * THREADS];

    for (int Ns = 1; Ns < N; Ns *= 4) {
        if (Ns > 1) {
            const int k = j % Ns;
            cplx w1 = twiddle(k, Ns * 4);
            cplx w2 = cmul(w1, w1);
            v[1] = cmul(v[1], w1);
            v[2] = cmul(v[2], w2);
            v[3] = cmul(v[3], cmul(w2, w1));
        }
        radix4(v);
        if (Ns * 4 == N) break;
        const int d = expand(j, Ns, 4);
        for (int r = 0; r < 4; r++) {
            sRe[PAD(d + r * Ns)] = v[r].x;
            sIm[PAD(d + r * Ns)] = v[r].y;
        }
        __syncthreads();
        for (int r = 0; r < 4; r++) {
            v[r].x = sRe[PAD(j + r * THREADS)];
            v[r].y = sIm[PAD(j + r * THREADS)];
        }
        __syncthreads();
    }
    for (int r = 0; r < 4; r++) out[expand(j, N / 4, 4) + r * (N / 4)] = v[r];
#undef PAD
}

int main(int argc, char **argv)
{
    int batch = 8, i, b, k;
    if (argc == 2) batch = atoi(argv[1]);
    size_t bytes = sizeof(cplx) * N * batch;
    cplx *h_in = (cplx *)malloc(bytes);
    cplx *h_out = (cplx *)malloc(bytes);
    cplx *d_in, *d_out;
    cudaEvent_t start, stop;
    float msec = 0.0f;

    for (i = 0; i < N * batch; i++) {
        h_in[i].x = (float)drand48() - 0.5f;
        h_in[i].y = (float)drand48() - 0.5f;
    }
    CUDA_OK(cudaMalloc((void **)&d_in, bytes));
    CUDA_OK(cudaMalloc((void **)&d_out, bytes));
    CUDA_OK(cudaMemcpy(d_in, h_in, bytes, cudaMemcpyHostToDevice));
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start, 0);
    fft1024_r4<<<batch, THREADS>>>(d_in, d_out);
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    CUDA_OK(cudaGetLastError());
    cudaEventElapsedTime(&msec, start, stop);
    CUDA_OK(cudaMemcpy(h_out, d_out, bytes, cudaMemcpyDeviceToHost));

    double maxerr = 0.0;
    for (b = 0; b < batch; b += 3)
        for (k = 0; k < N; k += 61) {
            double re = 0, im = 0;
            for (i = 0; i < N; i++) {
                double a = -2.0 * M_PI * ((long)i * k % N) / N;
                re += h_in[b * N + i].x * cos(a) - h_in[b * N + i].y * sin(a);
                im += h_in[b * N + i].x * sin(a) + h_in[b * N + i].y * cos(a);
            }
            double e = hypot(re - h_out[b * N + k].x, im - h_out[b * N + k].y);
            if (e > maxerr) maxerr = e;
        }
    printf("batch %d: %.3f ms, %.2f GFLOP/s, max error %g\n", batch, msec, 5.0 * N * 10 * batch / (msec * 1e6), maxerr);
    cudaEventDestroy(start); cudaEventDestroy(stop);
    cudaFree(d_in); cudaFree(d_out); free(h_in); free(h_out);
    return maxerr < 1e-2 ? 0 : 1;
}
