import type { Predicate } from '../../../filter/predicate/predicate.ts'
import type { EventStore, Read } from '../../contract/event-store.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { daySeconds, type Span } from '../../contract/time-span.ts'
import type { StoreJournal } from '../../journal/journal.ts'
import { startOfDay } from '../../reads/partitions.ts'

/**
 * A legal hold: the events of a span that match a predicate are kept regardless of the retention. Span and
 * predicate of an id never change.
 */
export interface Hold extends Span {
  id: number
  name: string
  predicate: Predicate
}

interface HeldDaysOptions {
  /** Reads the holds in force. */
  holds: () => Promise<readonly Hold[]>
  /** Applies everything that other processes have stored so far to the journal. */
  catchUp: () => Promise<void>
  journal: Pick<StoreJournal, 'current' | 'newest' | 'settledUntil'>
  countPeriods: EventStore['countPeriods']
}

/** Whether a hold keeps a day: the result of a check that began when the journal had this number. */
interface HoldCheck {
  number: number
  isHeld: boolean
}

const longRead = { ...internalRead('long', 600), isBackground: true }

/** Finds the holds that keep a day, for retention. Caches checks until rows of the day change. */
export class HeldDays {
  readonly #options: HeldDaysOptions
  /** By partition and id of the hold. */
  readonly #checks = new Map<string, Map<number, HoldCheck>>()
  /** By partition; without days that no hold kept. */
  readonly #names = new Map<string, readonly string[]>()

  constructor(options: HeldDaysOptions) {
    this.#options = options
  }

  /** By partition: names of the holds that kept a day at the last check. */
  get names(): ReadonlyMap<string, readonly string[]> {
    return this.#names
  }

  /** The holds in force now. Also catches up, so that changes by other processes outdate cached checks. */
  async inForce(): Promise<readonly Hold[]> {
    const holds = await this.#options.holds()
    await this.#options.catchUp()
    return holds
  }

  /**
   * Names of the holds that keep a day. Rejects when that is uncertain, also while events of the day are
   * being stored: a drop would delete them uncounted.
   */
  async findHoldsOf(
    partition: string,
    holds: readonly Hold[],
    read: Read = longRead,
  ): Promise<readonly string[]> {
    const names: string[] = []
    for (const hold of holds) if (await this.#isHeld(partition, hold, read)) names.push(hold.name)
    this.#forgetLifted(partition, new Set(holds.map(({ id }) => id)))
    if (names.length > 0) this.#names.set(partition, names)
    else this.#names.delete(partition)
    return names
  }

  /** Forgets days that are no longer stored. */
  keepOnly(stored: ReadonlyMap<string, unknown>): void {
    for (const partition of this.#checks.keys()) {
      if (stored.has(partition)) continue
      this.#checks.delete(partition)
      this.#names.delete(partition)
    }
  }

  /** Forgets the names for all days except these. */
  keepNamesOf(days: ReadonlySet<string>): void {
    for (const partition of this.#names.keys()) if (!days.has(partition)) this.#names.delete(partition)
  }

  async #isHeld(partition: string, { id, predicate, from, to }: Hold, read: Read): Promise<boolean> {
    const day = startOfDay(partition)
    const span = { from: Math.max(day, from), to: Math.min(day + daySeconds, to) }
    if (span.from >= span.to) return false
    const { journal, countPeriods } = this.#options
    const ofDay = this.#checks.get(partition) ?? new Map<number, HoldCheck>()
    this.#checks.set(partition, ofDay)
    const known = ofDay.get(id)
    const number = journal.current
    let isHeld = known?.isHeld === true
    if (known === undefined || journal.newest(span.from, span.to) > known.number) {
      const [count = 0] = await countPeriods({ ...span, predicate }, [span.from, span.to], read)
      isHeld = count > 0
      ofDay.set(id, { number, isHeld })
    }
    if (!isHeld && journal.settledUntil(span, number) < span.to)
      throw new Error('events of this day are being stored')
    return isHeld
  }

  /** Forgets checks of holds that are no longer in force. */
  #forgetLifted(partition: string, ids: ReadonlySet<number>): void {
    const ofDay = this.#checks.get(partition)
    for (const id of ofDay?.keys() ?? []) if (!ids.has(id)) ofDay?.delete(id)
  }
}
