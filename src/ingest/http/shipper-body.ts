import { setImmediate } from 'node:timers/promises'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { ItemCounter } from '../body/item-counter.ts'
import type { ShipperRequest, ShipperResponse } from '../body/submission.ts'
import { ValueBudget } from '../body/value-budget.ts'
import { EventBuilder } from '../receivers/event-builder.ts'
import { receivers } from '../receivers/table.ts'
import { eventsPerTurn } from './body-committer.ts'
import { bodyIdentity } from './body-identity.ts'
import type { RawBody, ReadBody } from './read-body.ts'
import { releaseMemory } from './release-memory.ts'

/** Reads the body of a log shipper. */
export async function readShipperBody(
  request: ShipperRequest,
  { bytes, digest, receivedAt }: RawBody,
): Promise<ReadBody<ShipperResponse>> {
  const { caller, protocol, path, query, contentType, sender, idempotencyKey } = request
  const budget = new ValueBudget()
  const builder = new EventBuilder(budget).setOrigin(sender, receivedAt)
  const reading = receivers[protocol].read({ path, query, contentType, bytes, builder, budget })
  const events: ParsedEvent[] = []
  const items = ItemCounter.forEvents()
  let step = reading.next()
  for (; !step.done; step = reading.next()) {
    items.add()
    if (items.count % eventsPerTurn === 0) await setImmediate()
    if (step.value !== undefined) events.push(step.value)
  }
  const { isIdempotent, respond } = step.value
  releaseMemory(bytes)
  return {
    events,
    refused: items.count - events.length,
    truncated: builder.truncated,
    identity: bodyIdentity([caller, protocol, path], digest, { idempotencyKey, isIdempotent }),
    respond,
  }
}
