import type { StoredEvent } from '../../schema/event.ts'

/** An event of which nothing is known: for judging what hangs on some of its values alone. */
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
}
