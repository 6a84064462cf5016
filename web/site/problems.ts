// What is wrong with the content, gathered so that one build tells all of it.

/** A place in a content file: its path from the root of the repository, and a line that counts from 1. */
export interface Place {
  file: string;
  line: number;
}

/** A fault of the content at its place; thrown by what can't go on, caught where the next thing can. */
export class ContentError extends Error {
  constructor(
    message: string,
    readonly place: Place,
  ) {
    super(message);
  }
}

/** The faults of one build. */
export class Problems {
  readonly #list: ContentError[] = [];

  get count() {
    return this.#list.length;
  }

  add(message: string, place: Place) {
    this.#list.push(new ContentError(message, place));
  }

  /** Runs the task; a ContentError is noted and `instead` returned. Other errors pass through. */
  attempt<T>(task: () => T, instead: T): T {
    try {
      return task();
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      this.#list.push(error);
      return instead;
    }
  }

  /** One line for each fault, `file:line: message`, each once, in the order of files and lines. */
  lines(): string[] {
    const sorted = [...this.#list].sort(
      (a, b) => a.place.file.localeCompare(b.place.file, 'en') || a.place.line - b.place.line,
    );
    return [...new Set(sorted.map(({ message, place }) => `${place.file}:${place.line}: ${message}`))];
  }
}
