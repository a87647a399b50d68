import { parseFilter } from '../../filter/parse/parse-filter.ts'
import type { EventNotes } from '../../metadata/notes/event-notes.ts'
import type { ArrivalsRequest, EventArrivals } from '../../schema/event/event-arrivals.ts'
import { Fault } from '../../schema/fault.ts'
import type { EventStore } from '../../storage/contract/event-store.ts'
import { zoneNamed } from '../../time/zone.ts'
import { eventRecord } from '../event-record.ts'
import { restrictedTo, rightsOf } from '../life/rights.ts'
import type { Reader } from '../query-service.ts'
import type { TurnSource } from '../slices/read-turns.ts'
import { decodeCursor, encodeCursor } from './cursor-text.ts'

const defaultLimit = 1_000
/** Later than all events, Unix seconds. */
const endOfTime = 2 ** 33

interface ArrivalDeps {
  store: Pick<EventStore, 'arrivals'>
  turns: TurnSource
  notes: Pick<EventNotes, 'ofEvents'>
  /** IANA time zone of dates when a request names none. */
  timezone: string
}

/** Reads arriving events, for clients that must not miss one. */
export class ArrivalReads {
  readonly #deps: ArrivalDeps

  constructor(deps: ArrivalDeps) {
    this.#deps = deps
  }

  /**
   * Rejects with validation keyed by member, with throttled, as reads of the store do, or with the reason of
   * the signal.
   */
  async read(
    { userId, hosts }: Pick<Reader, 'userId' | 'hosts'>,
    { after, filter = [], from = 0, timezone = this.#deps.timezone, limit = defaultLimit }: ArrivalsRequest,
    signal: AbortSignal,
  ): Promise<EventArrivals> {
    const zone = zoneNamed(timezone)
    if (zone === undefined) throw refused('timezone', `expected an IANA time zone, not "${timezone}"`)
    const cursor = after === undefined ? undefined : decodeCursor(after)
    if (after !== undefined && cursor === undefined)
      throw refused('after', 'expected `next` of an answer before')
    const parsed = parseFilter(filter)
    if ('faults' in parsed)
      throw new Fault('validation', {
        fields: Object.fromEntries(parsed.faults.map(({ path, message }) => [path, [message]])),
      })
    const predicate = restrictedTo(rightsOf(hosts), parsed.predicate)
    const turns = this.#deps.turns.turnsOf(userId, signal, { refusable: true })
    const { events, next } = await turns('short', read =>
      this.#deps.store.arrivals({ from, to: endOfTime, predicate }, { after: cursor, limit }, read),
    )
    const notes =
      events.length === 0 ? undefined : await this.#deps.notes.ofEvents(events.map(({ id }) => id))
    return {
      objects: events.map(event => eventRecord(event, zone, notes?.get(event.id))),
      next: encodeCursor(next),
      has_more: next.rest !== undefined,
    }
  }
}

function refused(member: string, message: string): Fault {
  return new Fault('validation', { fields: { [member]: [message] } })
}
