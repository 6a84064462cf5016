// `banklab/define`: defines <bank-lab>, and places the labs that the page's configurations name. Where there is no
// document, as on a server, it does nothing.
import { BankLab, scan } from './element.ts';

declare global {
  interface HTMLElementTagNameMap {
    'bank-lab': BankLab;
  }
}

if (globalThis.customElements && !customElements.get('bank-lab')) {
  customElements.define('bank-lab', BankLab);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => scan());
  else scan();
}

export { BankLab, scan };
