import type { Predicate } from '../../../../filter/predicate/predicate.ts'
import { textCondition } from '../../../../filter/predicate/text-condition.ts'
import type { Scope } from '../../../contract/event-store.ts'
import type { TestEvent } from '../../../testing/spool-file.ts'

const day = 86_400
const start = 1_767_225_600
const everything: Predicate = { kind: 'const', value: true }
const firewalls = textCondition('host', ['fw-*'], true)

/**
 * Distance between the ids of two days. Test rows with an id divisible by 7 have no template: a multiple of 7
 * omits the same templates on each day.
 */
const idsOfDay = 86_401

/** An event at a second after `from`, which is the start of a day. Day and second are its id. */
export function event(from: number, second: number, also: Partial<TestEvent>): TestEvent {
  return {
    id: ((from - start) / day) * idsOfDay + second + 1,
    occurrences: [(from + second) * 1_000_000],
    host: 'fw-1',
    program: 'sshd',
    facility: 4,
    severity: 6,
    mnemonic: '',
    type: 1,
    status: 0,
    message: '200',
    tags: {},
    ...also,
  }
}

/** Events of a day that a reader of the firewalls sees. */
export const visible = (from: number) => [
  event(from, 10, { tags: { user: 'ann', 'a.b': '1' } }),
  event(from, 20, { severity: 3, message: '404', tags: { user: 'bob' } }),
  event(from, 3_700, { host: 'fw-2', program: 'cron', message: '{"code": 7, "text": "it\'s"}' }),
  event(from, 7_300, { host: 'fw-2', severity: 3, message: '500', tags: { user: 'ann' } }),
  event(from, 7_301, {
    host: 'FW-3',
    message: '17',
    occurrences: [0, 0.5, 2].map(at => (from + 7_301 + at) * 1_000_000),
  }),
]
/** Events that this reader does not see. */
export const hidden = (from: number) => [
  event(from, 15, { host: 'db-1', message: 'secret', tags: { user: 'eve' } }),
  event(from, 3_710, { host: 'db-2', severity: 0, program: 'secret', message: 'secret' }),
  event(from, 7_302, { host: 'xfw-1', severity: 1, message: 'secret', tags: { user: 'ann', secret: '1' } }),
]

/** A day with only visible events. */
export const alone: Scope = { from: start, to: start + day, predicate: everything }
/** A day that also has hidden events, as a whole and as the reader of the firewalls sees it. */
export const mixed: Scope = { from: start + day, to: start + 2 * day, predicate: everything }
export const restricted: Scope = { ...mixed, predicate: firewalls }
export const templated: Scope = { from: start + 3 * day, to: start + 4 * day, predicate: everything }
/** A day whose rows make large joins. */
export const many: Scope = { from: start + 2 * day, to: start + 3 * day, predicate: everything }
