import { fieldFault } from '../../schema/fault.ts'
import type { TriggerMove } from '../../schema/triggers/trigger.ts'

/** Throws validation unless exactly one member gives the destination. */
export function moveOf(move: TriggerMove): TriggerMove {
  if (Object.keys(move).length === 1) return move
  throw fieldFault('non_field_errors', 'Expected exactly one of before, after and position.')
}
