import { Fault } from '../../schema/fault.ts'
import type { TriggerContent } from '../../schema/trigger.ts'

/** A fault in the members of a trigger. */
export interface TriggerFault {
  /** `filter[0].op`, `condition.seconds`. */
  path: string
  message: string
  /** The members that it comes from: a change of others is not refused because of it. */
  of: readonly (keyof TriggerContent)[]
  /** It only keeps an action from working: an import is not refused because of it. */
  isAction?: true
  /** Of a message search expression that cannot be parsed. */
  syntax?: { position: number; expected: string }
}

/** A Fault with the places of these faults: query_syntax when all of them are of expressions. Requires at least one. */
export function faultOf(faults: readonly TriggerFault[]): Fault {
  const fields: Record<string, string[]> = {}
  for (const { path, message } of faults) fields[path] = [...(fields[path] ?? []), message]
  const [first] = faults
  if (first?.syntax !== undefined && faults.every(({ syntax }) => syntax !== undefined))
    return new Fault('query_syntax', { detail: first.message, fields, members: { ...first.syntax } })
  return new Fault('validation', { fields })
}
