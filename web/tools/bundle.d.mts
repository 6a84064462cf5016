/** Writes the page's scripts to outDir (a path). */
export function bundle(outDir: string): Promise<void>;
