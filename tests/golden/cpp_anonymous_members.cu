// Anonymous unions and structs inside classes, nested classes, enums in classes.
struct Packet {
  union {
    float f;
    unsigned u;
    struct {
      unsigned short low, high;
    };
  };
  struct Header {
    int kind;
  } header;
  enum Kind { Data = 3, Control };
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ Packet s[32];
  s[threadIdx.x].f = 1.0f;
  s[threadIdx.x].header.kind = Packet::Control;
  assert(s[threadIdx.x].u == 0x3f800000u && s[threadIdx.x].high == 0x3f80 && s[threadIdx.x].header.kind == 4);
  Packet::Header header{7};
  assert(header.kind == 7 && sizeof(Packet) == 8);
}
