// The playground's script. It comes before the page's labs are built, and gives them an engine in which a run may take its time.

import { PatientEngine } from '../engine/patient.ts';
import type { BankLab } from '../lab/bank-lab.ts';
import { openRoot } from '../lab/root.ts';
import { sheetOf } from '../lab/sheets.ts';
import { controls, showMachines } from './controls.ts';
import { onFiles, readText } from './files.ts';
import { keep } from './keep.ts';
import labCss from './lab.css';
import { ProfileRoom } from './profile.ts';
import { requestFields } from './request.ts';
import { RunBar } from './run.ts';
import { Tabs } from './tabs.ts';
import { words } from './words.ts';

const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const room = document.querySelector<HTMLElement>('.playground')!;
const said = room.querySelector<HTMLElement>('.playground-said')!;
const say = (text: string): void => {
  said.textContent = text;
};
const kernel = byId<BankLab>('play-lab');
const request = byId<BankLab>('request-lab');
const { context } = globalThis.banklab!.BankLab;

const bar: RunBar = new RunBar(room.querySelector('.run')!, say, () => engine.stop());
const engine = new PatientEngine(context.source, context.engine, {
  isRequest: lab => lab === request,
  onProgress: progress => bar.show(progress),
  onMachines: showMachines,
});
globalThis.banklab!.BankLab.context = { ...context, engine };
engine.warmUp();
// A profile is compared with it, wherever the page begins.
kernel.loading = 'eager';

const tabs = new Tabs(room.querySelector('[role="tablist"]')!, () => {});

/** A lab as it should look in a window of its own. */
function dress(lab: BankLab): void {
  const root = openRoot(lab);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheetOf(labCss)];
}

/** The line that says of a lab that another tab wrote to it as well, above it. */
function otherTab(lab: BankLab): HTMLElement {
  const line = document.createElement('p');
  line.className = 'other-tab';
  line.hidden = true;
  line.append(
    words.otherTab,
    ...[words.showOther, words.dropOther].map(name => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = name;
      return button;
    }),
  );
  lab.before(line);
  return line;
}

const begin = (): void => {
  for (const lab of [kernel, request]) {
    dress(lab);
    controls(lab.closest('section')!, lab);
    const line = otherTab(lab);
    const keeper = keep(lab, {
      onLoss: () => {
        room.querySelector<HTMLElement>('.not-kept')!.textContent = words.notKept;
      },
      onOther: isThere => {
        line.hidden = !isThere;
      },
    });
    const [show, forget] = line.querySelectorAll('button');
    show!.onclick = keeper.swap;
    forget!.onclick = keeper.drop;
  }
  requestFields(byId('request'), request);
  const profile = new ProfileRoom(byId('profile'), kernel, say);
  const showLinked = (): void => {
    const name = /^#(?:v\d+\.)?([\w-]+)/.exec(location.hash)?.[1] ?? '';
    const linked = { 'request-lab': 'request', request: 'request', profile: 'profile' }[name];
    tabs.show(linked ?? 'kernel');
  };
  showLinked();
  addEventListener('hashchange', showLinked);

  const openFile = async (file: File): Promise<void> => {
    try {
      const { name, text } = await readText(file);
      if (/\.csv$/i.test(name)) {
        tabs.show('profile');
        profile.take(text);
        return;
      }
      tabs.show('kernel');
      for (const attribute of ['launch', 'kernel', 'site']) kernel.removeAttribute(attribute);
      kernel.knobs = {};
      kernel.source = text;
      say(words.opened(name, text.replace(/\n$/, '').split('\n').length));
    } catch (error) {
      say((error as Error).message);
    }
  };
  onFiles(room.querySelectorAll<HTMLInputElement>('input[type="file"]'), room, files => {
    // The kernel before its profile, whatever the order in which they came.
    const last = (file: File): number => Number(/\.csv$/i.test(file.name));
    const sorted = [...files].sort((a, b) => last(a) - last(b));
    void sorted.reduce((before, file) => before.then(() => openFile(file)), Promise.resolve());
  });
};

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
else begin();
