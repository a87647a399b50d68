import { nearest } from '../../schema/nearest.ts'

/** What is wrong with a file of rules, and where. */
export interface RuleFault {
  /** From 1; 0 for what belongs to the file as a whole. */
  rule: number
  /** Path of the member: `match[0].op`; '' for the whole. */
  member: string
  /** What was expected. */
  message: string
}

/** Faults of one file that are told at most. */
const mostFaults = 100

/** Gathers the faults of one file; knows which rule is being read. */
export class RuleFaults {
  readonly all: RuleFault[] = []
  rule = 0

  add(member: string, message: string): void {
    if (this.all.length < mostFaults) this.all.push({ rule: this.rule, member, message })
  }

  /** Says of each member that is none of the known ones that it is not known. */
  strangers(value: Record<string, unknown>, at: string, known: readonly string[]): void {
    for (const name of Object.keys(value)) {
      if (known.includes(name)) continue
      const meant = nearest(name, known)
      const hint = meant === undefined ? `expected one of ${known.join(', ')}` : `did you mean ${meant}?`
      this.add(at === '' ? name.slice(0, 100) : `${at}.${name.slice(0, 100)}`, `is not known; ${hint}`)
    }
  }
}

/** A fault in one line: `500-junos.yaml, rule 2, match[0].op: expected one of …`. */
export function faultLine(file: string, { rule, member, message }: RuleFault): string {
  const place = [file, ...(rule > 0 ? [`rule ${rule}`] : []), ...(member === '' ? [] : [member])].join(', ')
  return `${place}: ${message}`
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A single text or number as text; undefined for anything else. */
export function scalar(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}
