/** A file could not be fetched, since nobody answered. */
export class Unreachable extends Error {
  constructor(url: string) {
    super(`${url} could not be fetched (no answer)`);
  }
}
