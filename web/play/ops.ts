// The instructions that one request may be, as the engine names them.
export const ops: Record<'loads' | 'stores' | 'atomics' | 'matrices', string[]> = {
  loads: ['ld.u8', 'ld.u16', 'ld.b32', 'ld.b64', 'ld.v2.b32', 'ld.v4.b32'],
  stores: ['st.u8', 'st.u16', 'st.b32', 'st.b64', 'st.v2.b32', 'st.v4.b32'],
  atomics: ['atom.add.u32', 'atom.exch.b32', 'atom.cas.b32', 'atom.exch.b64', 'atom.cas.b64', 'atom.add.f32'],
  matrices: ['ldmatrix.x1', 'ldmatrix.x2', 'ldmatrix.x4', 'stmatrix.x1', 'stmatrix.x2', 'stmatrix.x4'],
};
