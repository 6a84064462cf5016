// What the lab asks of an editor, and how the editor's own script comes into the page when it is first needed.
import { loadScript } from '../engine/sources.ts';
import type { Mark } from '../figure/index.ts';

/** A stretch of the source, as offsets. */
export interface Span {
  from: number;
  to: number;
}

export interface Problem extends Span {
  severity: 'error' | 'warning' | 'note';
  message: string;
}

/** What an editor shows beside the text. */
export interface Notes {
  /** Undefined: those that are shown stay. */
  marks: Mark[] | undefined;
  problems: Problem[];
  /** The text of the picked site. */
  picked: Span | undefined;
  /** Its index in the report. */
  pickedSite: number;
}

export interface Editor {
  text(): string;
  setText(text: string): void;
  show(notes: Notes): void;
  /** Focuses; puts the cursor at an offset or at a point of the window. */
  focus(at?: number | { x: number; y: number }): void;
}

export interface EditorHost {
  parent: HTMLElement;
  root: ShadowRoot;
  text: string;
  name: string;
  onChange(text: string): void;
  onMark(site: number): void;
  onFocus(focused: boolean): void;
}

declare global {
  /** Left by editor.js. */
  var bankLabEditor: ((host: EditorHost) => Editor) | undefined;
}

let loading: Promise<void> | undefined;

/** Loads the editor's script once for the page. */
export async function loadEditor(base: string): Promise<(host: EditorHost) => Editor> {
  if (!globalThis.bankLabEditor) {
    loading ??= loadScript(`${base}editor.js`).catch(error => {
      loading = undefined;
      throw error;
    });
    await loading;
  }
  return globalThis.bankLabEditor!;
}
