import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventStore } from '../../storage/contract/event-store.ts'
import { storeWith, testEvent } from '../kinds/testing/open-store.ts'
import { RecentValues } from './recent-values.ts'

const now = 1_767_225_600
const day = 86_400
const { signal } = new AbortController()

let store: EventStore
let values: RecentValues

beforeAll(async () => {
  store = await storeWith([
    testEvent(1, [now - 10, now - 9, now - 8], {
      host: 'fw-1',
      severity: 3,
      tags: { SrcIP: '192.0.2.7', 'x y': '1' },
    }),
    testEvent(2, [now - 6 * day], {
      host: 'fw-2',
      program: '',
      tags: { SrcIP: '192.0.2.8', host: 'tagged' },
    }),
    testEvent(3, [now - 5 * day, now - 5 * day + 1], {
      host: 'edge-1',
      tags: { SrcIP: '192.0.2.8', user: 'root' },
    }),
    testEvent(4, [now - 7 * day + 1], { host: 'fw-just' }),
    testEvent(5, [now - 7 * day], { host: 'fw-late', tags: { old: 'x' } }),
    testEvent(6, [now + 1], { host: 'fw-ahead' }),
  ])
  values = new RecentValues(store, () => now * 1_000 + 999)
})
afterAll(() => store.close())

/** As `name count`. */
async function list(name: string, { limit = 1_000, hosts = ['*'] } = {}): Promise<string[]> {
  const found = await values.list({ userId: 1, hosts }, name, limit, signal)
  return found.map(value => `${value.name} ${value.count}`)
}

describe('values of seven days, most frequent first, ties by value, empty ones left out', () => {
  test.each<[string, string[]]>([
    ['host', ['fw-1 3', 'edge-1 2', 'fw-2 1', 'fw-just 1']],
    ['program', ['kernel 6']],
    ['cisco_mnemonic', []],
    ['type', ['SYSLOG 7']],
    ['actionable', ['0 7']],
    ['message', ['link is up 7']],
    ['SrcIP', ['192.0.2.7 3', '192.0.2.8 3']],
    ['ut_SrcIP', ['192.0.2.7 3', '192.0.2.8 3']],
    ['ut_host', ['tagged 1']],
    ['x y', ['1 3']],
    ['ut_nothing', []],
  ])('%s', async (name, expected) => expect(await list(name)).toEqual(expected))
})

test('the old name of the status is a field when no event has a status to list, too', async () => {
  expect(await list('actionable', { hosts: ['no-such-host'] })).toEqual([])
})

test('as many as asked for', async () => {
  expect(await list('host', { limit: 2 })).toEqual(['fw-1 3', 'edge-1 2'])
})

test('only what the reader may see', async () => {
  expect(await list('host', { hosts: ['EDGE-*', 'fw-2'] })).toEqual(['edge-1 2', 'fw-2 1'])
  expect(await list('ut_user', { hosts: ['fw-*'] })).toEqual([])
  expect(await list('host', { hosts: [] })).toEqual([])
})

test.each([
  ['counter', '*'],
  ['first_occurrence', '*'],
  ['last_occurrence', '*'],
  ['colour', '*'],
  ['old', '*'],
  ['user', 'fw-*'],
])('%s is no field for a user who sees %s', async (name, hosts) => {
  await expect(list(name, { hosts: [hosts] })).rejects.toMatchObject({ code: 'not_found' })
})

test('a caller who asks for very much at once has to wait', async () => {
  const asked = Array.from({ length: 20 }, () => list('host'))
  const answers = await Promise.allSettled(asked)
  const refused = answers.filter(({ status }) => status === 'rejected')
  // Two questions run and ten wait; the others are refused.
  expect(refused.length).toBe(8)
  expect(refused[0]).toMatchObject({ reason: { code: 'throttled', retryAfter: 1 } })
})
