// What the measurements' explorer says.
const count = (n: number): string => n.toLocaleString('en-US');

export const words = {
  table: 'The measurements, by instruction',
  columns: {
    op: 'Instruction',
    rows: 'Requests',
    range: 'Wavefronts',
    conflicts: 'With conflicts',
    agree: 'Predicted exactly',
  },
  all: 'all',
  explore: 'Look at single requests',
  exploreIntro: (rows: number) =>
    `All ${count(rows)} requests can be looked at here, one by one; they are loaded when you ask for them.`,
  load: (rows: number) => `Load the ${count(rows)} requests`,
  loading: 'Loading …',
  noData: 'The measurements could not be loaded. Try again when there is a network.',
  op: 'Instruction',
  anyOp: (n: number) => `all ${n} instructions`,
  lanes: 'Lanes',
  anyLanes: 'any',
  full: 'all 32 take part',
  partial: 'some do not',
  order: 'Order',
  asMeasured: 'as measured',
  dearest: 'most wavefronts first',
  check: 'Predict them again, here',
  checking: 'Predicting …',
  checked: (agreed: number, rows: number, ms: number) =>
    `${count(agreed)} of ${count(rows)} agree, predicted just now in this browser in ${count(Math.round(ms))} ms.`,
  found: (n: number) => (n === 1 ? '1 request' : `${count(n)} requests`),
  rowsName: 'Requests',
  row: {
    place: 'File and row',
    op: 'Instruction',
    mask: 'Active lanes',
    predicted: 'Predicted',
    measured: 'Measured',
    conflicts: 'Conflict counter',
  },
  notRead: 'not read',
  previous: 'Previous',
  next: 'Next',
  range: (from: number, to: number, of: number) => `${count(from)} to ${count(to)} of ${count(of)}`,
  figure: 'The request that is picked',
  scatter:
    'Wavefronts predicted, to the right, and measured, upwards. A circle is larger where more requests lie.',
  scatterPoint: (predicted: number, measured: number, n: number) =>
    `predicted ${predicted}, measured ${measured}: ${n === 1 ? '1 request' : `${count(n)} requests`}`,
};
