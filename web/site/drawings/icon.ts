// The mark of the book: four banks, one of them with more to deliver than the others.
const columns = [1, 3, 1, 2];

export function icon(): string {
  const cells = columns.flatMap((count, column) =>
    Array.from({ length: 3 }, (_, row) => {
      const colour = row >= 3 - count ? (count === 3 ? '#b0231c' : '#0f5c7f') : '#8a94a0" fill-opacity="0.3';
      return `<rect x="${3 + column * 7}" y="${5 + row * 8}" width="5.5" height="6.5" rx="1.2" fill="${colour}"/>`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${cells.join('')}</svg>\n`;
}
