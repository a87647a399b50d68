import { EVENT_SYSLOG, type StoredEvent } from '../../schema/event/event.ts'

/** An event with these members; the other members have plain values. */
export function eventWith(members: Partial<StoredEvent>): StoredEvent {
  return {
    id: 1,
    ts: 1_767_225_600_000_000,
    last: 1_767_225_600_000_000,
    counter: 1,
    host: 'web-1',
    program: 'sshd',
    facility: 4,
    severity: 6,
    mnemonic: '',
    message: 'Failed password for root from 10.1.2.3 port 22',
    type: EVENT_SYSLOG,
    status: 0,
    triggers: [],
    tags: {},
    ...members,
  }
}
