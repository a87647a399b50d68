import type { TriggersByEvent } from '../../schema/event/event-record.ts'

/** Ids of the triggers that an event set off: first the triggers in its row, then later ones. */
export function triggersOf(
  { id, triggers }: { id: number; triggers: readonly number[] },
  later: TriggersByEvent | undefined,
): readonly number[] {
  const laterIds = later?.get(id)
  return laterIds === undefined ? triggers : [...new Set([...triggers, ...laterIds])]
}
