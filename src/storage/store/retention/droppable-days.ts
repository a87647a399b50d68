import { Fault } from '../../../schema/fault.ts'
import type { RetentionLimits } from '../../../schema/store/retention.ts'
import type { Read } from '../../contract/event-store.ts'
import type { PartitionSize } from '../../reads/partitions.ts'
import { type DueDays, findDueDays } from './due-days.ts'
import type { HeldDays } from './held-days.ts'

interface DroppableSearch {
  stored: ReadonlyMap<string, PartitionSize>
  limits: RetentionLimits
  /** Unix milliseconds. */
  wall: number
  /** Whether a day has events of a class that is kept longer; absent when no class is. */
  keepsLonger?: ((partition: string) => Promise<boolean>) | undefined
  /** Absent without legal holds. */
  held: HeldDays | undefined
  /**
   * Number of due days, oldest first, that are checked for holds; later ones in the answer may be held.
   * Infinity: all due days are checked, and `held` then names exactly the held ones.
   */
  maxDays: number
  /** How to count events of holds; its signal ends the search. */
  read?: Read | undefined
  /** Called for a day whose events of holds cannot be counted; the day counts as held. */
  onUnreadable: (partition: string, error: unknown) => void
}

/**
 * The due days that are not held. A day with events of a class that is kept longer is only due by size.
 * Rejects when the holds in force, or the whole store, cannot be read.
 */
export async function findDroppableDays(search: DroppableSearch): Promise<DueDays> {
  const { stored, limits, wall, held, maxDays, keepsLonger } = search
  held?.keepOnly(stored)
  const isHeld = held && (await holdCheck(held, search))
  const heldDays = new Set<string>()
  const keptLonger = new Set<string>()
  const droppable = new Set<string>()
  // Each iteration checks one day. If the day stays, another one may be due by size.
  for (;;) {
    const due = findDueDays(stored, limits, wall, heldDays, keptLonger)
    const next = [...due.expired, ...due.excess].slice(0, maxDays)
    const unchecked = next.find(day => !droppable.has(day))
    if (unchecked === undefined) {
      if (maxDays === Number.POSITIVE_INFINITY) held?.keepNamesOf(heldDays)
      return due
    }
    if (due.expired.includes(unchecked) && (await keepsLonger?.(unchecked))) keptLonger.add(unchecked)
    else if (await isHeld?.(unchecked)) heldDays.add(unchecked)
    else droppable.add(unchecked)
  }
}

/** A check whether a hold keeps a day. */
async function holdCheck(
  held: HeldDays,
  { read, onUnreadable }: DroppableSearch,
): Promise<(partition: string) => Promise<boolean>> {
  const holds = await held.inForce()
  return async partition => {
    try {
      return (await held.findHoldsOf(partition, holds, read)).length > 0
    } catch (error) {
      read?.signal.throwIfAborted()
      if (error instanceof Fault && error.code === 'storage_unavailable') throw error
      onUnreadable(partition, error)
      return true
    }
  }
}
