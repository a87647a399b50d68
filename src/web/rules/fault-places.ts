import { ApiError } from '../api/http/api-error.ts'
import type { RuleCheck } from '../api/rules.ts'

/** A fault of a text, at a line from 1. */
export interface PlacedFault {
  line: number
  severity: 'error' | 'warning'
  text: string
}

/** The faults of a checked text with their lines; faults without a line are at the first one. */
export function placedFaults({ errors, warnings = [] }: RuleCheck): PlacedFault[] {
  const place = (severity: PlacedFault['severity']) => (fault: RuleCheck['errors'][number]) => ({
    line: fault.line ?? 1,
    severity,
    text: fault.member === '' ? fault.message : `${fault.member}: ${fault.message}`,
  })
  return [...errors.map(place('error')), ...warnings.map(place('warning'))].sort((a, b) => a.line - b.line)
}

/**
 * The faults of a text that is neither YAML nor JSON and that the service refuses; undefined for any other
 * error.
 */
export function unreadableFaults(error: unknown): PlacedFault[] | undefined {
  if (!(error instanceof ApiError) || error.fields.text === undefined) return undefined
  return error.fields.text.map(message => {
    const [, line, text = message] = /^line (\d+): (.*)$/s.exec(message) ?? []
    return { line: line === undefined ? 1 : Number(line), severity: 'error' as const, text }
  })
}
