import type { BatchNames } from '../../../schema/event/row.ts'
import { TextSet } from './text-set.ts'

/** Collects the hosts, programs and templates of the rows of one file. */
export class RowNames {
  readonly #hosts: TextSet
  readonly #programs: TextSet
  readonly #templates: TextSet

  constructor(rows: { bytes: Buffer; view: DataView }) {
    this.#hosts = new TextSet(rows)
    this.#programs = new TextSet(rows)
    this.#templates = new TextSet(rows)
  }

  /** Adds the names of a row. `content` and `template`: their start in the bytes (schema/event/row.ts). */
  add(content: number, template: number): void {
    this.addContent(content)
    this.#templates.add(template)
  }

  /** The same for a row whose template was already added. */
  addContent(content: number): void {
    this.#programs.add(this.#hosts.add(content))
  }

  list(): BatchNames {
    return {
      hosts: this.#hosts.list(),
      programs: this.#programs.list(),
      templates: this.#templates.list(),
    }
  }

  clear(): void {
    this.#hosts.clear()
    this.#programs.clear()
    this.#templates.clear()
  }
}
