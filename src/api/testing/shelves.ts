import { compileMatcher } from '../../filter/matcher.ts'
import type { Predicate } from '../../filter/predicate.ts'
import type { Intake, Submission, SubmissionAnswer } from '../../ingest/intake.ts'
import type { StoredEvent } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'
import type { ValueSource } from '../dictionaries/recent.ts'
import type { EventSource } from '../events/routes.ts'

/** Two events: 42 of fw-1 with 250 occurrences a second apart, 43 of edge-1 with one. */
export class TwoEvents implements EventSource {
  readonly events: StoredEvent[] = [storedEvent(42, 'fw-1', 250), storedEvent(43, 'edge-1', 1)]

  async event(id: number, predicate: Predicate): Promise<StoredEvent | null> {
    return this.events.find(event => event.id === id && compileMatcher(predicate)(event)) ?? null
  }

  async occurrences(id: number, offset: number, limit: number): Promise<number[]> {
    const event = this.events.find(one => one.id === id)
    if (event === undefined) return []
    const times = Array.from({ length: event.counter }, (_, index) => event.last - index * 1_000_000)
    return times.slice(offset, offset + limit)
  }
}

/** The hosts of these events; there are no other fields. */
export class TwoHosts implements ValueSource {
  async of(_reader: unknown, name: string, limit: number): Promise<{ name: string; count: number }[]> {
    if (name !== 'host') throw new Fault('not_found')
    return [
      { name: 'fw-1', count: 250 },
      { name: 'edge-1', count: 1 },
    ].slice(0, limit)
  }
}

/** Takes every body and answers as told. */
export class OpenIntake implements Pick<Intake, 'submit'> {
  readonly taken: Submission[] = []
  answer: SubmissionAnswer = { status: 200, accepted: 1, outOfTime: 0 }

  async submit(submission: Submission): Promise<SubmissionAnswer> {
    this.taken.push(submission)
    return this.answer
  }
}

function storedEvent(id: number, host: string, counter: number): StoredEvent {
  const first = 1767225600_120031
  return {
    id,
    ts: first,
    last: first + (counter - 1) * 1_000_000,
    counter,
    host,
    program: 'sshd',
    facility: 4,
    severity: 3,
    mnemonic: '',
    message: 'Failed password for root',
    type: 1,
    status: 0,
    tags: { SrcIP: '192.0.2.7' },
  }
}
