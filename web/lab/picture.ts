// A figure to take along: an SVG that stands by itself, its looks written out as attributes since few programs know
// custom properties, and a PNG of it. Both carry the figure's sentence as their description.

/** What a figure's elements look like is in these; each is left out where the parent's is the same. */
const inherited = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-weight',
  'text-anchor',
];

/** A figure as it is shown → the text of an SVG file. `described` is its description, `ground` the colour behind it. */
export function standaloneSvg(shown: SVGSVGElement, described: string, ground: string): string {
  const copy = shown.cloneNode(true) as SVGSVGElement;
  writeOut(shown, copy, undefined);
  for (const hits of copy.querySelectorAll('.hits')) hits.remove();
  for (const element of [copy, ...copy.querySelectorAll('*')]) {
    for (const { name } of [...element.attributes]) {
      if (/^(class|tabindex|data-.*|aria-.*|role|id)$/.test(name)) element.removeAttribute(name);
    }
  }
  const { x, y, width, height } = shown.viewBox.baseVal;
  copy.setAttribute('role', 'img');
  copy.setAttribute('width', `${width}`);
  copy.setAttribute('height', `${height}`);
  const paper = document.createElementNS(copy.namespaceURI, 'rect') as SVGRectElement;
  for (const [name, value] of Object.entries({ x, y, width, height, fill: ground }))
    paper.setAttribute(name, `${value}`);
  const desc = document.createElementNS(copy.namespaceURI, 'desc');
  desc.textContent = described;
  copy.querySelector('title')!.after(desc, paper);
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

function writeOut(shown: Element, copy: Element, parent: CSSStyleDeclaration | undefined): void {
  const look = getComputedStyle(shown);
  for (const name of inherited) {
    const value = look.getPropertyValue(name);
    if (value !== parent?.getPropertyValue(name)) copy.setAttribute(name, value);
  }
  // A length in the drawing's own units, whatever size it is shown at.
  if (look.fontSize !== parent?.fontSize) copy.setAttribute('font-size', look.fontSize);
  if (look.opacity !== '1') copy.setAttribute('opacity', look.opacity);
  for (const [i, child] of [...shown.children].entries()) writeOut(child, copy.children[i]!, look);
}

/** The text of an SVG file → a PNG of `scale` pixels for each unit, with the description in it. */
export async function pngOf(svg: string, described: string, scale = 2): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(made => (made ? resolve(made) : reject(new Error('no picture'))), 'image/png'),
  );
  const bytes = withDescription(new Uint8Array(await blob.arrayBuffer()), described);
  return new Blob([bytes], { type: 'image/png' });
}

/** Bytes of the signature and of the header chunk, behind which others may stand. */
const headEnd = 8 + 25;

/** The same PNG with a chunk iTXt, 'Description' (PNG, third edition, 11.3.3.4). */
export function withDescription(png: Uint8Array, text: string): Uint8Array<ArrayBuffer> {
  const data = new TextEncoder().encode(`iTXtDescription\0\0\0en\0\0${text}`);
  const chunk = new Uint8Array(data.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length - 4);
  chunk.set(data, 4);
  view.setUint32(data.length + 4, crc32(data));
  const all = new Uint8Array(png.length + chunk.length);
  all.set(png.subarray(0, headEnd));
  all.set(chunk, headEnd);
  all.set(png.subarray(headEnd), headEnd + chunk.length);
  return all;
}

/** The checksum of PNG's chunks (PNG, third edition, annex D). */
function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
