// A link that holds an edit: the address's hash, '#v1.ID.DATA', DATA the JSON of an Edit in base64url. A reader of one
// version understands its own links and ignores others.

export interface Edit {
  /** The id of the lab. */
  lab: string;
  source: string;
  knobs: Record<string, number>;
}

export function encodeEdit({ lab, source, knobs }: Edit): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ s: source, k: knobs }));
  const binary = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
  const data = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `#v1.${encodeURIComponent(lab)}.${data}`;
}

/** A hash → the edit it holds, or undefined if it holds none. */
export function decodeEdit(hash: string): Edit | undefined {
  const match = /^#v1\.(.+)\.([\w-]+)$/.exec(hash);
  if (!match) return undefined;
  try {
    const binary = atob(match[2]!.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(binary, c => c.charCodeAt(0)));
    const { s, k } = JSON.parse(text) as { s?: unknown; k?: unknown };
    if (typeof s !== 'string') return undefined;
    const knobs = Object.entries(typeof k === 'object' && k ? k : {}).filter(([, value]) =>
      Number.isFinite(value),
    );
    return { lab: decodeURIComponent(match[1]!), source: s, knobs: Object.fromEntries(knobs) };
  } catch {
    return undefined;
  }
}
