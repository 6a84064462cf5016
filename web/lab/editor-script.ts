// The editor as a page's script.
import { createEditor } from './editor-main.ts';

globalThis.bankLabEditor = createEditor;
