// <bank-lab> where real generators put it. tools/hosts.mjs has built the sites.
import { resolve } from 'node:path';
import { test } from 'node:test';
import { hosts } from './hosts.ts';
import { useHost } from './journey.ts';

for (const [name, host] of Object.entries(hosts))
  test(`${name}: the code is read, edited, left and come back to`, () =>
    useHost({ folder: resolve('../build/hosts', name), ...host }));
