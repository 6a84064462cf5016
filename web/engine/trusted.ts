// What a page's policy may ask of scripts that write HTML or load scripts: `require-trusted-types-for 'script'`. All that is
// ours goes through one policy, named `banklab`; what a user typed is escaped before it comes here.

interface Policy {
  createHTML(text: string): unknown;
  createScriptURL(url: string): unknown;
}

declare global {
  var trustedTypes: { createPolicy(name: string, rules: Policy): Policy } | undefined;
}

let made: Policy | undefined;

function policy(): Policy {
  const asIs: Policy = { createHTML: text => text, createScriptURL: url => url };
  made ??= globalThis.trustedTypes?.createPolicy('banklab', asIs) ?? asIs;
  return made;
}

/** HTML for `innerHTML`. */
export const trustedHtml = (html: string): string => policy().createHTML(html) as string;

/** An address for `new Worker` and a script's `src`. */
export const trustedUrl = (url: string): string => policy().createScriptURL(url) as string;
