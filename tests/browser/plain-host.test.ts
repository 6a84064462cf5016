// The plainest of the real hosts; the others are built and used by `make test-hosts`.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { hosts } from '../hosts/hosts.ts';
import { useHost } from '../hosts/journey.ts';

test('plain HTML, as mdBook writes it: the code is read, edited, left and come back to', async () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/hosts.mjs', 'html'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  await useHost({ folder: resolve('../build/hosts/html'), ...hosts.html });
});
