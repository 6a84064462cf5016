// The page's script for labs: defines <bank-lab>. A classic script that holds all but the editor and the module's bytes,
// which lie beside it; loaded twice, the second does nothing.
import type { CreateBankLab } from '../engine/banklab.d.ts';
import { EngineClient } from '../engine/client.ts';
import { once } from '../engine/moments.ts';
import type { Analysis, Options } from '../engine/report.ts';
import { beside, engineSource, loadScript } from '../engine/sources.ts';
import { BankLab } from './bank-lab.ts';
import { placeLabs } from './config.ts';

/** The engine's script as a function; the bundle has it around this script. */
declare const bankLabEngine: () => CreateBankLab;

declare global {
  var banklab: { BankLab: typeof BankLab; analyze: typeof analyze; scan: typeof placeLabs } | undefined;
}

const tag = document.currentScript as HTMLScriptElement | null;
const script = { url: tag?.src || location.href, nonce: tag?.nonce ?? '' };
const source = engineSource(script, bankLabEngine);
const engine = new EngineClient(source);

/** Runs a source as the command does; rejects if the engine cannot answer. */
async function analyze(text: string, options: Options = {}): Promise<Analysis> {
  const outcome = await engine.analyze({}, text, options);
  if (outcome.status === 'done') return outcome.analysis;
  throw new Error(outcome.status === 'failed' ? outcome.message : 'the run took too long');
}

/** What a reader needs who changes the code. */
const loadEditing = once(async () => {
  if (!globalThis.bankLabEditor) await loadScript(script, 'banklab.editor.js');
  if (!globalThis.bankLabEditor) throw new Error('banklab.editor.js holds no editor');
  return globalThis.bankLabEditor;
});

if (!customElements.get('bank-lab')) {
  BankLab.context = {
    engine,
    source,
    loadEditor: async () => (await loadEditing()).createEditor,
    loadMender: async () => (await loadEditing()).mender,
    loadTaking: async () => (await loadEditing()).taking,
    loadMessages: language => loadScript(script, `banklab.${language}.js`),
    embedPage: tag?.src ? beside(script, 'embed.html') : undefined,
  };
  customElements.define('bank-lab', BankLab);
  globalThis.banklab = { BankLab, analyze, scan: placeLabs };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => placeLabs());
  else placeLabs();
}
