// Where a book's files come from: a folder, and for a course, which has a folder of its own, the book's content behind it. A file of
// the first takes the place of the other's. So a course needs to hold only what is its own.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface Shelf {
  folder: string;
  /** How messages name it. */
  shown: string;
}

export interface Found {
  path: string;
  /** The path as messages name it. */
  shown: string;
}

export class Shelves {
  /** At least one; the first is where new files belong. */
  constructor(private readonly all_: readonly [Shelf, ...Shelf[]]) {}

  /** Every file of that name, the foremost first. */
  every(name: string): Found[] {
    return this.all_
      .map(({ folder, shown }) => ({ path: join(folder, name), shown: `${shown}/${name}` }))
      .filter(({ path }) => existsSync(path));
  }

  find(name: string): Found | undefined {
    return this.every(name)[0];
  }

  /** What a file that is missing should be called. */
  shown(name: string): string {
    return `${this.all_[0].shown}/${name}`;
  }
}
