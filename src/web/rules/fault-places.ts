import { ApiError } from '../api/http/api-error.ts'
import type { RuleCheck } from '../api/rules.ts'

/** An error or warning about a rule text. */
export interface PlacedFault {
  /** From 1. */
  line: number
  severity: 'error' | 'warning'
  text: string
}

/** The errors and warnings of a checked text, by line. A fault without a line is at the first line. */
export function placedFaults({ errors, warnings = [] }: RuleCheck): PlacedFault[] {
  const placedAs = (severity: PlacedFault['severity']) => (fault: RuleCheck['errors'][number]) => ({
    line: fault.line ?? 1,
    severity,
    text: fault.member === '' ? fault.message : `${fault.member}: ${fault.message}`,
  })
  return [...errors.map(placedAs('error')), ...warnings.map(placedAs('warning'))].sort(
    (a, b) => a.line - b.line,
  )
}

/** The syntax errors of a text that is neither YAML nor JSON; undefined if the request failed otherwise. */
export function unreadableFaults(error: unknown): PlacedFault[] | undefined {
  if (!(error instanceof ApiError) || error.fields.text === undefined) return undefined
  return error.fields.text.map(message => {
    const [, line, text = message] = /^line (\d+): (.*)$/s.exec(message) ?? []
    return { line: line === undefined ? 1 : Number(line), severity: 'error' as const, text }
  })
}
