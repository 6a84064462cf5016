// The mark of the book: four banks, one of them with more to deliver than the others.
const columns = [1, 3, 1, 2];

const cells = (): string => {
  const drawn = columns.flatMap((count, column) =>
    Array.from({ length: 3 }, (_, row) => {
      const colour = row >= 3 - count ? (count === 3 ? '#b0231c' : '#0f5c7f') : '#8a94a0" fill-opacity="0.3';
      return `<rect x="${3 + column * 7}" y="${5 + row * 8}" width="5.5" height="6.5" rx="1.2" fill="${colour}"/>`;
    }),
  );
  return drawn.join('');
};

export const icon = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${cells()}</svg>\n`;

/** As a screen of applications has it: on a ground, with room for whatever shape is cut out of it. */
export const appIcon = (ground: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-9 -9 50 50"><rect x="-9" y="-9" width="50" height="50" fill="${ground}"/>${cells()}</svg>\n`;
