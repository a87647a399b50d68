import { parseFieldName } from '../../filter/field.ts'
import { Fault } from '../../schema/fault.ts'
import type { EventStore, Field, Read, Value } from '../../storage/store.ts'
import { countedField, isUnbounded } from '../kinds/fields.ts'
import { restrictedTo, rightsOf } from '../life/rights.ts'
import type { Reader } from '../query-service.ts'
import { FairQueue } from '../slices/fair-queue.ts'

/** Who asks, as far as it matters here. */
export type ValueReader = Pick<Reader, 'userId' | 'hosts'>

/** A value of a field and how often it occurred. Numeric fields have their numbers as names. */
export interface RecentValue {
  name: Value
  count: number
}

/** Seconds of event time that are looked back. */
const lookbackSeconds = 7 * 86_400
/** Seconds until a read is given up. */
const timeoutSeconds = 30
/** Messages are long: no more of them than a TopN shows. */
const maxMessages = 10_000

/** The values that fields had lately, for pull-downs. */
export class RecentValues {
  readonly #store: Pick<EventStore, 'topValues'>
  readonly #now: () => number
  /** Few at a time, so that dashboards go before them. */
  readonly #lanes = new FairQueue({ shortSlots: 2, longSlots: 1, maxWaitingPerUser: 10 })

  /** `now`: Unix milliseconds. */
  constructor(store: Pick<EventStore, 'topValues'>, now: () => number = Date.now) {
    this.#store = store
    this.#now = now
  }

  /**
   * The values of the last seven days by event time that the reader may see, most frequent first, ties by value; the empty one
   * is left out. Names are those of conditions. Throws not_found for a name that no values are counted of, and for
   * one that is no field and no tag in sight; `ut_<tag>` may always be asked for.
   */
  async list(reader: ValueReader, name: string, limit: number, signal: AbortSignal): Promise<RecentValue[]> {
    const field = countedField(name)
    if (field === undefined) throw new Fault('not_found')
    const lane = isUnbounded(field) ? 'long' : 'short'
    const values = await this.#lanes.run({ user: reader.userId, lane, signal, refusable: true }, slot =>
      this.#read(field, reader, limit, { signal, lane, timeout: timeoutSeconds, ...slot }),
    )
    const isGuess = parseFieldName(name).kind === 'tag' && !name.startsWith('ut_')
    if (isGuess && values.length === 0) throw new Fault('not_found')
    return values
  }

  async #read(field: Field, { hosts }: ValueReader, limit: number, read: Read): Promise<RecentValue[]> {
    const to = Math.floor(this.#now() / 1000) + 1
    const predicate = restrictedTo(rightsOf(hosts), { kind: 'const', value: true })
    const wanted = field === 'message' ? Math.min(limit, maxMessages) : limit
    const scope = { from: to - lookbackSeconds, to, predicate }
    const { rows } = await this.#store.topValues(scope, { field, ignoreEmpty: true, limit: wanted }, read)
    return rows.map(({ value, count }) => ({ name: value, count }))
  }
}
