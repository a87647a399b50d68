import type { ParsedEvent } from '../../../schema/event/event.ts'
import { BodyText } from '../../body/body-text.ts'
import type { Protocol, ShipperRequest, ShipperResponse } from '../../body/submission.ts'
import { ValueBudget } from '../../body/value-budget.ts'
import { blankEvent } from '../../event/blank-event.ts'
import { EventBuilder } from '../event-builder.ts'
import { receivers } from '../table.ts'

/** Microseconds: the time of receipt in all of these tests. */
export const receivedAt = 1_767_225_600_000_000
export const sender = '192.0.2.9'

/** What a protocol reads from a body: the valid events, the number of invalid ones, and its answer. */
export function readWith(
  protocol: Protocol,
  content: string | Uint8Array,
  changes: Partial<ShipperRequest> = {},
): { events: ParsedEvent[]; refused: number; reply: ShipperResponse; isIdempotent: boolean } {
  const { path = '', query = '', contentType = 'application/json' } = changes
  const budget = new ValueBudget()
  const builder = new EventBuilder(budget).setOrigin(sender, receivedAt)
  const bytes = Buffer.from(content)
  const body = new BodyText(bytes, contentType)
  const reading = receivers[protocol].read({ path, query, contentType, bytes, body, builder, budget })
  const events: ParsedEvent[] = []
  let refused = 0
  let step = reading.next()
  for (; !step.done; step = reading.next()) {
    if (step.value === undefined) refused++
    else events.push(plain(step.value))
  }
  const { isIdempotent = false, respond } = step.value
  return { events, refused, reply: respond(), isIdempotent }
}

/** An event with these members, otherwise blank. */
export function event(members: Partial<ParsedEvent>): ParsedEvent {
  return { ...blankEvent(sender, receivedAt), tags: {}, extra: {}, ...members }
}

/** JSON of an answer's body. */
export function responseContent({ status, body }: ShipperResponse): [status: number, said: unknown] {
  return [status, typeof body === 'string' && body !== '' ? JSON.parse(body) : body]
}

/**
 * Objects without a prototype equal no other object; where values were read from matters only to extra
 * fields.
 */
function plain({ readFrom: _, keepsExtra: __, ...event }: ParsedEvent): ParsedEvent {
  return { ...event, tags: { ...event.tags }, extra: structuredClone({ ...event.extra }) }
}
