// What the labs of a page share, and who brings it: a page's script (main.ts) or a module (package/element.ts).
import type { EngineClient, EngineSource } from '../engine/client.ts';
import type { Mender } from '../mend/host.ts';
import type { CreateEditor } from './editor.ts';
import type { Taking } from './taking.ts';

/** As much of an engine as a lab needs. */
export type LabEngine = Pick<EngineClient, 'warmUp' | 'analyze' | 'fix'>;

export interface LabContext {
  /** One engine and one worker for all. */
  engine: LabEngine;
  /** Where others get a worker of their own. */
  source: EngineSource;
  /** Brings the editor; each call tries again if the one before has failed. */
  loadEditor(): Promise<CreateEditor>;
  /** Brings the panel of fixes, likewise. */
  loadMender(): Promise<Mender>;
  /** Brings what makes links and files, likewise. */
  loadTaking(): Promise<Taking>;
  /** Brings a language's messages into the page (messages/index.ts). */
  loadMessages(language: string): Promise<void>;
  /** The address of embed.html; undefined where nothing is known to lie beside the labs' script. */
  embedPage: string | undefined;
}
