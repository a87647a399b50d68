import { constants } from 'node:fs'
import { access, readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'

const maxScripts = 1_000

/** The folder whose executable files triggers may run (MILLRACE_SCRIPTS_DIR). */
export class ScriptsFolder {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Names of the scripts that may run, sorted; empty if the folder does not exist. */
  async list(): Promise<string[]> {
    const entries = await readdir(this.#folder).catch(() => [])
    const names: string[] = []
    for (const name of entries.sort().slice(0, maxScripts)) {
      if (typeof (await this.find(name)) !== 'string') names.push(name)
    }
    return names
  }

  /** The file of a script and its working folder, or a sentence that says why it may not run. */
  async find(name: string): Promise<{ file: string; folder: string } | string> {
    if (name === '' || name !== path.basename(name) || /[\u0000-\u001f\u007f\\]/.test(name)) {
      return 'A script is given by its name, without a folder.'
    }
    if (name.startsWith('.')) return 'A hidden file is no script.'
    try {
      const folder = await realpath(this.#folder)
      const file = await realpath(path.join(folder, name))
      if (path.dirname(file) !== folder) return `${name} is a link out of the folder of scripts.`
      if (path.basename(file).startsWith('.')) return 'A hidden file is no script.'
      if (!(await stat(file)).isFile()) return `${name} is not a file.`
      await access(file, constants.X_OK)
      return { file, folder }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EACCES') return `${name} is not executable.`
      return `There is no script ${name} in the folder of scripts.`
    }
  }
}
