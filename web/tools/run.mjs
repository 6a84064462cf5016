// node tools/run.mjs ENTRY.ts ARG…: runs a TypeScript program under Node, in the folder web/.
import { pathToFileURL } from 'node:url';
import { bundleForNode, webDir } from './node.mjs';

const [entry, ...args] = process.argv.slice(2);
if (!entry) throw new Error('usage: node tools/run.mjs ENTRY.ts ARG…');
process.chdir(webDir);
const [program] = await bundleForNode([entry]);
process.argv = [process.argv[0], program, ...args];
await import(pathToFileURL(program).href);
