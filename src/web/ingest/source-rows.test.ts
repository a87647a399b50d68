import { expect, test } from 'vitest'
import type { Listener } from '../../schema/intake/listener.ts'
import type { LedgerSource } from '../api/ingest.ts'
import { faultRows, isFound, joinSources, sortSources } from './source-rows.ts'

const source = (name: string, change: Partial<LedgerSource> = {}): LedgerSource => ({
  source: name,
  last_at: null,
  received: 0,
  stored: 0,
  duplicates: 0,
  dropped: 0,
  out_of_time: 0,
  refused: 0,
  refused_by: {},
  in_flight: 0,
  turned_away: {},
  udp_dropped: 0,
  frame_errors: 0,
  truncated: 0,
  fields_omitted: 0,
  clock_ahead: 0,
  bytes: 0,
  connections: 0,
  ...change,
})
const listener: Listener = {
  name: 'syslog_udp',
  kind: 'syslog-udp',
  transport: 'udp',
  host: '0.0.0.0',
  port: 5514,
  path: null,
  tls: false,
  client_certificates: 'none',
  timezone: 'UTC',
  program: null,
  tags: {},
}

test('listeners without events and sources without listeners have rows', () => {
  const rows = joinSources([source('incoming', { truncated: 2, udp_dropped: 1 })], [listener])
  expect(rows).toMatchObject([
    { name: 'syslog_udp', counts: undefined, faults: 0 },
    { name: 'incoming', listener: undefined, faults: 3 },
  ])
})

test.each([
  ['', ['b', 'a', 'c']],
  ['source', ['a', 'b', 'c']],
  ['-source', ['c', 'b', 'a']],
  ['refused', ['a', 'b', 'c']],
  ['-refused', ['c', 'a', 'b']],
])('in the order %o', (ordering, names) => {
  const rows = joinSources(
    [source('a', { received: 1 }), source('b', { received: 5 }), source('c', { refused: 1 })],
    [],
  )
  expect(sortSources(rows, ordering).map(({ name }) => name)).toEqual(names)
})

test('faults of all kinds, most frequent first, none without a count', () => {
  const rows = faultRows([
    source('syslog_udp', { refused_by: { overload: 3 }, udp_dropped: 9 }),
    source('tls', { turned_away: { tls: 4, unheard_of: 1 } }),
  ])
  expect(rows.map(({ source, what, count }) => [source, what, count])).toEqual([
    ['syslog_udp', 'Datagrams dropped by the kernel', 9],
    ['tls', 'Refused as a whole: TLS handshake failed', 4],
    ['syslog_udp', 'Over capacity', 3],
    ['tls', 'Refused as a whole: unheard_of', 1],
  ])
})

test('a source is found by its name and its kind, in upper or lower case', () => {
  const [row] = joinSources([], [{ ...listener, name: 'Core-Switches' }])
  const found = (search: string) => row && isFound(row, search)
  expect(['core', 'Core', ' SYSLOG-udp ', ''].map(found)).toEqual([true, true, true, true])
  expect(found('edge')).toBe(false)
})
