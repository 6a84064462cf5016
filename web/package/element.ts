// `banklab/element`: the class, not yet defined. What it needs lies beside this module; the addresses are written so that
// bundlers see them.
import { EngineClient } from '../engine/client.ts';
import { once } from '../engine/moments.ts';
import { fetchedSource } from '../engine/sources.ts';
import { BankLab } from '../lab/bank-lab.ts';

export type { BankLab as BankLabElement } from '../lab/bank-lab.ts';
export { placeLabs as scan } from '../lab/config.ts';

const source = fetchedSource(
  {
    first: new URL('./banklab.first.wasm', import.meta.url).href,
    rest: new URL('./banklab.rest.wasm', import.meta.url).href,
    fix: new URL('./banklab.fix.wasm', import.meta.url).href,
  },
  () => new Worker(new URL('./banklab.worker.js', import.meta.url)),
  async () => (await import('banklab:glue')).createBankLab,
);

BankLab.context = {
  engine: new EngineClient(source),
  source,
  loadEditor: once(async () => (await import('../lab/editor-main.ts')).createEditor),
  loadMender: once(async () => (await import('../mend/index.ts')).mender),
  loadTaking: once(async () => (await import('../lab/taking.ts')).taking),
  loadMessages: once(async () => {
    await import('../messages/de-script.ts');
  }),
  // Bundlers would give embed.html another name and not the scripts that it loads.
  embedPage: undefined,
};

export { BankLab };
