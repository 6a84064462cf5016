// The module's script, as tools/package.mjs makes a module of it.
declare module 'banklab:glue' {
  export const createBankLab: import('../engine/banklab.d.ts').CreateBankLab;
}
