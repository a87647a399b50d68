import type { TriggersByEvent } from '../schema/event-record.ts'

/** The triggers that an event set off: those of its row, then those that it set off later. */
export function triggersOf(
  { id, triggers }: { id: number; triggers: readonly number[] },
  later: TriggersByEvent | undefined,
): readonly number[] {
  const more = later?.get(id)
  return more === undefined ? triggers : [...new Set([...triggers, ...more])]
}
