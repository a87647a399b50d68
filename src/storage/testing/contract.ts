import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import { eventsIn } from '../clients/row-binary/event-bytes.ts'
import type { EventStore, EventsQuery, Read, Scope, SortField } from '../contract/event-store.ts'
import type { SqlSource } from '../contract/sql-source.ts'
import { answersStatements } from './answers-statements.ts'
import { arriveOnce, readNewRows } from './arrive-once.ts'
import { rowsOf, spoolFile, type TestEvent } from './spool-file.ts'

const start = 1_767_225_600
const micro = 1_000_000
const everything: Predicate = { kind: 'const', value: true }
const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }

/** An event with its occurrences in seconds after the start. */
function event(id: number, seconds: readonly number[], also: Partial<TestEvent> = {}): TestEvent {
  return {
    id,
    occurrences: seconds.map(second => Math.round((start + second) * micro)),
    host: 'fw-1',
    program: 'sshd',
    facility: 4,
    severity: 6,
    mnemonic: '',
    type: 1,
    status: 0,
    message: 'Accepted publickey for deploy from 198.51.100.77 port 50122',
    tags: {},
    ...also,
  }
}

/** Begins before every range below and continues inside. */
const begunBefore = event(1, [-30, -29.5, 5, 5.25], {
  host: 'fw-2',
  severity: 3,
  triggers: [3, 4_000_000_000],
})
const events = [
  begunBefore,
  event(2, [0, 0.5, 1, 59.9], { message: '%ASA-6-302013: Built outbound TCP connection 8271' }),
  event(3, [10], {
    triggers: [3],
    tags: { SrcIP: '203.0.113.9', 'Src.Port': '2026-01-01', 'a "b" `c`': '' },
  }),
  event(4, [3599.999999], { message: 'Größe 登录失败 ошибка', program: 'Cisco', mnemonic: 'ASA-6-302013' }),
  event(5, [3599, 3600, 3601], { host: 'FW-1', severity: 0 }),
]
const hour: Scope = { from: start, to: start + 3600, predicate: everything }

/**
 * Tests that every backend of events must pass. `open` returns an empty store with a deduplication window of
 * 60 s.
 */
export function storeContract(name: string, open: () => Promise<EventStore & SqlSource>): void {
  describe(name, () => {
    let store: EventStore & SqlSource
    beforeAll(async () => {
      store = await open()
      await store.append(spoolFile(events.flatMap(rowsOf)))
    })
    afterAll(async () => await store.close())

    const ids = async (scope: Scope, field: SortField, descending: boolean) => {
      const { events: page } = await store.page(
        scope,
        { sort: [{ field, descending }], offset: 0, limit: 10 },
        read,
      )
      return page.map(found => found.id)
    }

    const all = async (scope: Scope, query: EventsQuery) => {
      const found: StoredEvent[] = []
      for await (const batch of store.events(scope, query, read)) {
        for (const { events } of eventsIn(batch, 100)) found.push(...events)
      }
      return found
    }

    test('a batch that is appended again changes nothing', async () => {
      const batch = spoolFile(rowsOf(event(90, [-7200], { program: 'twice' })))
      await store.append(batch)
      await store.append({ ...batch, repeated: true })
      const scope = { ...hour, from: start - 7200, to: start - 7199 }
      expect(await store.countEvents(scope, scope, read)).toEqual({ events: 1, occurrences: 1 })
    })

    test('tells what statements had to read of events', async () => {
      expect(await store.readBounds([], read)).toEqual({ rows: 0, bytes: 0 })
      expect(await store.readBounds(['SELECT 1'], read)).toEqual({ rows: 0, bytes: 0 })
      const { rows, bytes } = await store.readBounds(['SELECT message FROM millrace.events'], read)
      expect(rows).toBeGreaterThanOrEqual(events.length)
      expect(bytes).toBeGreaterThan(10 * rows)
    })

    test('a batch that is appended again completes what is missing of it, day by day', async () => {
      const day = 86_400
      const of = (id: number, days: number) => rowsOf(event(id, [-days * day], { program: 'completed' }))
      const whole = spoolFile([...of(92, 3), ...of(93, 4), ...of(94, 5)])
      // A kill in the middle of the batch's first insert left the rows of one day.
      await store.append({ ...spoolFile(of(93, 4)), sequence: whole.sequence })
      await store.append({ ...whole, repeated: true })
      await store.append({ ...whole, repeated: true })
      const scope = { ...hour, from: start - 5 * day, to: start - 3 * day + 1 }
      expect(await store.countEvents(scope, scope, read)).toEqual({ events: 3, occurrences: 3 })
    })

    test('batches that are appended together are there once, whichever of them were there before', async () => {
      const day = 86_400
      const of = (id: number, days: number) => rowsOf(event(id, [-days * day], { program: 'together' }))
      const [first, second] = [
        spoolFile([...of(95, 6), ...of(96, 7)]),
        spoolFile([...of(97, 6), ...of(98, 8)]),
      ]
      await store.append({ ...spoolFile(of(882, 7)), sequence: first.sequence })
      await store.append({ ...first, repeated: true }, second)
      await store.append({ ...first, repeated: true }, { ...second, repeated: true })
      const scope = { ...hour, from: start - 8 * day, to: start - 6 * day + 1 }
      expect(await store.countEvents(scope, scope, read)).toEqual({ events: 4, occurrences: 4 })
    })

    test('counts periods by occurrences, also uneven ones', async () => {
      expect(await store.countPeriods(hour, [start, start + 60, start + 1800, start + 3600], read)).toEqual([
        7, 0, 2,
      ])
      expect(await store.countPeriods(hour, [start, start + 1200, start + 2400, start + 3600], read)).toEqual(
        [7, 0, 2],
      )
    })

    test('counts events of a range once, those that began earlier too', async () => {
      expect(await store.countEvents(hour, hour, read)).toEqual({ events: 5, occurrences: 9 })
    })

    test('slices of a range add up to it', async () => {
      const cut = start + 3600 / 2
      const older = await store.countEvents({ ...hour, to: cut }, hour, read)
      const newer = await store.countEvents({ ...hour, from: cut }, hour, read)
      expect(older.events + newer.events).toBe(5)
      expect(older.occurrences + newer.occurrences).toBe(9)
    })

    test('pages by the last occurrence of the whole event, also when it lies behind the range', async () => {
      expect(await ids(hour, 'last_occurrence', true)).toEqual([5, 4, 2, 3, 1])
      expect(await ids(hour, 'last_occurrence', false)).toEqual([1, 3, 2, 4, 5])
    })

    test('pages by the first occurrence, also when it lies before the range', async () => {
      expect(await ids(hour, 'first_occurrence', true)).toEqual([4, 5, 3, 2, 1])
      expect(await ids(hour, 'first_occurrence', false)).toEqual([1, 2, 3, 5, 4])
    })

    test('pages by the counter of the whole event', async () => {
      expect(await ids(hour, 'counter', true)).toEqual([2, 1, 5, 4, 3])
    })

    test('pages go on where the one before ended', async () => {
      for (const descending of [true, false]) {
        for (const field of ['first_occurrence', 'last_occurrence', 'counter'] as const) {
          const sort = [{ field, descending }]
          const { events: whole } = await store.page(hour, { sort, offset: 0, limit: 10 }, read)
          const single = []
          for (let offset = 0; offset < 6; offset++)
            single.push(...(await store.page(hour, { sort, offset, limit: 1 }, read)).events)
          expect(single).toEqual(whole)
        }
      }
    })

    test('reads all events as pages show them, in every order', async () => {
      for (const predicate of [everything, phrase('accepted')]) {
        for (const descending of [true, false]) {
          for (const field of ['first_occurrence', 'last_occurrence', 'counter'] as const) {
            const sort = [{ field, descending }]
            const scope = { ...hour, predicate }
            const { events: shown } = await store.page(scope, { sort, offset: 0, limit: 10 }, read)
            expect(await all(scope, { sort, limit: 10 })).toEqual(shown)
            if (descending) expect(await all(scope, { sort, limit: 2 })).toEqual(shown.slice(0, 2))
          }
        }
      }
    })

    test('what is appended after a moment is left out of it', async () => {
      const from = start - 20_000
      const scope = { ...hour, from, to: from + 100 }
      const sort = [{ field: 'last_occurrence', descending: true }] as const
      const again = event(195, [-19_950, -19_940, -19_930])
      const [first = [], later = []] = [rowsOf(again).slice(0, 2), rowsOf(again).slice(2)]
      await store.append(spoolFile([...first, ...rowsOf(event(196, [-19_945]))]))
      const { events: before, asOf } = await store.page(scope, { sort, offset: 0, limit: 10 }, read)
      expect(before.map(({ id, counter }) => [id, counter])).toEqual([
        [195, 2],
        [196, 1],
      ])
      await store.append(spoolFile([...later, ...rowsOf(event(197, [-19_935]))]))
      const as = { ...scope, asOf }
      expect((await store.page(as, { sort, offset: 0, limit: 10 }, read)).events).toEqual(before)
      expect(await all(as, { sort, limit: 10 })).toEqual(before)
      const byCounter = [{ field: 'counter', descending: true }] as const
      expect(await all(as, { sort: byCounter, limit: 10 })).toEqual(before)
      expect(await all(scope, { sort, limit: 10 })).toHaveLength(3)
    })

    test.each([arriveOnce, readNewRows])('each row once: %o', part => part(store, hour, event, read))

    test('an event comes back as it went in, with the counters of all its occurrences', async () => {
      const { occurrences: _, ...content } = begunBefore
      const wanted = { ...content, ts: (start - 30) * micro, last: (start + 5.25) * micro, counter: 4 }
      const sort = [{ field: 'first_occurrence', descending: false }] as const
      const predicate: Predicate = { kind: 'number', field: 'counter', op: 'ge', value: 4 }
      const { events } = await store.page({ ...hour, predicate }, { sort, offset: 0, limit: 1 }, read)
      expect(events).toEqual([wanted])
      expect(await store.event(1, everything, read)).toEqual(wanted)
      expect(await all(hour, { sort, limit: 1 })).toEqual([wanted])
    })

    test('finds one event by id, within what the reader may see', async () => {
      const found = await store.event(3, everything, read)
      expect(found?.tags).toEqual({ SrcIP: '203.0.113.9', 'Src.Port': '2026-01-01', 'a "b" `c`': '' })
      const other: Predicate = { kind: 'in', field: 'host', values: ['other'], fold: true }
      expect(await store.event(3, other, read)).toBeNull()
      expect(await store.event(77, everything, read)).toBeNull()
    })

    test('tells every occurrence, newest first', async () => {
      const moments = await store.occurrences(2, 0, 10, read)
      expect(moments).toEqual([59.9, 1, 0.5, 0].map(second => (start + second) * micro))
      expect(await store.occurrences(2, 1, 2, read)).toEqual(moments.slice(1, 3))
    })

    test('gives the events that began lately, newest first', async () => {
      const found: number[] = []
      for await (const page of store.recent(start + 5, 2, read)) found.push(...page.map(event => event.id))
      expect(found).toEqual([4, 5])
    })

    test('groups by one or two fields and by period', async () => {
      expect(await store.groupCounts(hour, { fields: ['host'], ignoreEmpty: true, limit: 10 }, read)).toEqual(
        [
          { period: 0, values: ['fw-1'], count: 6 },
          { period: 0, values: ['fw-2'], count: 2 },
          { period: 0, values: ['FW-1'], count: 1 },
        ],
      )
      const bounds = [start, start + 60, start + 3600]
      const query = {
        fields: ['host', 'severity'],
        bounds,
        only: ['fw-1', 'FW-1'],
        limitEach: 1,
        limit: 10,
      } as const
      expect(await store.groupCounts(hour, { ...query, ignoreEmpty: true }, read)).toEqual([
        { period: 0, values: ['fw-1', 6], count: 5 },
        { period: 1, values: ['FW-1', 0], count: 1 },
        { period: 1, values: ['fw-1', 6], count: 1 },
      ])
    })

    test('the most frequent values come with how many there are, ties by value', async () => {
      const field = { tag: ['SrcIP', 'Src.Port'] }
      const some = { value: '203.0.113.9', count: 1 }
      expect(await store.topValues(hour, { field: 'host', ignoreEmpty: true, limit: 2 }, read)).toEqual({
        rows: [
          { value: 'fw-1', count: 6 },
          { value: 'fw-2', count: 2 },
        ],
        values: 3,
        count: 9,
      })
      expect(await store.topValues(hour, { field, ignoreEmpty: true, limit: 5 }, read)).toEqual({
        rows: [some],
        values: 1,
        count: 1,
      })
      expect(await store.topValues(hour, { field, ignoreEmpty: false, limit: 5 }, read)).toEqual({
        rows: [{ value: '', count: 8 }, some],
        values: 2,
        count: 9,
      })
      const began = { from: start, to: start + 1 }
      const severity = { field: 'severity', ignoreEmpty: true, limit: 9 } as const
      const severities = await store.topValues({ ...hour, ...began }, severity, read)
      expect(severities.rows).toEqual([{ value: 6, count: 2 }])
      const never = { ...hour, from: start - 86_400, to: start - 86_399 }
      expect(await store.topValues(never, severity, read)).toEqual({ rows: [], values: 0, count: 0 })
      const messages = await store.topValues(hour, { field: 'message', ignoreEmpty: true, limit: 2 }, read)
      expect(messages.rows.map(({ count }) => count)).toEqual([4, 4])
      const [first = '', second = ''] = messages.rows.map(({ value }) => value)
      expect(first < second).toBe(true)
    })

    test('names the tags of a range, by a prefix too', async () => {
      const names = ['Src.Port', 'SrcIP', 'a "b" `c`']
      expect(await store.tagNames(hour, { prefix: '', limit: 9 }, read)).toEqual({ names, total: 3 })
      const some = { names: ['Src.Port'], total: 2 }
      expect(await store.tagNames(hour, { prefix: 'srC', limit: 1 }, read)).toEqual(some)
      const none = { ...hour, to: start + 10 }
      expect(await store.tagNames(none, { prefix: '', limit: 9 }, read)).toEqual({ names: [], total: 0 })
    })

    test('empty values are counted or left out', async () => {
      const query = { fields: ['cisco_mnemonic'], limit: 10 } as const
      expect(await store.groupCounts(hour, { ...query, ignoreEmpty: true }, read)).toHaveLength(1)
      expect(await store.groupCounts(hour, { ...query, ignoreEmpty: false }, read)).toHaveLength(2)
    })

    test('last values come newest first', async () => {
      const query = { field: 'host', ignoreEmpty: true, limit: 2 } as const
      expect(await store.lastValues(hour, { ...query, precision: 'microsecond' }, read)).toEqual([
        { value: 'fw-1', count: 6, last: (start + 3600) * micro - 1 },
        { value: 'FW-1', count: 1, last: (start + 3599) * micro },
      ])
      expect(await store.lastValues(hour, { ...query, precision: 'second' }, read)).toEqual([
        { value: 'FW-1', count: 1, last: (start + 3599) * micro },
        { value: 'fw-1', count: 6, last: (start + 3599) * micro },
      ])
    })

    const filters: readonly [string, Predicate, number[]][] = [
      [
        'a folded value',
        { kind: 'text', field: 'host', test: { kind: 'is', value: 'fw-1', fold: true } },
        [2, 3, 4, 5],
      ],
      [
        'an exact value',
        { kind: 'text', field: 'host', test: { kind: 'is', value: 'FW-1', fold: false } },
        [5],
      ],
      [
        'a wildcard',
        { kind: 'text', field: 'program', test: { kind: 'like', pattern: 'c?sc*', fold: true } },
        [4],
      ],
      ['a name of a type', { kind: 'in', field: 'type', values: ['syslog'], fold: true }, [1, 2, 3, 4, 5]],
      [
        'a tag with a dot',
        { kind: 'text', field: { tag: ['ut_x', 'Src.Port'] }, test: { kind: 'present' } },
        [3],
      ],
      ['a number', { kind: 'number', field: 'severity', op: 'lt', value: 4 }, [1, 5]],
      ['a word', phrase('outbound'), [2]],
      ['an address', phrase('198', '51', '100', '77'), [1, 3, 5]],
      ['a mnemonic', phrase('asa', '6', '302013'), [2]],
      ['words of other scripts', phrase('größe'), [4]],
      ['characters of their own', phrase('失', '败'), [4]],
      ['a phrase over scripts', phrase('größe', '登', '录', '失', '败', 'ошибка'), [4]],
      ['a wrong order', phrase('51', '198'), []],
      ['a part of a word', phrase('outb'), []],
      ['a wildcard inside a word', { kind: 'phrase', tokens: [{ text: 'out*nd', wild: true }] }, [2]],
      ['a negation', { kind: 'not', of: phrase('accepted') }, [2, 4]],
      [
        'a regular expression',
        { kind: 'text', field: 'message', test: { kind: 'regex', pattern: 'port \\d+$', fold: false } },
        [1, 3, 5],
      ],
      [
        'the first occurrence',
        { kind: 'number', field: 'first_occurrence', op: 'lt', value: start * micro },
        [1],
      ],
      [
        'the last occurrence',
        { kind: 'number', field: 'last_occurrence', op: 'ge', value: (start + 3600) * micro },
        [5],
      ],
    ]
    for (const [what, predicate, found] of filters) {
      test(`filters by ${what}`, async () => {
        const seen = await ids({ ...hour, predicate }, 'counter', false)
        expect(seen.sort()).toEqual(found)
        expect((await store.countEvents({ ...hour, predicate }, hour, read)).events).toBe(found.length)
      })
    }

    test('answers statements of people', () => answersStatements(store, hour, read))

    test('a stopped read ends at once with the reason of its signal', async () => {
      const reason = new Error('stopped')
      await expect(
        store.countPeriods(hour, [start, start + 3600], { ...read, signal: AbortSignal.abort(reason) }),
      ).rejects.toBe(reason)
    })

    test('tells which minutes an append touched', async () => {
      const before = store.journal.current
      await store.append(spoolFile(rowsOf(event(91, [-9000]))))
      expect(store.journal.newest(start - 9060, start - 8940)).toBe(before + 1)
      expect(store.journal.newest(start + 7200, start + 7260)).toBe(0)
    })
  })
}

function phrase(...words: string[]): Predicate {
  return { kind: 'phrase', tokens: words.map(text => ({ text, wild: false })) }
}
