import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import { previousFormats } from '../../schema/event/row.ts'
import { RowCursor } from '../spool/rows/row-cursor.ts'
import { CollectingSink } from '../testing/collecting-sink.ts'
import { eventsSubmission } from '../testing/submission.ts'
import { testPorts } from '../testing/test-ports.ts'
import { type TestSettings, testSettings } from '../testing/test-settings.ts'
import { Ingest } from '../worker/ingest.ts'
import type { TriggerInForce } from './trigger-in-force.ts'

const word = (text: string): Predicate => ({ kind: 'phrase', tokens: [{ text, wild: false }] })
const status = (value: number): Predicate => ({ kind: 'number', field: 'status', op: 'eq', value })

function trigger(id: number, predicate: Predicate, members: Partial<TriggerInForce> = {}): TriggerInForce {
  const ordinary = {
    owner: 1,
    newStatus: 0,
    stop: null,
    activeHours: null,
    onRepeats: 'first',
    groupBy: null,
    window: null,
  } as const
  return { id, predicate, ...ordinary, ...members }
}

let folder: string
let store: CollectingSink
let warnings: string[]
let ingest: Ingest | undefined
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'triggers-'))
  store = new CollectingSink()
  warnings = []
})
afterEach(async () => {
  await ingest?.close()
  rmSync(folder, { recursive: true })
})

let runs = 0
async function open(
  triggers: readonly TriggerInForce[],
  sink = store.sink,
  changes: TestSettings = {},
): Promise<Ingest> {
  const settings = testSettings(folder, { listeners: [], triggers, ...changes })
  const warn = (message: string): void => {
    warnings.push(message)
  }
  ingest = await Ingest.open(settings, testPorts({ sink, warn }, 1 + runs++ * 100_000_000))
  await ingest.start()
  return ingest
}

/** The store takes nothing; the end does not wait for it. */
const openAway = (triggers: readonly TriggerInForce[]) =>
  open(triggers, () => Promise.reject(new Error('away')), { closeTimeoutMs: 50 })

async function send(to: Ingest, events: readonly Record<string, unknown>[]): Promise<void> {
  const answer = await to.submitIncoming(eventsSubmission(events))
  expect(answer.status).toBe(200)
}

const now = Math.floor(Date.now() / 1_000) - 10
const matchesFiles = (): string[] => readdirSync(folder).filter(name => name.endsWith('.matches.json'))

test('a row has the status and the triggers that matched its first occurrence, in their order', async () => {
  const to = await open([
    trigger(9, word('link'), { newStatus: 1 }),
    trigger(4_000_000_000, status(1), { newStatus: 2, stop: 'all' }),
    trigger(1, word('link')),
  ])
  await send(to, [{ message: 'link down' }, { message: 'login' }, { message: 'link down' }])
  await to.setTriggers([trigger(2, word('login'))])
  await send(to, [{ message: 'link down' }, { message: 'login of eve' }])
  await to.setTriggers([])
  await send(to, [{ message: 'login of mallory' }])
  await to.flush()
  expect(store.rows.map(row => [row.message, row.repeat, row.status, row.triggers])).toEqual([
    ['link down', 0, 2, [9, 4_000_000_000]],
    ['login', 0, 0, []],
    ['link down', 1, 2, [9, 4_000_000_000]],
    ['login of eve', 0, 0, [2]],
    ['link down', 1, 2, [9, 4_000_000_000]],
    ['login of mallory', 0, 0, []],
  ])
  const counts = store.matches.map(({ id, count, repeats }) => [id, count, repeats])
  expect(counts).toEqual([
    [9, 1, 0],
    [4_000_000_000, 1, 0],
    [2, 1, 0],
  ])
})

test('matches come with their rows: exact counts, samples, and repeats of triggers that want them', async () => {
  const to = await open([
    trigger(1, word('down')),
    trigger(2, word('down'), { onRepeats: 'each', newStatus: 1 }),
  ])
  const down = { host: 'fw-1', program: 'kernel', message: 'eth0 down', user_tags: { site: 'eu' } }
  await send(to, [
    ...[
      { ...down, ts: now },
      { ...down, ts: now + 2 },
      { ...down, ts: now + 1 },
      { ...down, ts: now + 2 },
    ],
    { ...down, host: 'fw-2', ts: now },
  ])
  await to.flush()
  const [first, each] = store.matches
  const fw1 = store.rows.find(({ host }) => host === 'fw-1')
  expect(first).toMatchObject({ id: 1, count: 2, repeats: 0, first: now * 1e6, last: now * 1e6 })
  expect(each).toMatchObject({ id: 2, count: 2, repeats: 3, first: now * 1e6, last: (now + 2) * 1e6 })
  expect(first?.samples.map(({ host, repeat }) => [host, repeat])).toEqual([
    ['fw-1', false],
    ['fw-2', false],
  ])
  expect(each?.samples.map(({ host, repeat }) => [host, repeat])).toEqual([
    ['fw-1', false],
    ['fw-1', true],
    ['fw-1', true],
    ['fw-1', true],
    ['fw-2', false],
  ])
  expect(each?.samples[0]).toEqual({
    ...{
      id: fw1?.id,
      ts: now * 1e6,
      repeat: false,
      type: 1,
      host: 'fw-1',
      program: 'kernel',
      severity: 6,
      facility: 1,
    },
    ...{ mnemonic: '', status: 1, message: 'eth0 down', tags: { site: 'eu' }, key: '', count: 1 },
  })
})

test('a condition over many events gets its values by second; it neither marks nor stops, and no row names it', async () => {
  const to = await open([
    trigger(1, word('login'), {
      ...{ newStatus: 2, stop: 'all' },
      window: { by: 'host', value: 'user', followedBy: word('logout') },
    }),
    trigger(2, word('login')),
    trigger(3, word('template'), { window: { by: null, value: 'template', followedBy: null } }),
  ])
  const event = (host: string, message: string, user: string, ts = now) => {
    return { host, message, ts, user_tags: { user } }
  }
  await send(to, [
    event('a', 'login 1', 'eve'),
    event('a', 'login 2', 'eve', now + 0.5),
    event('a', 'login 3', 'eve', now + 1),
    event('b', 'logout', 'bob'),
    event('b', 'template 17 of 0x1f', ''),
  ])
  await to.flush()
  expect(store.rows.map(row => [row.status, row.triggers])).toEqual([
    ...[1, 2, 3].map(() => [0, [2]]),
    [0, []],
    [0, []],
  ])
  const [window, , template] = store.matches
  expect(window).toMatchObject({ id: 1, count: 3 })
  expect(window?.keys).toEqual([
    ['a', 'eve', now, 2],
    ['a', 'eve', now + 1, 1],
  ])
  expect(window?.followerKeys).toEqual([['b', '', now, 1]])
  expect(template?.keys).toEqual([['', 'template \u0011 of \u0013', now, 1]])
})

test('a commit of many days has the matches of each file beside it', async () => {
  const to = await open([trigger(7, word('old'))])
  await send(
    to,
    [0, 9, 20].map(days => ({ message: `old ${days}`, ts: now - days * 86_400 })),
  )
  await to.flush()
  expect(store.batches.map(({ matches }) => matches !== undefined)).toEqual([true, true, true])
  expect(store.matches.map(({ id, count, samples }) => [id, count, samples.length])).toEqual(
    [1, 1, 1].map(count => [7, count, 1]),
  )
})

test('samples and values are bounded, counts are exact', async () => {
  const to = await open([
    trigger(1, word('many')),
    trigger(2, word('many'), { window: { by: 'program', value: null, followedBy: null } }),
    trigger(3, word('last')),
  ])
  const filler = 'x'.repeat(7_000)
  for (let body = 0; body < 13; body++)
    await send(
      to,
      Array.from({ length: 1_000 }, (_, at) => ({
        message: at < 40 && body === 0 ? `many ${at} ${filler.repeat(8)}` : `many ${body} ${at}`,
        program: `p${body} ${at}`,
        ts: now,
      })).slice(0, body === 0 ? 10 : 1_000),
    )
  await send(to, [{ message: `last ${filler.repeat(3)}`, ts: now, user_tags: { a: 'b' } }])
  await to.flush()
  const sum = (id: number) => {
    const own = store.matches.filter(match => match.id === id)
    return own.reduce((all, { count }) => all + count, 0)
  }
  expect([sum(1), sum(2), sum(3)]).toEqual([12_010, 12_010, 1])
  // A file with this many values is cut: none is lost.
  expect(store.matches.flatMap(({ keys = [] }) => keys)).toHaveLength(12_010)
  for (const { samples, keys = [] } of store.matches) {
    expect(samples.length).toBeGreaterThan(0)
    expect(samples.length).toBeLessThanOrEqual(1_100)
    expect(keys.length).toBeLessThanOrEqual(11_000)
  }
})

test('matches are given again with a file that the store did not take, and go with it', async () => {
  const first = await openAway([trigger(1, word('kept'))])
  await send(first, [{ message: 'kept' }])
  await first.close()
  expect(matchesFiles()).toHaveLength(1)
  const orphan = '0000000000000003-0123456789ab.matches.json'
  writeFileSync(path.join(folder, orphan), '{"triggers":[]}\n')
  const again = await open([])
  await again.flush()
  expect(store.rows.map(({ message, triggers }) => [message, triggers])).toEqual([['kept', [1]]])
  expect(store.matches.map(({ id, count }) => [id, count])).toEqual([[1, 1]])
  expect(matchesFiles()).not.toContain(orphan)
  expect(warnings.filter(text => !text.includes('away'))).toEqual([])
})

test.each<[title: string, damage: (file: string) => void, warning: RegExp, aside: number]>([
  [
    'damaged',
    file => writeFileSync(file, 'no matches'),
    /matches\.json is not as it was written; it was set/,
    1,
  ],
  ['lost', file => rmSync(file), /matches\.json is missing: triggers do not fire for the events of/, 0],
])('events are stored though what matched is %s', async (_, damage, warning, aside) => {
  const first = await openAway([trigger(1, word('kept'))])
  await send(first, [{ message: 'kept' }])
  await first.close()
  warnings = []
  for (const name of matchesFiles()) damage(path.join(folder, name))
  const again = await open([])
  await again.flush()
  expect(store.rows.map(({ message, triggers }) => [message, triggers])).toEqual([['kept', [1]]])
  expect(store.matches).toEqual([])
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toMatch(warning)
  expect(readdirSync(path.join(folder, 'broken'))).toHaveLength(aside)
})

test.each([
  ['.v3.rb', withoutClass],
  ['.v2.rb', (bytes: Buffer) => withoutTriggers(withoutClass(bytes))],
] as const)(
  'files of a version before (%s) are read, and their events continue',
  async (extension, older) => {
    const first = await openAway([])
    await send(first, [
      { message: 'before', ts: now },
      { message: 'other', ts: now },
    ])
    await first.close()
    rmSync(path.join(folder, 'ledger.log'))
    for (const name of readdirSync(folder).filter(name => name.endsWith('.v4.rb'))) {
      const file = path.join(folder, name)
      writeFileSync(file, older(readFileSync(file)))
      renameSync(file, file.replace('.v4.rb', extension))
    }
    warnings = []
    const again = await open([trigger(1, word('before'))])
    await send(again, [{ message: 'before', ts: now + 1 }])
    await again.flush()
    expect(warnings).toEqual([])
    const rows = store.rows.map(({ message, repeat, triggers }) => [message, repeat, triggers])
    expect(rows).toEqual([
      ['before', 0, []],
      ['other', 0, []],
      ['before', 1, []],
    ])
    expect(new Set(store.rows.map(({ id }) => id)).size).toBe(2)
  },
)

/** The same rows without their empty triggers. */
function withoutTriggers(bytes: Buffer): Buffer {
  return withoutBytes(new RowCursor(bytes, previousFormats['.v3.rb']), row => row.messageStart - 1)
}

/** The same rows without their empty class. */
function withoutClass(bytes: Buffer): Buffer {
  return withoutBytes(new RowCursor(bytes), row => row.headEnd - 1)
}

function withoutBytes(row: RowCursor, removed: (row: RowCursor) => number): Buffer {
  const { bytes } = row
  const parts: Buffer[] = []
  let at = 0
  while (row.next()) {
    parts.push(bytes.subarray(at, removed(row)))
    at = removed(row) + 1
  }
  return Buffer.concat([...parts, bytes.subarray(at)])
}
