import { EVENT_SYSLOG, type ParsedEvent } from '../../../schema/event.ts'
import type { Protocol, ShipperRequest, ShipperResponse } from '../../intake.ts'
import { receivers } from '../table.ts'

/** Microseconds: when everything in these tests is received. */
export const receivedAt = 1_767_225_600_000_000
export const sender = '192.0.2.9'

/** What a protocol makes of a body: the events that are good, how many are not, and its answer. */
export function readWith(
  protocol: Protocol,
  body: string | Uint8Array,
  changes: Partial<ShipperRequest> = {},
): { events: ParsedEvent[]; refused: number; reply: ShipperResponse; isKnownByContent: boolean } {
  const shipment = { path: '', query: '', contentType: 'application/json', contentEncoding: '', ...changes }
  const reading = receivers[protocol].read(Buffer.from(body), shipment, { sender, receivedAt })
  const all = [...reading.events()]
  const events = all.flatMap(event => (event === undefined ? [] : [plain(event)]))
  const { isIdempotentByContent } = reading
  return {
    events,
    refused: all.length - events.length,
    reply: reading.answer(),
    isKnownByContent: isIdempotentByContent,
  }
}

/** An event with these members and otherwise the values of one that nobody says anything of. */
export function event(members: Partial<ParsedEvent>): ParsedEvent {
  return {
    ts: receivedAt,
    host: sender,
    program: '',
    facility: 1,
    severity: 6,
    mnemonic: '',
    message: '',
    type: EVENT_SYSLOG,
    status: 0,
    tags: {},
    extra: {},
    ...members,
  }
}

/** JSON of an answer's body. */
export function responseContent({ status, body }: ShipperResponse): [status: number, said: unknown] {
  return [status, typeof body === 'string' && body !== '' ? JSON.parse(body) : body]
}

/** Objects without a prototype are equal to no other; where values were read from is for extra fields. */
function plain({ readFrom: _, ...event }: ParsedEvent): ParsedEvent {
  return { ...event, tags: { ...event.tags }, extra: structuredClone({ ...event.extra }) }
}
