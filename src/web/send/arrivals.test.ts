import { expect, test } from 'vitest'
import type { SourceHost } from '../../schema/intake/ingest-health.ts'
import { arrivalsSince } from './arrivals.ts'

const host = (name: string, first: number, last: number): SourceHost => ({
  host: name,
  state: 'active',
  first_at: first,
  last_at: last,
  silent_seconds: 0,
  usual_silence: null,
  events: 1,
  clock_delay: null,
  mark: null,
  marked_by: null,
})
const hosts = [host('old', 10, 20), host('busy', 10, 120), host('late', 110, 110), host('new', 101, 115)]

test.each([
  ['', 100, 'new', ['busy', 'late']],
  ['BUSY', 100, 'busy', ['late', 'new']],
  ['old', 100, undefined, ['busy', 'late', 'new']],
  ['', 200, undefined, []],
])('waiting for %o since %i', (wanted, since, arrived, others) => {
  const found = arrivalsSince(hosts, since, wanted)
  expect([found.arrived?.host, found.others.map(one => one.host)]).toEqual([arrived, others])
})
