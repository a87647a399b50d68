import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'

/** An event that tests a destination. `name`: of the forwarder. */
export function makeTestEvent(name: string): OutgoingEvent {
  const now = Date.now() * 1_000
  return {
    id: `test-${randomUUID()}`,
    ts: now,
    last: now,
    counter: 1,
    host: hostname(),
    program: 'millrace',
    facility: 5,
    severity: 6,
    mnemonic: '',
    status: 0,
    tags: {},
    message: `Test event of the forwarder ${name}`,
  }
}
