import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { type Browser, size } from './tab.ts';

const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/** Names of keys → WebDriver's characters for them. */
const keys: Record<string, string> = {
  Control: '\uE009',
  Shift: '\uE008',
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  Home: '\uE011',
  End: '\uE010',
};

/** A port that nobody listens on. */
const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** WebKitGTK on a screen of its own, by WebDriver. */
export async function webkit(): Promise<Browser> {
  const port = await freePort();
  const driver = spawn(
    'xvfb-run',
    ['-a', '-s', '-screen 0 1300x1100x24', 'WebKitWebDriver', `--port=${port}`],
    {
      detached: true,
      stdio: 'ignore',
    },
  );
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
    if (!response.ok) throw new Error(`${path}: ${value?.error}: ${value?.message}`);
    return value;
  };
  await ready(() => ask('GET', '/status'));
  const options = { binary: miniBrowser, args: ['--automation'] };
  const { sessionId } = (await ask('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  await ask('POST', `${session}/window/rect`, size);
  const act = (type: string, actions: object[]) =>
    ask('POST', `${session}/actions`, { actions: [{ type, id: type, actions }] });
  const stroke = (key: string) => ['keyDown', 'keyUp'].map(type => ({ type, value: keys[key] ?? key }));
  return {
    name: 'WebKit',
    tab: {
      goto: async url => void (await ask('POST', `${session}/url`, { url })),
      async evaluate(expression) {
        const script = `const done = arguments[0];
          Promise.resolve().then(() => (${expression})).then(value => done({ value }), error => done({ error: String(error) }));`;
        const answer = await ask('POST', `${session}/execute/async`, { script, args: [] });
        const { value, error } = answer as { value: unknown; error?: string };
        if (error) throw new Error(error);
        return value;
      },
      async press(key, ...held) {
        const down = held.map(other => ({ type: 'keyDown', value: keys[other] }));
        const up = held.map(other => ({ type: 'keyUp', value: keys[other] }));
        await act('key', [...down, ...stroke(key), ...up]);
      },
      type: async text => void (await act('key', [...text].flatMap(stroke))),
      click: async (x, y) =>
        void (await act('pointer', [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ])),
    },
    async close() {
      await ask('DELETE', session).catch(() => {});
      process.kill(-driver.pid!);
    },
  };
}

/** Waits until a call no longer rejects, ten seconds at most. */
async function ready(call: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + 10_000; ; await new Promise(go => setTimeout(go, 100))) {
    try {
      await call();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
