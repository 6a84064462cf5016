// The page's script for labs: defines <bank-lab>. A classic script; what it loads lies beside it.
import { EngineClient } from '../engine/client.ts';
import { engineSource } from '../engine/sources.ts';
import codeCss from '../styles/code.css';
import figureCss from '../styles/figure.css';
import labCss from '../styles/lab.css';
import { BankLab } from './bank-lab.ts';

const { src } = document.currentScript as HTMLScriptElement;
const base = new URL('.', src).href;

const sheets = [codeCss, figureCss, labCss].map(text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
});

BankLab.context = { base, sheets, engine: new EngineClient(engineSource(base)) };
customElements.define('bank-lab', BankLab);
