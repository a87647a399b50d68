import { Fault } from '../../schema/fault.ts'

const maxFaults = 50

/** A fault of a body that is accepted all the same. */
export interface BodyWarning {
  path: string
  message: string
}

/**
 * Faults of a body, by path, reported together. With `takesUnreadable`, search expressions that cannot be
 * parsed are warnings: their widgets show the error.
 */
export class BodyFaults {
  readonly #takesUnreadable: boolean
  /** At most one for each widget. */
  readonly warnings: BodyWarning[] = []
  readonly #fields: Record<string, string[]> = {}
  readonly #thrown: Fault[] = []
  #count = 0

  constructor({ takesUnreadable = false }: { takesUnreadable?: boolean } = {}) {
    this.#takesUnreadable = takesUnreadable
  }

  add(path: string, message: string): void {
    if (this.#count === maxFaults) return
    const messages = this.#fields[path] ?? []
    if (messages.includes(message)) return
    messages.push(message)
    this.#fields[path] = messages
    this.#count++
  }

  /** Runs a check that throws faults keyed by its own paths; `placeOf` maps them to paths of the body. */
  check(run: () => void, placeOf: (path: string) => string): void {
    try {
      run()
    } catch (error) {
      if (!(error instanceof Fault) || error.fields === undefined) throw error
      if (this.#takesUnreadable && error.code === 'query_syntax') {
        for (const [path, messages] of Object.entries(error.fields)) {
          this.warnings.push({ path: placeOf(path), message: messages.join(' ') })
        }
        return
      }
      this.#thrown.push(error)
      for (const [path, messages] of Object.entries(error.fields)) {
        for (const message of messages) this.add(placeOf(path), message)
      }
    }
  }

  /** A single fault keeps the code that its check threw, as query_syntax. */
  throwIfAny(): void {
    if (this.#count === 0) return
    const fields = this.#fields
    const [only, ...others] = this.#thrown
    const alone = others.length === 0 && Object.keys(only?.fields ?? {}).length === Object.keys(fields).length
    if (only === undefined || !alone) throw new Fault('validation', { fields })
    const { code, detail, members } = only
    throw new Fault(code, { detail, fields, ...(members === undefined ? {} : { members }) })
  }
}
