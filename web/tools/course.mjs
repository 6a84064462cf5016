// node tools/course.mjs COURSE [OUT]: builds the book of a course, a folder with a book.yaml, into the folder OUT, ../build/course. What was
// there is replaced, if it is a book that was built before; any other folder that holds something is left alone.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { webDir } from './node.mjs';

function fail(message) {
  console.error(message);
  process.exit(1);
}

const [given, to = join(webDir, '../build/course')] = process.argv.slice(2);
if (!given) fail('which course? make course COURSE=FOLDER');
const course = resolve(given);
const out = resolve(to);
if (!existsSync(join(course, 'book.yaml')))
  fail(`${course} has no book.yaml; docs/authors.md says what one holds`);
if (existsSync(out) && readdirSync(out).length && !existsSync(join(out, 'book.webmanifest')))
  fail(`${out} holds something that is no book; name an empty folder`);
for (const step of [
  ['tools/run.mjs', 'site/build.ts', out],
  ['tools/bundle.mjs', join(out, 'assets')],
  ['tools/offline.mjs', out],
]) {
  const { status } = spawnSync(process.execPath, step, {
    cwd: webDir,
    env: { ...process.env, BANKLAB_COURSE: course },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
