// What the exercises' answers are, written by hand from the bank rules: word = address / 4, bank = word mod 32, one
// wavefront for each distinct word of the busiest bank; 64-bit elements in half-warps.

export interface Expected {
  id: string;
  /** One for each question: a number, or the texts of the options to choose. */
  right: (number | string[])[];
  wrong: (number | string[])[];
  /** What the reader must be told about the wrong answers. */
  because: RegExp;
  /** For each site of the snippet, wavefronts and ideal as its mark says them. */
  marks: string[];
}

/** In which the reader changes the code; exercises.test.ts writes the answers. They stand behind L4.2. */
export const mends = ['L4.3', 'L4.4'];

export const exercises: Expected[] = [
  { id: 'L1.1', right: [6], wrong: [70], because: /70 is the word/, marks: ['1 of 1'] },
  { id: 'L1.2', right: [72, 8], wrong: [288, 0], because: /288 counts bytes/, marks: ['1 of 1'] },
  { id: 'L2.1', right: [8], wrong: [4], because: /number of banks in use/, marks: ['8 of 1 · 8-way'] },
  {
    id: 'L2.2',
    right: [['1 wavefront, no conflict']],
    wrong: [['7 wavefronts, a 7-way conflict']],
    because: /The stride is not the degree/,
    marks: ['1 of 1'],
  },
  {
    id: 'L2.3',
    right: [['2 wavefronts, no conflict']],
    wrong: [['4 wavefronts, 2-way conflicts']],
    because: /common story/,
    marks: ['2 of 2'],
  },
  { id: 'L3.1', right: [1], wrong: [3], because: /stride in words/, marks: ['1 of 1'] },
  { id: 'L3.2', right: [4], wrong: [8], because: /number of banks in use/, marks: ['4 of 1 · 4-way'] },
  {
    id: 'L3.3',
    right: [['for no col']],
    wrong: [['for every odd col']],
    because: /leaves the stride at 32/,
    marks: ['32 of 1 · 32-way'],
  },
  { id: 'L4.1', right: [1, 128], wrong: [32, 4224], because: /33 mod 32 is not 0/, marks: ['1 of 1'] },
  { id: 'L4.2', right: [1], wrong: [16], because: /worst choice/, marks: ['16 of 1 · 16-way'] },
  {
    id: 'L5.1',
    right: [2, 8, ['s = 0', 's = 16, but only lanes 0 to 3 take part', 's = 1 in an array of double']],
    wrong: [6, 24, ['s = 33']],
    because: /formula holds beyond 32[\s\S]*3 are missing/,
    marks: ['2 of 1 · 2-way'],
  },
  {
    id: 'L5.2',
    right: [1, 32, 128],
    wrong: [32, 1, 4],
    because: /The indices are swapped/,
    marks: ['32 of 32', '1,024 of 32 · 32-way'],
  },
  { id: 'L5.3', right: [1, 32], wrong: [32, 1], because: /same word/, marks: ['1 of 1', '32 of 1 · 32-way'] },
];
