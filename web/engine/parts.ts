// The module in two parts, as the build makes them (core/wasm/split.mjs): the first holds what pages run first, and
// calls a function of the rest through an import that stands for it. The rest shares the first part's memory, and puts
// its functions into the first part's table, where the next call finds them without coming by here.
import type { BankLabModule, CreateBankLab } from './banklab.d.ts';

/** Gives the rest, compiled; at once, since a call is waiting for it. What it throws breaks the call, and the module. */
export type Rest = () => WebAssembly.Module;

/** A module of the first part's bytes; the rest is asked for when it is needed first. */
export function createOfParts(create: CreateBankLab, first: ArrayBuffer, rest: Rest): Promise<BankLabModule> {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object => {
      const loaded = { exports: undefined as WebAssembly.Exports | undefined, isWhole: false };
      WebAssembly.instantiate(first, { ...imports, placeholder: placeholders(loaded, rest) }).then(
        ({ instance, module }) => {
          loaded.exports = instance.exports;
          done(instance, module);
        },
        reject,
      );
      return {}; // the exports come later
    };
    create({ instantiateWasm }).then(resolve, reject);
  });
}

/** For each place in the table a function that brings in the rest and then calls what stands there. */
function placeholders(
  loaded: { exports: WebAssembly.Exports | undefined; isWhole: boolean },
  rest: Rest,
): WebAssembly.ModuleImports {
  return new Proxy<WebAssembly.ModuleImports>(
    {},
    {
      get:
        (_, place) =>
        (...operands: unknown[]) => {
          const primary = loaded.exports!;
          if (!loaded.isWhole) new WebAssembly.Instance(rest(), { primary });
          loaded.isWhole = true;
          const table = Object.values(primary).find(
            value => value instanceof WebAssembly.Table,
          ) as WebAssembly.Table;
          return table.get(Number(place))(...operands);
        },
    },
  );
}
