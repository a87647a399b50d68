import { Fault } from '../../schema/fault.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'

/** Something wrong with a trigger, for example an invalid filter. */
export interface TriggerFault {
  /** Path of the wrong member: `filter[0].op`, `condition.seconds`. */
  path: string
  message: string
  /** Members that cause the fault. A change that leaves all of them as they are is accepted. */
  of: readonly (keyof TriggerContent)[]
  /** The fault prevents only an action, so an import accepts the trigger. */
  isAction?: true
  /** Where the parser stopped, for a message search expression that it cannot parse. */
  syntax?: { position: number; expected: string }
}

/**
 * The API error for these faults, of which there must be at least one: `query_syntax` if all are syntax
 * errors of search expressions, else `validation`.
 */
export function faultOf(faults: readonly TriggerFault[]): Fault {
  const fields: Record<string, string[]> = {}
  for (const { path, message } of faults) fields[path] = [...(fields[path] ?? []), message]
  const [first] = faults
  if (first?.syntax !== undefined && faults.every(({ syntax }) => syntax !== undefined))
    return new Fault('query_syntax', { detail: first.message, fields, members: { ...first.syntax } })
  return new Fault('validation', { fields })
}
