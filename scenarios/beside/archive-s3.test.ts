import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { checkArchivedAnswers } from '../../src/query/testing/archived-answers.ts'
import { hasty, S3Client } from '../../src/storage/clients/s3/s3-client.ts'
import { downloadObject, uploadFile } from '../../src/storage/clients/s3/upload.ts'
import type { Read } from '../../src/storage/contract/event-store.ts'
import { daySeconds } from '../../src/storage/contract/time-span.ts'
import {
  type ArchivingOptions,
  openArchivingStore,
  today,
} from '../../src/storage/store/archive/testing/archiving-store.ts'
import { openEmbeddedStore } from '../../src/storage/store/embedded/open.ts'
import type { SqlStore } from '../../src/storage/store/sql-store.ts'
import { newStoreFolder } from '../../src/storage/testing/empty-store.ts'
import { ManualClocks } from '../../src/storage/testing/manual-clocks.ts'
import { ordinary, rowsOf, spoolFile } from '../../src/storage/testing/spool-file.ts'
import { type Fate, HttpFaults } from '../testing/http-faults.ts'
import { Millrace } from '../testing/millrace.ts'
import { Seaweed } from '../testing/seaweed.ts'
import { until } from '../testing/until.ts'

const childFile = fileURLToPath(
  new URL('../../src/storage/store/archive/testing/kill-child.ts', import.meta.url),
)
const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const everything = { kind: 'const', value: true } as const
const all = { from: today - 100 * daySeconds, to: today + daySeconds, predicate: everything }
let seaweed: Seaweed
let proxy: HttpFaults

beforeAll(async () => {
  seaweed = await Seaweed.start()
  template = await fillTemplate()
  proxy = await HttpFaults.start(seaweed.port)
})
afterAll(async () => {
  await proxy?.close()
  seaweed?.stop()
})

/** Two events on each of the last six days; the older three days are archived. */
const events = Array.from({ length: 12 }, (_, i) => {
  const first = (today - (i % 6) * daySeconds + 3_600 * i) * 1e6
  return { id: i + 1, occurrences: [first, first + 5e6], ...ordinary, message: `event ${i}`, tags: {} }
})

/** A store of events; tests copy it. */
let template: string

async function fillTemplate(): Promise<string> {
  const folder = await newStoreFolder()
  const store = await openArchivingStore({ folder, archive: mkdtempSync(path.join(tmpdir(), 'unused-')) })
  await store.append(spoolFile(events.flatMap(rowsOf)))
  await store.close()
  rmSync(path.join(folder, 'archive'), { recursive: true })
  return folder
}

/** A folder with a store of events. */
function filledFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-store-'))
  cpSync(template, folder, { recursive: true })
  return folder
}

const through = (prefix: string) => seaweed.at(prefix, proxy.port)
const clientOf = (prefix: string) => new S3Client(seaweed.at(prefix))

async function keysOf(prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const page of clientOf(prefix).list(prefix, hasty)) keys.push(...page.map(({ key }) => key))
  return keys.map(key => key.slice(prefix.length))
}

async function openAt(folder: string, prefix: string, options: ArchivingOptions = {}): Promise<SqlStore> {
  return await openArchivingStore({ folder, archive: through(prefix) }, options)
}

async function counts(store: SqlStore) {
  const count = async (from: Pick<SqlStore, 'countEvents'> | undefined) =>
    (await from?.countEvents(all, { from: 0, to: 0 }, read))?.events
  return { hot: await count(store), withArchive: await count(store.archive?.store) }
}

/** Sets the fate of requests of this test. */
function fateOf(decide: (asked: string) => Fate | Promise<Fate>): void {
  proxy.fate = ({ method, url }) => decide(`${method} ${url}`)
  onTestFinished(() => {
    proxy.fate = () => 'pass'
  })
}

/** The first `times` requests that match have a fate; others pass. */
function firstOnes(pattern: RegExp, times: number, fate: Fate): (asked: string) => Fate {
  let left = times
  return asked => (pattern.test(asked) && left-- > 0 ? fate : 'pass')
}

test('every type of query answers from S3 as the oracle does', async () => {
  await checkArchivedAnswers(seaweed.at('answers/'), { questionsOfType: 1, maxFileRows: 500 })
}, 60_000)

test('days are archived by a server that is slow, overloaded, and loses requests and answers', async () => {
  const clocks = new ManualClocks(today * 1000 + 1)
  const store = await openAt(filledFolder(), 'faults/', { clocks })
  await store.retention.tick()
  const faults = [
    firstOnes(/./, 2, { status: 503 }),
    firstOnes(/^PUT .*parquet/, 1, 'half'),
    firstOnes(/^PUT .*parquet/, 1, 'lose-answer'),
    firstOnes(/^PUT .*json/, 1, 'lose-answer'),
    firstOnes(/^GET .*json/, 1, 'lose-request'),
    firstOnes(/./, 6, { delayMs: 100 }),
  ]
  fateOf(asked => {
    const fates = faults.map(fault => fault(asked))
    return fates.find(fate => fate !== 'pass') ?? 'pass'
  })
  await clocks.expire(store)
  expect([await counts(store), store.archivedDays?.problems]).toEqual([{ hot: 6, withArchive: 12 }, []])
  await store.close()
})

test('days stay in the store, with the reason, while the bucket is full or refuses the key', async () => {
  const clocks = new ManualClocks(today * 1000 + 1)
  const store = await openAt(filledFolder(), 'refused/', { clocks })
  await store.retention.tick()
  for (const [pattern, fate, reason] of [
    [/^PUT/, { status: 507 }, 'is full (507 OfTheTest)'],
    [/^(PUT|DELETE)/, { status: 403 }, 'refuses the key (403 OfTheTest)'],
    [/^GET .*json/, { status: 404 }, 'has no such object (404 OfTheTest)'],
  ] as const) {
    fateOf(asked => (pattern.test(asked) ? fate : 'pass'))
    await clocks.pass(60, store)
    expect(await counts(store)).toEqual({ hot: 12, withArchive: 12 })
    expect(store.archivedDays?.problems[0]?.problem).toBe(`s3://old-logs/refused ${reason}`)
  }
  // The next run finds a server that works.
  proxy.fate = () => 'pass'
  await clocks.expire(store)
  expect([await counts(store), store.archivedDays?.problems]).toEqual([{ hot: 6, withArchive: 12 }, []])
  await store.close()
})

test('large files are uploaded in parts, and nothing is left of an upload that fails', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'large-')), 'file')
  const bytes = 20 * 1024 ** 2
  writeFileSync(file, Buffer.alloc(bytes, 'line of a log\n'))
  const client = new S3Client(through('large/'), { idleMs: 5_000, wholeMs: 20_000, attempts: 2 })
  const sha256 = await uploadFile(client, file, 'large/2026-01-01.1.00.parquet')
  expect(await downloadObject(client, { key: 'large/2026-01-01.1.00.parquet', bytes })).toBe(sha256)
  expect(proxy.seen.filter(asked => /^PUT .*partNumber=/.test(asked))).toHaveLength(3)
  fateOf(asked => (asked.includes('partNumber=2') ? { status: 503 } : 'pass'))
  await expect(uploadFile(client, file, 'large/2026-01-02.1.00.parquet')).rejects.toThrow(
    's3://old-logs/large is overloaded or broken (503 OfTheTest)',
  )
  expect([await client.uploads('large/', hasty), await keysOf('large/')]).toEqual([
    [],
    ['2026-01-01.1.00.parquet'],
  ])
  // A kill leaves parts; the next start deletes them.
  await client.send({ method: 'POST', key: 'large/2026-01-03.1.00.parquet', query: { uploads: '' } }, hasty)
  expect(await client.uploads('large/', hasty)).toHaveLength(1)
  await (await openAt(await newStoreFolder(), 'large/')).close()
  expect(await client.uploads('large/', hasty)).toEqual([])
})

test('kills at each step lose nothing and show nothing twice', async () => {
  const folder = filledFolder()
  const prefix = 'kills/'
  const steps: RegExp[] = [/^PUT .*parquet/, /^GET .*parquet/, /^PUT .*json/, /^GET .*json/, /^GET .*parquet/]
  for (const [at, step] of steps.entries()) {
    const child = fork(childFile, [folder, JSON.stringify(through(prefix))], {
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const exited = once(child, 'exit')
    // The last step is the download for a restore.
    let isDue = at < steps.length - 1
    child.on('message', message => {
      if (message === 'archived') isDue = true
    })
    let killed = false
    fateOf(async asked => {
      if (killed || (isDue && step.test(asked))) {
        killed = true
        child.kill('SIGKILL')
        await exited
        return 'lose-request'
      }
      return 'pass'
    })
    await exited
    proxy.fate = () => 'pass'
    const store = await until('the store after a kill', () => openAt(folder, prefix).catch(() => undefined))
    const { withArchive } = await counts(store)
    expect({ at, killed, withArchive }).toEqual({ at, killed: true, withArchive: 12 })
    await store.close()
  }
  // A kill while a day is deleted from the archive.
  const [manifest] = (await keysOf(prefix)).filter(name => name.endsWith('.json'))
  await clientOf(prefix).put(`${prefix}${manifest}.dropped`, Buffer.from('{}'), hasty)
  await (await openAt(folder, prefix)).close()
  const day = manifest?.slice(0, 10) ?? ''
  expect((await keysOf(prefix)).filter(name => name.startsWith(day))).toEqual([])
}, 60_000)

const midnight = Math.floor(Date.now() / 1_000 / daySeconds) * daySeconds
const dayText = (before: number) =>
  new Date((midnight - before * daySeconds) * 1_000).toISOString().slice(0, 10)

/** A product with two archived days in S3 and one in the store. */
async function productWithArchive(): Promise<Millrace> {
  const millrace = new Millrace({
    MILLRACE_ARCHIVE: 's3://old-logs/product',
    MILLRACE_ARCHIVE_S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
    MILLRACE_ARCHIVE_S3_KEY: seaweed.keys.accessKey,
    MILLRACE_ARCHIVE_S3_SECRET: seaweed.keys.secretKey,
    MILLRACE_LOG_LEVEL: 'debug',
    MILLRACE_METRICS: 'token',
  })
  const clocks = new ManualClocks()
  const store = await openEmbeddedStore({
    folder: path.join(millrace.dataDir, 'events'),
    window: 60,
    retentionDays: 30,
    clocks,
    archive: {
      location: through('product/'),
      state: path.join(millrace.dataDir, 'archive'),
      afterDays: 7,
      retentionDays: 365,
    },
    log: () => {},
  })
  const stored = [12, 11, 2].flatMap((before, day) =>
    Array.from({ length: 20 }, (_, i) => ({
      id: day * 100 + i + 1,
      occurrences: [(midnight - before * daySeconds + 3_600 + i) * 1e6],
      ...ordinary,
      host: `db-${before}`,
      message: `backup ${i} of the night`,
      tags: {},
    })),
  )
  await store.retention.tick()
  await store.append(spoolFile(stored.flatMap(rowsOf)))
  await clocks.expire(store)
  await store.close()
  await millrace.restart()
  return millrace
}

/** The contents of all files below a folder. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => path.join(folder, name))
    .filter(file => statSync(file).isFile())
    .map(file => readFileSync(file, 'latin1'))
}

test('the product searches, checks and restores days in S3, and says when S3 is away', async () => {
  const millrace = await productWithArchive()
  onTestFinished(() => millrace.remove())
  const { client } = millrace
  const params = {
    time_range: { ts_from: midnight - 20 * daySeconds, ts_to: midnight },
    filter: [{ field: 'message', op: 'qp', value: 'night' }],
  }
  const hosts = async (also: object) => {
    const { results } = await client.query('TopN', { ...params, field: 'host', ...also })
    // The schema of the results of a TopN, which the API tests check.
    const { totals } = results as { totals: { values: { name: string; count: number }[] } }
    return totals.values.map(({ name }) => name)
  }
  const health = async () => {
    const { parts } = (await (await client.get('/api/monitor/health')).json()) as {
      parts: { name: string; says: string }[]
    } // as its schema says
    return parts.find(({ name }) => name === 'archive')?.says
  }
  const run = async (...words: string[]) => {
    const child = millrace.command(...words)
    let out = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', chunk => {
        out += chunk
      })
    await once(child, 'close')
    return out
  }
  const access = ['--url', millrace.url, '--token', millrace.token]
  expect(await hosts({ with_archive: true })).toEqual(['db-11', 'db-12', 'db-2'])
  const { query_id: id } = await client.query('Search', { ...params, with_archive: true })
  const file = await (await client.get(`/api/query/${id}/export?format=csv`)).text()
  expect(file.match(/of the night/g)).toHaveLength(60)
  const explained = await (await client.get(`/api/query/${id}?explain=true`)).text()
  expect(await run('archive', 'verify', ...access)).toBe(
    `${dayText(11)}: as it was written\n${dayText(12)}: as it was written\n`,
  )
  await run('archive', 'restore', dayText(12), ...access)
  await until('the restore', async () => (await run('archive', 'restores', ...access)).includes('done'))
  expect(await hosts({})).toEqual(['db-12', 'db-2'])
  expect(await health()).toBe('Old days are archived.')

  // The key is refused, then the server is away: queries without archives answer, others say why not.
  const failure = async (field: string) => await hosts({ with_archive: true, field }).catch(String)
  proxy.fate = () => ({ status: 403 })
  onTestFinished(() => {
    proxy.fate = () => 'pass'
  })
  expect(await failure('program')).toMatch(
    /Archived events cannot be read: s3:\/\/old-logs\/product refuses the key/,
  )
  proxy.fate = () => 'pass'
  expect(await hosts({ with_archive: true })).toHaveLength(3)
  await proxy.down()
  expect(await failure('severity')).toMatch('s3://old-logs/product does not answer')
  expect(await hosts({})).toEqual(['db-12', 'db-2'])
  expect(await health()).toMatch('The archive cannot be used: s3://old-logs/product does not answer')
  expect(await (await client.get('/metrics')).text()).toMatch(/^millrace_archive_away 1$/m)
  expect(await run('doctor')).toMatch(/s3:\/\/old-logs\/product does not answer/)
  // A start needs no S3.
  await millrace.stop()
  await millrace.restart()
  expect(await hosts({})).toEqual(['db-12', 'db-2'])
  await proxy.up()
  expect(await hosts({ with_archive: true })).toHaveLength(3)

  await millrace.stop()
  const { secretKey } = seaweed.keys
  const texts = [millrace.output, explained, ...filesBelow(millrace.dataDir)]
  expect(texts.some(text => text.includes(secretKey))).toBe(false)
}, 60_000)
