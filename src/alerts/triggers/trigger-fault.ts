import { Fault } from '../../schema/fault.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'

/** A fault in the members of a trigger. */
export interface TriggerFault {
  /** `filter[0].op`, `condition.seconds`. */
  path: string
  message: string
  /** The members that cause it: a change of other members is not refused because of it. */
  of: readonly (keyof TriggerContent)[]
  /** It only prevents an action: an import is not refused because of it. */
  isAction?: true
  /** For a message search expression that cannot be parsed. */
  syntax?: { position: number; expected: string }
}

/**
 * A Fault with the paths of these faults: query_syntax if all of them are in expressions. Requires at least
 * one.
 */
export function faultOf(faults: readonly TriggerFault[]): Fault {
  const fields: Record<string, string[]> = {}
  for (const { path, message } of faults) fields[path] = [...(fields[path] ?? []), message]
  const [first] = faults
  if (first?.syntax !== undefined && faults.every(({ syntax }) => syntax !== undefined))
    return new Fault('query_syntax', { detail: first.message, fields, members: { ...first.syntax } })
  return new Fault('validation', { fields })
}
