// Settings for many labs at once: <script type="application/json" data-banklab>. `defaults` are attributes for every
// lab of the page; `labs` are attributes by selector, for labs that match and for code blocks, which get a lab each.
// What an element says itself comes first.

type Values = Record<string, string | number | boolean | object | null>;

export interface Config {
  defaults?: Values;
  labs?: Record<string, Values>;
}

const selector = 'script[type="application/json"][data-banklab]';

/** The page's configurations in their order. One that cannot be read is told of and passed over. */
function configs(): Config[] {
  return [...document.querySelectorAll(selector)].flatMap(script => {
    try {
      return [JSON.parse(script.textContent ?? '') as Config];
    } catch (error) {
      console.error(`bank-lab: a configuration is not JSON: ${(error as Error).message}`, script);
      return [];
    }
  });
}

/** Gives an element the attributes that the page's configurations have for it. */
export function configure(element: Element): void {
  for (const { defaults, labs } of configs()) {
    for (const [selects, values] of Object.entries(labs ?? {}))
      if (matches(element, selects)) set(element, values);
    set(element, defaults ?? {});
  }
}

/** Puts a lab behind each code block below `root` that a configuration names and that has none yet. */
export function placeLabs(root: ParentNode = document): void {
  for (const { labs } of configs()) {
    for (const [selects, values] of Object.entries(labs ?? {})) {
      for (const block of root.querySelectorAll(selects)) {
        const next = block.nextElementSibling;
        if (block.localName === 'bank-lab' || next?.localName === 'bank-lab' || block.closest('bank-lab'))
          continue;
        const lab = document.createElement('bank-lab');
        set(lab, values);
        block.after(lab);
      }
    }
  }
}

function matches(element: Element, selects: string): boolean {
  try {
    return element.matches(selects);
  } catch {
    return false;
  }
}

function set(element: Element, values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    // A configuration is data, which may come from elsewhere: it gives no handler of events.
    if (element.hasAttribute(name) || value === null || value === false || /^on/i.test(name)) continue;
    element.setAttribute(
      name,
      value === true ? '' : typeof value === 'object' ? JSON.stringify(value) : `${value}`,
    );
  }
}
