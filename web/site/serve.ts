// npm run serve [-- --port N] [--base /some/path/] [--csp]: serves ../build/site at 127.0.0.1 until it is
// interrupted. The port is 8080, or the next that is free; --csp sends the strict policy with every answer.
import { parseArgs } from 'node:util';
import { startServer, strictPolicy } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8080' },
    base: { type: 'string', default: '/' },
    csp: { type: 'boolean', default: false },
  },
});
const server = await startServer({
  root: '../build/site',
  port: Number(values.port),
  base: values.base as string,
  policy: values.csp ? strictPolicy : undefined,
});
console.log(`serve: ${server.url} (Ctrl-C ends it)`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => server.close().then(() => process.exit(0)));
}
