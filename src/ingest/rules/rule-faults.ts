import { describeUnknownName } from '../../schema/text/closest-name.ts'

/** A fault of a rule file, and its location. */
export interface RuleFault {
  /** Number of the rule, from 1; 0: the whole file. */
  rule: number
  /** Path of the member: `match[0].op`; '' for the whole rule or file. */
  member: string
  /** What was expected. */
  message: string
  /** Line of the text from 1; absent for content without a text. */
  line?: number
}

/** Finds the lines of members in the text of a file. */
export interface LineLocator {
  lineOf(rule: number, member: string): number | undefined
}

/** Maximum faults of one file. */
const maxFaults = 100

/** Collects the faults and warnings of one file; `rule` is the number of the current rule. */
export class RuleFaults {
  readonly all: RuleFault[] = []
  readonly warnings: RuleFault[] = []
  rule = 0
  readonly #locator: LineLocator | undefined

  constructor(locator?: LineLocator) {
    this.#locator = locator
  }

  add(member: string, message: string): void {
    this.#push(this.all, member, message)
  }

  /** Adds a warning: a mistake that does not make the file invalid. */
  warn(member: string, message: string): void {
    this.#push(this.warnings, member, message)
  }

  #push(to: RuleFault[], member: string, message: string): void {
    if (to.length >= maxFaults) return
    const { rule } = this
    const line = this.#locator?.lineOf(rule, member)
    to.push({ rule, member, message, ...(line !== undefined && { line }) })
  }

  addUnknownMembers(value: Record<string, unknown>, at: string, known: readonly string[]): void {
    for (const name of Object.keys(value)) {
      if (known.includes(name)) continue
      const shortName = name.slice(0, 100)
      this.add(at === '' ? shortName : `${at}.${shortName}`, describeUnknownName(name, known))
    }
  }
}

/** Formats a fault as one line: `500-junos.yaml, rule 2, line 17, match[0].op: expected one of …`. */
export function formatFileFault(file: string, fault: RuleFault): string {
  const hasPlace = fault.rule > 0 || fault.line !== undefined || fault.member !== ''
  return `${file}${hasPlace ? ',' : ':'} ${formatFault(fault)}`
}

/** Formats a fault without the name of the file. */
export function formatFault({ rule, line, member, message }: RuleFault): string {
  const places: string[] = []
  if (rule > 0) places.push(`rule ${rule}`)
  if (line !== undefined) places.push(`line ${line}`)
  if (member !== '') places.push(member)
  return places.length === 0 ? message : `${places.join(', ')}: ${message}`
}
