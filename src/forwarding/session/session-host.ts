import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { until } from '../../async/until.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import type { FromForwardThread, SessionSpec, ToForwardThread } from './messages.ts'
import { describe, openSpec, Session } from './session.ts'

/** Less than a request of the page may take. */
const testTimeoutMs = 20_000

/** The sessions of the thread that forwards events. */
export class SessionHost {
  readonly #post: (message: FromForwardThread) => void
  readonly #sessions = new Map<number, Session>()

  constructor(post: (message: FromForwardThread) => void) {
    this.#post = post
  }

  receive(message: ToForwardThread): void {
    const { session: number } = message
    switch (message.kind) {
      case 'start': {
        const session = new Session(message.spec, number, this.#post)
        this.#sessions.set(number, session)
        void session.run().then(() => this.#sessions.delete(number))
        return
      }
      case 'test':
        void this.#test(number, message.spec)
        return
      case 'stop':
        this.#sessions.get(number)?.stop()
        return
      case 'rows':
      case 'caughtUp':
        this.#sessions.get(number)?.push(message)
    }
  }

  /** Sends one event to a destination, and posts whether it took it. */
  async #test(number: number, spec: SessionSpec): Promise<void> {
    const signal = AbortSignal.timeout(testTimeoutMs)
    try {
      const delivery = await openSpec(spec, signal)
      try {
        const { refused, confirmed } = await delivery.send([makeTestEvent(spec.content.name)], signal)
        if (refused > 0) throw new Error('The destination refused the event.')
        if (delivery.hasAcknowledgements) await until(Promise.race([confirmed, delivery.failed]), { signal })
      } finally {
        await delivery.close()
      }
      this.#post({ kind: 'ended', session: number })
    } catch (error) {
      this.#post({ kind: 'ended', session: number, error: describe(error) })
    }
  }
}

/** An event that tests a destination. `name`: of the forwarder. */
function makeTestEvent(name: string): OutgoingEvent {
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
