// The module in parts, as the build makes them (core/wasm/split.mjs): the first holds what pages run first, and calls functions
// of another part through imports that stand for them. Each part shares the first one's memory, and puts its functions into the first
// one's table, where the next call finds them without coming by here.
import type { BankLabModule, CreateBankLab } from './banklab.d.ts';

/** Gives a part, compiled; at once, since a call is waiting for it. What it throws breaks the call, and the module. */
export type Part = () => WebAssembly.Module;

/** By the names of the imports that stand for their functions. */
export interface OtherParts {
  /** What the labs that are seen first do not run; none, where the first part holds it. */
  rest: Part;
  /** The search for fixes. */
  fix: Part;
}

/** For a part that is never needed. */
export const noPart: Part = () => {
  throw new Error('this part of the engine is not here');
};

/** A module of the first part's bytes; another part is asked for when it is needed first. */
export function createOfParts(
  create: CreateBankLab,
  first: ArrayBuffer,
  { rest, fix }: OtherParts,
): Promise<BankLabModule> {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object => {
      let exports: WebAssembly.Exports | undefined;
      const others = { rest: placeholders(() => exports!, rest), fix: placeholders(() => exports!, fix) };
      WebAssembly.instantiate(first, { ...imports, ...others }).then(({ instance, module }) => {
        exports = instance.exports;
        done(instance, module);
      }, reject);
      return {}; // the exports come later
    };
    create({ instantiateWasm }).then(resolve, reject);
  });
}

/** For each place in the table a function that brings in the part and then calls what stands there. */
function placeholders(primary: () => WebAssembly.Exports, part: Part): WebAssembly.ModuleImports {
  let isThere = false;
  return new Proxy<WebAssembly.ModuleImports>(
    {},
    {
      get:
        (_, place) =>
        (...operands: unknown[]) => {
          const exports = primary();
          if (!isThere) new WebAssembly.Instance(part(), { primary: exports });
          isThere = true;
          const table = Object.values(exports).find(
            value => value instanceof WebAssembly.Table,
          ) as WebAssembly.Table;
          return table.get(Number(place))(...operands);
        },
    },
  );
}
