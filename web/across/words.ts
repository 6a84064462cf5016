// What the table of machines says.
export const words = {
  table: 'The same code on every machine',
  columns: {
    machine: 'Machine',
    wavefronts: 'Wavefronts',
    ideal: 'Ideal',
    degree: 'Degree',
    chip: 'Chip',
    lanes: 'Lanes',
    banks: 'Banks',
    evidence: 'Evidence',
  },
  /** What the chips are called here, by machine; else by their titles. */
  chips: {
    sm_90: 'NVIDIA 5.0 to 12.1',
    'sm_35-bank4': 'Kepler, 4-byte mode',
    'sm_35-bank8': 'Kepler, 8-byte mode',
    gfx942: 'AMD MI300X',
    gfx950: 'AMD MI350X',
    gfx1100: 'AMD RDNA 3',
    gfx1201: 'AMD RDNA 4',
  } as Record<string, string>,
  measured: 'measured',
  measuredHere: 'measured on 9.0',
  documented: 'documented',
};
