import { Fault } from '../schema/fault.ts'

/** One thing wrong with the params of a query. */
export interface ParamFault {
  /** Below `params`: `field`, `time_range.step`, `filter[0].op`. */
  path: string
  message: string
  /** Of a message search expression that cannot be read. */
  syntax?: { position: number; expected: string }
}

const maxFaults = 50

/** The Fault that tells of all of these, keyed `params.<path>`; at least one. Only unreadable expressions: query_syntax. */
export function validationFault(faults: readonly ParamFault[]): Fault {
  const fields: Record<string, string[]> = {}
  for (const { path, message } of faults.slice(0, maxFaults)) {
    const messages = fields[`params.${path}`] ?? []
    messages.push(message)
    fields[`params.${path}`] = messages
  }
  const [first] = faults
  if (first?.syntax !== undefined && faults.every(fault => fault.syntax !== undefined)) {
    return new Fault('query_syntax', { detail: first.message, fields, members: { ...first.syntax } })
  }
  return new Fault('validation', { fields })
}
