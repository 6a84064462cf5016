// Functions that read and write textures and surfaces (CUDA C++ Programming Guide, "Texture Functions"). What one holds is
// the host's matter, so that each read gives zeros, and says so.
// Included as: texture_indirect_functions.h, surface_indirect_functions.h
// Taken in for: tex1Dfetch, tex1D, tex1DLod, tex1DGrad, tex1DLayered, tex2D, tex2DLod, tex2DGrad, tex2DLayered, tex2Dgather, tex3D, tex3DLod, texCubemap, surf1Dread, surf1Dwrite, surf2Dread, surf2Dwrite, surf2DLayeredread, surf2DLayeredwrite, surf3Dread, surf3Dwrite
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
#define READS(name)                                                                                        \
  template <typename T, typename... Where>                                                                 \
  __device__ inline T name(cudaTextureObject_t, Where...) {                                                \
    __banklab_note("what a texture holds is not known here, and this read gives zeros; shared memory is not touched"); \
    return T{};                                                                                            \
  }                                                                                                        \
  template <typename T, typename... Where>                                                                 \
  __device__ inline void name(T* value, cudaTextureObject_t, Where...) {                                   \
    __banklab_note("what a texture holds is not known here, and this read gives zeros; shared memory is not touched"); \
    *value = T{};                                                                                          \
  }
READS(tex1Dfetch)
READS(tex1D)
READS(tex1DLod)
READS(tex1DGrad)
READS(tex1DLayered)
READS(tex2D)
READS(tex2DLod)
READS(tex2DGrad)
READS(tex2DLayered)
READS(tex2Dgather)
READS(tex3D)
READS(tex3DLod)
READS(texCubemap)
READS(surf1Dread)
READS(surf2Dread)
READS(surf2DLayeredread)
READS(surf3Dread)
#define WRITES(name)                                                                                       \
  template <typename T, typename... Where>                                                                 \
  __device__ inline void name(T, cudaSurfaceObject_t, Where...) {                                          \
    __banklab_note("what is written to a surface is not kept here; shared memory is not touched");         \
  }
WRITES(surf1Dwrite)
WRITES(surf2Dwrite)
WRITES(surf2DLayeredwrite)
WRITES(surf3Dwrite)
