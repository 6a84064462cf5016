// The book offline: registers the service worker where there can be one, and says quietly when a new edition is ready.
import { othersOpen, takeOver } from '../offline/edition.ts';
import { words } from './words.ts';

/** `script` is the address of this script, empty where it stands in the page itself: then nothing lies beside it. */
export function keepOffline(script: string): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !isSecureContext || parent !== window) return;
  if (!/^https?:/.test(script) || new URL(script).origin !== location.origin) return;
  const begin = async (): Promise<void> => {
    try {
      const registration = await serviceWorker.register(new URL('../sw.js', script), {
        updateViaCache: 'none',
      });
      follow(registration, serviceWorker);
    } catch {
      // The browser keeps nothing, or the host has no worker: the book works online all the same.
    }
  };
  // What the page itself loads comes first.
  if (document.readyState === 'complete') void begin();
  else addEventListener('load', () => void begin());
}

function follow(registration: ServiceWorkerRegistration, container: ServiceWorkerContainer): void {
  const tell = (): void => {
    // With no worker at work the one that is installed is the first.
    if (registration.waiting && registration.active) announce(registration, container);
    else document.querySelector('.edition')?.remove();
  };
  const watch = (): void => registration.installing?.addEventListener('statechange', tell);
  registration.addEventListener('updatefound', watch);
  watch();
  tell();
}

function announce(registration: ServiceWorkerRegistration, container: ServiceWorkerContainer): void {
  document.querySelector('.edition')?.remove();
  const line = document.createElement('div');
  line.className = 'edition';
  const text = document.createElement('span');
  text.setAttribute('role', 'status');
  const button = (label: string, press: () => void): HTMLButtonElement => {
    const element = document.createElement('button');
    element.type = 'button';
    element.textContent = label;
    element.addEventListener('click', press);
    return element;
  };
  const reload = button(words.reload, () => {
    container.addEventListener('controllerchange', () => location.reload(), { once: true });
    registration.waiting?.postMessage(takeOver);
  });
  container.addEventListener('message', ({ data }) => {
    if (data === othersOpen) text.textContent = words.othersOpen;
  });
  line.append(
    text,
    reload,
    button(words.later, () => line.remove()),
  );
  document.body.append(line);
  text.textContent = words.newEdition; // a status is heard when it changes
}
