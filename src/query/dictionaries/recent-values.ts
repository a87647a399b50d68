import { Fault } from '../../schema/fault.ts'
import type { EventStore } from '../../storage/contract/event-store.ts'
import type { Value } from '../../storage/contract/field.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { countedField, isUnbounded } from '../kinds/fields.ts'
import { restrictedTo, rightsOf } from '../life/rights.ts'
import type { Reader } from '../query-service.ts'
import { FairQueue } from '../slices/fair-queue.ts'

/** The reader of values: only events on the reader's hosts are read. */
export type ValueReader = Pick<Reader, 'userId' | 'hosts'>

/** A value of a field and how often it occurred. The `name` of a numeric field is a number. */
export interface RecentValue {
  name: Value
  count: number
}

/** How far back values are read, in event time. */
const lookbackSeconds = 7 * daySeconds
const timeoutSeconds = 30
/** Maximum values of `message`, which are long: as many as in a TopN. */
const maxMessages = 10_000

/** Reads the values of a field in the last seven days, for pull-downs. */
export class RecentValues {
  readonly #store: Pick<EventStore, 'topValues'>
  readonly #now: () => number
  /** Few slots, so that dashboards stay fast. */
  readonly #queue = new FairQueue({ shortSlots: 2, longSlots: 1, maxWaitingPerUser: 10 })

  /** `now`: Unix milliseconds. */
  constructor(store: Pick<EventStore, 'topValues'>, now: () => number = Date.now) {
    this.#store = store
    this.#now = now
  }

  /**
   * The values that the reader may see, most frequent first (ties by value), without the empty value. `name`:
   * as in conditions. Throws not_found for a field without counted values, and for a name without `ut_` that
   * is neither a field nor a tag of these events.
   */
  async list(reader: ValueReader, name: string, limit: number, signal: AbortSignal): Promise<RecentValue[]> {
    const field = countedField(name)
    if (field === undefined) throw new Fault('not_found')
    const lane = isUnbounded(field) ? 'long' : 'short'
    const predicate = restrictedTo(rightsOf(reader.hosts), { kind: 'const', value: true })
    const query = {
      field,
      ignoreEmpty: true,
      limit: field === 'message' ? Math.min(limit, maxMessages) : limit,
    }
    const turn = { user: reader.userId, lane, signal, refusable: true } as const
    const { rows } = await this.#queue.run(turn, slot => {
      const to = Math.floor(this.#now() / 1000) + 1
      const scope = { from: to - lookbackSeconds, to, predicate }
      return this.#store.topValues(scope, query, { signal, lane, timeout: timeoutSeconds, ...slot })
    })
    const isBareTag = typeof field === 'object' && !name.startsWith('ut_')
    if (isBareTag && rows.length === 0) throw new Fault('not_found')
    return rows.map(({ value, count }) => ({ name: value, count }))
  }
}
