// What the lab asks of an editor.
import type { Mark } from '../figure/index.ts';
import type { Mender } from '../mend/host.ts';
import type { Change } from './changes.ts';
import type { Taking } from './taking.ts';

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
  /** Makes changes as the reader would: one step to undo, heard of as a change, and the cursor where they begin. */
  edit(changes: readonly Change[]): void;
  show(notes: Notes): void;
  /** Focuses; puts the cursor at an offset or at a point of the window. */
  focus(at?: number | { x: number; y: number }): void;
}

export interface EditorHost {
  parent: HTMLElement;
  root: ShadowRoot;
  text: string;
  name: string;
  /** What it says by itself to screen readers, by its own English words. */
  phrases: Record<string, string>;
  /** The text can be read and copied, not changed. */
  readOnly: boolean;
  onChange(text: string): void;
  onMark(site: number): void;
  onFocus(focused: boolean): void;
}

export type CreateEditor = (host: EditorHost) => Editor;

declare global {
  /** Left by banklab.editor.js. */
  var bankLabEditor: { createEditor: CreateEditor; mender: Mender; taking: Taking } | undefined;
}
