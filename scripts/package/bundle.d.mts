/** Writes the bundle into a folder. Returns the paths of the packages in it, as in the lock file. */
export function bundle(folder: string): Promise<string[]>
