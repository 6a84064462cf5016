// One member of an array of structs: the size of the struct is the stride, with the gaps that alignment leaves.
import { type Access, warp } from '../access.ts';
import type { Levels, Member, Reason, Task } from '../task.ts';
import { pairsOf, plus, range, times, triplesOf } from './shapes.ts';

const sizes: Record<string, number> = { char: 1, short: 2, float: 4, int: 4, double: 8 };
const names = ['Body', 'Node', 'Ray', 'Cell'];

interface Layout {
  name: string;
  members: Member[];
  alignment: number;
  size: number;
  code: string;
}

/** `fields` are 'float x' or 'float v[3]', in their order; `least` an alignment that is asked for. */
function layOut(name: string, fields: readonly string[], least = 1): Layout {
  const members: Member[] = [];
  let end = 0;
  let alignment = least;
  for (const field of fields) {
    const [, type, member, length] = /^(\w+) (\w+)(?:\[(\d+)\])?$/.exec(field)!;
    const unit = sizes[type!]!;
    const offset = Math.ceil(end / unit) * unit;
    const bytes = unit * Number(length ?? 1);
    members.push({ type: type!, name: member!, offset, bytes });
    alignment = Math.max(alignment, unit);
    end = offset + bytes;
  }
  const aligned = least > 1 ? `alignas(${least}) ` : '';
  return {
    name,
    members,
    alignment,
    size: Math.ceil(end / alignment) * alignment,
    code: `struct ${aligned}${name} { ${fields.map(field => `${field};`).join(' ')} };`,
  };
}

const accessAt = (offset: (lane: number) => number): Access => ({
  bytes: 4,
  isStore: false,
  lanes: warp,
  offsets: warp.map(offset),
});

/** Every lane reads `member`, a word at that place, of every so manyth element. */
function task(layout: Layout, member: string, elements = 1, index = 0): Task {
  const { name, members, alignment, size } = layout;
  const { type, offset } = members.find(each => each.name === member)!;
  const subscript = index || members.find(each => each.name === member)!.bytes > 4 ? `[${index}]` : '';
  const reason: Reason = { of: 'struct', name, members, alignment, size, elements };
  return {
    code: `${layout.code}\n__shared__ ${name} items[${32 * elements}];\n${type} v = items[tid${times(elements)}].${member}${subscript};\n`,
    accesses: [accessAt(lane => lane * elements * size + offset + 4 * index)],
    ask: ['step', 'wavefronts'],
    reasons: [reason],
  };
}

const letters = ['x', 'y', 'z', 'w', 'u', 'v', 'a', 'b', 'c', 'd', 'e', 'f'];

export const struct: Levels = [
  function* () {
    for (const count of range(2, 10)) {
      const fields = letters.slice(0, count).map(letter => `float ${letter}`);
      for (const member of letters.slice(0, count)) yield task(layOut(names[count % 4]!, fields), member);
    }
  },
  function* () {
    for (const [a, b] of pairsOf(range(2, 8), range(2, 6))) {
      const layout = layOut(names[(a + b) % 4]!, [`float pos[${a}]`, `float vel[${b}]`, 'int id']);
      yield task(layout, 'id');
      yield task(layout, 'vel', 1, b - 1);
    }
  },
  function* () {
    const types = Object.keys(sizes).filter(type => type !== 'int');
    for (const [first, second] of pairsOf(pairsOf(types, types), pairsOf(types, types))) {
      const all = [...first, ...second];
      const at = all.indexOf('float');
      if (at < 0 || new Set(all).size < 3) continue;
      const fields = all.map((type, i) => `${type} ${letters[i]}`);
      yield task(layOut(names[at % 4]!, fields), letters[at]!);
    }
  },
  function* () {
    for (const [count, elements, least] of triplesOf(range(2, 9), [1, 2, 3, 4], [1, 8, 16])) {
      if (least === 1 && elements === 1) continue;
      const fields = letters.slice(0, count).map(letter => `float ${letter}`);
      yield task(layOut(names[count % 4]!, fields, least), letters[count - 1]!, elements);
    }
  },
  function* () {
    for (const [length, extra, offset] of triplesOf([2, 4, 8, 16], range(0, 6), [0, 1, 2])) {
      const fields = [`float v[${length}]`, ...letters.slice(6, 6 + extra).map(letter => `int ${letter}`)];
      const { code, size } = layOut('Lot', fields);
      yield {
        code: `${code}\n__shared__ Lot lots[${32 / length + offset}];\nfloat x = lots[tid / ${length}${plus(offset)}].v[tid % ${length}];\n`,
        accesses: [accessAt(lane => (Math.floor(lane / length) + offset) * size + 4 * (lane % length))],
        ask: ['wavefronts'],
        reasons: [{ of: 'inner', name: 'Lot', length, size }],
      };
    }
  },
];
