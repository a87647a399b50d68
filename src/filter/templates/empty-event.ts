import type { StoredEvent } from '../../schema/event/event.ts'

/** An event without content, for evaluating predicates that only read a message. */
export const emptyEvent: StoredEvent = {
  id: 0,
  ts: 0,
  last: 0,
  counter: 1,
  host: '',
  program: '',
  facility: 0,
  severity: 0,
  mnemonic: '',
  type: 0,
  status: 0,
  message: '',
  tags: {},
  triggers: [],
}
