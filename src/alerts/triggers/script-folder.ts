import { constants } from 'node:fs'
import { access, readdir } from 'node:fs/promises'
import path from 'node:path'
import { scriptName } from '../../schema/script-name.ts'
import type { Scripts } from './action-faults.ts'

/** Maximum scripts that are listed. */
const maxScripts = 10_000

/** The folder whose files triggers may run: executable, not hidden. Read each time, since people put files there. */
export class ScriptFolder implements Scripts {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async list(): Promise<string[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true }).catch(() => [])
    const files = entries.filter(entry => entry.isFile() && scriptName(entry.name) === entry.name)
    const names: string[] = []
    for (const { name } of files.slice(0, maxScripts)) {
      const mayRun = await access(path.join(this.#folder, name), constants.X_OK).then(
        () => true,
        () => false,
      )
      if (mayRun) names.push(name)
    }
    return names.sort()
  }
}
