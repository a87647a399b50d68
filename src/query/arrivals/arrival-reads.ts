import { parseFilter } from '../../filter/parse/parse-filter.ts'
import type { EventNotes } from '../../metadata/notes/event-notes.ts'
import type { ArrivalsRequest, EventArrivals } from '../../schema/event/event-arrivals.ts'
import { Fault } from '../../schema/fault.ts'
import type { ArrivalCursor, ArrivalPlace } from '../../storage/contract/arrivals.ts'
import type { EventStore } from '../../storage/contract/event-store.ts'
import { zoneNamed } from '../../time/zone.ts'
import { eventRecord } from '../event-record.ts'
import { restrictedTo, rightsOf } from '../life/rights.ts'
import type { Reader } from '../query-service.ts'
import type { TurnSource } from '../slices/read-turns.ts'

const defaultLimit = 1_000
/** Later than all events, Unix seconds. */
const endOfTime = 2 ** 33

interface ArrivalDeps {
  store: Pick<EventStore, 'arrivals'>
  turns: TurnSource
  notes: Pick<EventNotes, 'ofEvents'>
  /** IANA zone of dates, for requests that name none. */
  timezone: string
}

/**
 * Reads events in the order of their arrival, with a cursor, for clients that must not miss any event, even
 * one that arrives late.
 */
export class ArrivalReads {
  readonly #deps: ArrivalDeps

  constructor(deps: ArrivalDeps) {
    this.#deps = deps
  }

  /**
   * Rejects with a Fault (validation keyed by member, throttled, or an error of the store), or with the
   * signal's reason.
   */
  async read(
    { userId, hosts }: Pick<Reader, 'userId' | 'hosts'>,
    { after, filter = [], from = 0, timezone = this.#deps.timezone, limit = defaultLimit }: ArrivalsRequest,
    signal: AbortSignal,
  ): Promise<EventArrivals> {
    const zone = zoneNamed(timezone)
    if (zone === undefined) throw memberFault('timezone', `expected an IANA time zone, not "${timezone}"`)
    const cursor = after === undefined ? undefined : decodeCursor(after)
    if (after !== undefined && cursor === undefined)
      throw memberFault('after', 'expected `next` of an earlier answer')
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
    const notes = await this.#deps.notes.ofEvents(events.map(({ id }) => id))
    return {
      objects: events.map(event => eventRecord(event, zone, notes.get(event.id))),
      next: encodeCursor(next),
      has_more: next.rest !== undefined,
    }
  }
}

function memberFault(member: string, message: string): Fault {
  return new Fault('validation', { fields: { [member]: [message] } })
}

/** Encodes a cursor as opaque text: the JSON of a list of two or five parts, in base64url. */
export function encodeCursor({ since, rest }: ArrivalCursor): string {
  const parts = [
    since.batch,
    since.missing,
    ...(rest ? [rest.upTo.batch, rest.upTo.missing, rest.afterId] : []),
  ]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Decodes a cursor; undefined for other text. */
export function decodeCursor(text: string): ArrivalCursor | undefined {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {}
  if (!Array.isArray(parts)) return undefined
  const since = placeOf(parts[0], parts[1])
  if (since === undefined || parts.length === 2) return since && { since }
  const upTo = placeOf(parts[2], parts[3])
  const afterId: unknown = parts[4]
  if (upTo === undefined || !isWholeNumber(afterId) || parts.length !== 5) return undefined
  return { since, rest: { upTo, afterId } }
}

function placeOf(batch: unknown, missing: unknown): ArrivalPlace | undefined {
  if (!isWholeNumber(batch) || !Array.isArray(missing) || !missing.every(isWholeNumber)) return undefined
  return { batch, missing }
}

function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
