import type { TriggersByEvent } from '../../schema/event/event-record.ts'

/**
 * Ids of the triggers that an event set off: first the triggers in its row, then triggers with a condition
 * over many events, which fire after the row was written (`firedLater`).
 */
export function triggersOf(
  { id, triggers }: { id: number; triggers: readonly number[] },
  firedLater: TriggersByEvent | undefined,
): readonly number[] {
  const laterIds = firedLater?.get(id)
  return laterIds === undefined ? triggers : [...new Set([...triggers, ...laterIds])]
}
