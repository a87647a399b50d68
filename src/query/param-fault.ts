import { maxFaults } from '../filter/predicate/faults.ts'
import { Fault } from '../schema/fault.ts'

/** Why a param of a query is invalid, and where. */
export interface ParamFault {
  /** Such as `field`, `time_range.step`, `filter[0].op`. */
  path: string
  message: string
  /** For a message search expression that cannot be parsed. */
  syntax?: { position: number; expected: string }
}

/** A Fault with fields keyed `params.<path>`; query_syntax if all faults are in search expressions. */
export function validationFault(faults: readonly ParamFault[]): Fault {
  const fields: Record<string, string[]> = {}
  for (const { path, message } of faults.slice(0, maxFaults)) {
    const name = `params.${path}`
    fields[name] = [...(fields[name] ?? []), message]
  }
  const [first] = faults
  if (first?.syntax !== undefined && faults.every(fault => fault.syntax !== undefined)) {
    return new Fault('query_syntax', { detail: first.message, fields, members: { ...first.syntax } })
  }
  return new Fault('validation', { fields })
}

/** A copy with fields keyed `<path>`, for members of a body or parameters of a query string. */
export function withoutParamsPrefix(fault: Fault): Fault {
  const { code, detail, fields, members, retryAfter } = fault
  if (fields === undefined) return fault
  const renamed = Object.entries(fields).map(([name, messages]) => [name.replace(/^params\./, ''), messages])
  return new Fault(code, {
    detail,
    fields: Object.fromEntries(renamed),
    ...(members && { members }),
    ...(retryAfter !== undefined && { retryAfter }),
    cause: fault,
  })
}
