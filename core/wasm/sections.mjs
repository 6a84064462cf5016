// The binary format of WebAssembly, as far as data is to be moved from one module into another that shares its memory.
import assert from 'node:assert/strict';

const kImport = 2;
const kData = 11;
const [kFunction, kMemory, kGlobal] = [0, 2, 3];
const kI32Const = 0x41;
const kEnd = 0x0b;

/**
 * Takes bytes out of a module's data and puts them into another's, which writes them to the same place of the memory
 * that it imports when it is instantiated.
 * @param {Uint8Array} from has one memory and a data section, every segment of it active at a constant offset
 * @param {Uint8Array} to has no data section
 * @param {Uint8Array} bytes stand in one segment of `from`, once
 * @returns {[Uint8Array, Uint8Array]} both modules, changed
 */
export function moveData(from, to, bytes) {
  const sections = sectionsOf(from);
  const data = sections.find(section => section.id === kData);
  assert.ok(data && !sectionsOf(to).some(section => section.id === kData), 'the data lies elsewhere than expected');
  const segments = segmentsOf(data.content);
  const index = segments.findIndex(segment => segment.bytes.includes(bytes));
  assert.notEqual(index, -1, 'the module does not hold these bytes in one segment');
  const { offset, bytes: around } = segments[index];
  const start = around.indexOf(bytes);
  const stop = start + bytes.length;
  segments.splice(
    index,
    1,
    { offset, bytes: around.subarray(0, start) },
    { offset: offset + stop, bytes: around.subarray(stop) },
  );
  const kept = segments.filter(segment => segment.bytes.length > 0);
  return [
    replaced(from, data, section(kData, dataContent(kept))),
    withData(to, section(kData, dataContent([{ offset: offset + start, bytes }]))),
  ];
}

/**
 * Takes texts that only another module names out of a module's data, where zeros stand in their place, and puts them
 * into that module's data. They are found, not guessed: a text is moved if a constant of `to` is its address and neither a
 * constant of `from` nor a word of the data is an address within it.
 * @param {Uint8Array} from has one memory and a data section, every segment of it active at a constant offset
 * @param {Uint8Array} to shares that memory; may have a data section of the same kind
 * @param {Set<number>} fromConstants every number that the code of `from` may take for an address
 * @param {Set<number>} toConstants the same of `to`
 * @returns {[Uint8Array, Uint8Array]} both modules, changed
 */
export function moveTexts(from, to, fromConstants, toConstants) {
  const fromData = sectionsOf(from).find(section => section.id === kData);
  const toData = sectionsOf(to).find(section => section.id === kData);
  const segments = segmentsOf(fromData.content).map(({ offset, bytes }) => ({ offset, bytes: Buffer.from(bytes) }));
  const named = new Set(fromConstants);
  for (const { offset, bytes } of segments)
    for (let at = (4 - (offset % 4)) % 4; at + 4 <= bytes.length; at += 4) named.add(bytes.readUInt32LE(at));
  const moved = toData ? segmentsOf(toData.content) : [];
  for (const { offset, bytes } of segments) {
    for (const address of [...toConstants].sort((a, b) => a - b)) {
      const begin = address - offset;
      const end = bytes.indexOf(0, begin);
      // A whole literal: it stands behind the zero of the one before.
      if (begin < 1 || end - begin < kShortest || bytes[begin - 1] !== 0) continue;
      const text = bytes.subarray(begin, end);
      if (!text.every(byte => byte >= 0x20) || !text.includes(0x20)) continue;
      if (text.some((_, i) => named.has(address + i))) continue;
      moved.push({ offset: address, bytes: Buffer.from(text) });
      text.fill(0);
    }
  }
  const content = section(kData, dataContent(moved));
  return [
    replaced(from, fromData, section(kData, dataContent(segments))),
    toData ? replaced(to, toData, content) : withData(to, content),
  ];
}

/**
 * Lets a module take a table that may grow beyond what the module's import of it says: another split has made it longer.
 * @param {Uint8Array} module imports a table
 * @returns {Uint8Array} the module, changed
 */
export function freeTable(module) {
  const imports = sectionsOf(module).find(({ id }) => id === kImport);
  const { content } = imports;
  let [count, at] = readUnsigned(content, 0);
  const skipNumber = () => ([, at] = readUnsigned(content, at));
  const skipLimits = () => {
    const hasMaximum = content[at++] & 1;
    skipNumber();
    if (hasMaximum) skipNumber();
  };
  for (; count > 0; --count) {
    for (let name = 0; name < 2; ++name) {
      const [length, begin] = readUnsigned(content, at);
      at = begin + length;
    }
    const kind = content[at++];
    if (kind === kFunction) skipNumber();
    else if (kind === kMemory) skipLimits();
    else if (kind === kGlobal) at += 2;
    else {
      const limits = at + 1; // behind the type of its elements
      const [, begin] = readUnsigned(content, limits + 1);
      const [, end] = content[limits] & 1 ? readUnsigned(content, begin) : [0, begin];
      const minimum = content.subarray(limits + 1, begin);
      const freed = Buffer.concat([content.subarray(0, limits), Buffer.from([0]), minimum, content.subarray(end)]);
      return replaced(module, imports, section(kImport, freed));
    }
  }
  throw new Error('the module imports no table');
}

/** A shorter text costs more where it is put than it saves where it was. */
const kShortest = 12;

function sectionsOf(module) {
  const bytes = Buffer.from(module);
  const result = [];
  for (let at = 8; at < bytes.length; ) {
    const start = at;
    const id = bytes[at];
    const [size, begin] = readUnsigned(bytes, at + 1);
    at = begin + size;
    result.push({ id, start, end: at, content: bytes.subarray(begin, at) });
  }
  return result;
}

function segmentsOf(content) {
  let [count, at] = readUnsigned(content, 0);
  const result = [];
  for (; count > 0; --count) {
    assert.deepEqual([content[at], content[at + 1]], [0, kI32Const], 'a segment is not active at a constant offset');
    let offset;
    let size;
    [offset, at] = readSigned(content, at + 2);
    assert.equal(content[at], kEnd);
    [size, at] = readUnsigned(content, at + 1);
    result.push({ offset, bytes: content.subarray(at, at + size) });
    at += size;
  }
  return result;
}

function dataContent(segments) {
  const parts = [unsigned(segments.length)];
  for (const { offset, bytes } of segments) {
    parts.push(Buffer.from([0, kI32Const]), signed(offset), Buffer.from([kEnd]), unsigned(bytes.length), bytes);
  }
  return Buffer.concat(parts);
}

const section = (id, content) => Buffer.concat([Buffer.from([id]), unsigned(content.length), content]);

const replaced = (module, { start, end }, by) => Buffer.concat([module.subarray(0, start), by, module.subarray(end)]);

// Data stands behind the code; only custom sections may follow.
function withData(module, data) {
  const at = sectionsOf(module).findLast(({ id }) => id !== 0)?.end ?? 8;
  return Buffer.concat([module.subarray(0, at), data, module.subarray(at)]);
}

function readUnsigned(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}

function readSigned(bytes, at) {
  let value = 0;
  for (let shift = 0; ; ) {
    const byte = bytes[at++];
    value |= (byte & 127) << shift;
    shift += 7;
    if (byte < 128) return [shift < 32 && byte & 64 ? value | (-1 << shift) : value, at];
  }
}

function unsigned(value) {
  const result = [];
  do {
    const rest = value >>> 7;
    result.push((value & 127) | (rest ? 128 : 0));
    value = rest;
  } while (value);
  return Buffer.from(result);
}

function signed(value) {
  const result = [];
  for (;;) {
    const rest = value >> 7;
    const last = (rest === 0 && !(value & 64)) || (rest === -1 && value & 64);
    result.push((value & 127) | (last ? 0 : 128));
    if (last) return Buffer.from(result);
    value = rest;
  }
}
