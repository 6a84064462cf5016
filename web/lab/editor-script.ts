// What a reader needs who changes the code, as a page's script: the editor, and what mends the conflicts.
import { mender } from '../mend/index.ts';
import { createEditor } from './editor-main.ts';

globalThis.bankLabEditor = { createEditor, mender };
