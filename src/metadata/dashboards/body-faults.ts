import { Fault } from '../../schema/fault.ts'

/** Faults that one answer names at most. */
const maxFaults = 50

/** Something wrong with a body that is taken all the same. */
export interface BodyWarning {
  path: string
  message: string
}

/**
 * Everything that is wrong with a body, by place, told together. With `takesUnreadable`, search expressions that cannot be read are
 * warnings: their widget says so when it is shown.
 */
export class BodyFaults {
  readonly #takesUnreadable: boolean
  /** As many as there are widgets with such an expression. */
  readonly warnings: BodyWarning[] = []
  readonly #fields: Record<string, string[]> = {}
  readonly #taken: Fault[] = []
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

  /** Runs a check, whose faults are keyed by its own paths; `fieldPathOf` tells where in the body they are. */
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
      this.#taken.push(error)
      for (const [path, messages] of Object.entries(error.fields)) {
        for (const message of messages) this.add(placeOf(path), message)
      }
    }
  }

  /** A single fault that was taken over keeps its code: a syntax error is still one. */
  throwIfAny(): void {
    if (this.#count === 0) return
    const fields = this.#fields
    const [only, ...others] = this.#taken
    const alone = others.length === 0 && Object.keys(only?.fields ?? {}).length === Object.keys(fields).length
    if (only === undefined || !alone) throw new Fault('validation', { fields })
    const { code, detail, members } = only
    throw new Fault(code, { detail, fields, ...(members === undefined ? {} : { members }) })
  }
}
