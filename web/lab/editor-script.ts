// What a reader needs who changes the code, as a page's script: the editor, what mends the conflicts, and what is taken along.
import { mender } from '../mend/index.ts';
import { createEditor } from './editor-main.ts';
import { taking } from './taking.ts';

globalThis.bankLabEditor = { createEditor, mender, taking };
