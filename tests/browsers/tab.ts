// As much of a browser as the journeys need; each engine has its own way to it.

export interface Tab {
  goto(url: string): Promise<void>;
  /** The value of an expression in the page, awaited there; it must be JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses a key, by its name in KeyboardEvent, while others are held. */
  press(key: string, ...held: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Clicks at a point of the viewport. */
  click(x: number, y: number): Promise<void>;
}

export interface Browser {
  name: string;
  tab: Tab;
  close(): Promise<void>;
}

/** The viewport, where a browser lets it be set. */
export const size = { width: 1200, height: 900 };
