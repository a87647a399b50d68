import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { testEvent } from '../../query/kinds/testing/open-store.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { type QueryType, queryTypes } from '../../schema/query/query.ts'
import { someOf } from '../../testing/depth.ts'
import { eventually } from '../../testing/until.ts'
import { program } from '../program.ts'
import { type CommandLine, openCommandLine } from '../testing/command-line.ts'
import { withTrueSessions } from '../testing/doc-sessions.ts'
import { hostile, makeDashboard, openTestService, start, type TestService } from '../testing/test-service.ts'
import { answerFormats } from './write-answer.ts'

let service: TestService
let line: CommandLine
beforeAll(async () => {
  service = await openTestService()
  await makeDashboard(service)
})
afterAll(() => service.close())
beforeEach(() => {
  line = openCommandLine()
})

function millrace(...words: string[]): Promise<string[]> {
  const readSettings = () => expect.unreachable()
  const start = () => expect.unreachable()
  return line.run(program({ version: '1.2.3', readSettings, readListeners: () => [], start }), ...words)
}

const day = ['--range', '2026-01-01', '--timezone', 'UTC']
// The table is keyed by query type.
const types = Object.keys(queryTypes) as QueryType[]
/** Formats rendered here; the others are exports with their own tests. */
const drawnFormats = ['table', 'bars', 'jsonl'] as const

test('the sessions of docs/cli.md are true', async () => {
  let streamed = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(chunk => {
    streamed += chunk
    return true
  })
  Object.defineProperty(process.stdout, 'columns', { value: 110, configurable: true })
  const file = 'docs/cli.md'
  const made = await withTrueSessions(readFileSync(file, 'utf8'), async ([name = '', ...words]) => {
    expect(name).toBe('millrace')
    const printed = (await millrace(...words, ...service.remote))
      .map(text => text.replace(/^! /, ''))
      .join('\n')
    const text = printed + streamed
    streamed = ''
    return text.replaceAll(service.remote[1] ?? '', 'http://127.0.0.1:8080')
  })
  write.mockRestore()
  Reflect.deleteProperty(process.stdout, 'columns')
  await expect(made).toMatchFileSnapshot(`../../../${file}`)
})

test('every type is drawn and has lines; a Search has every format', async () => {
  for (const type of types)
    for (const format of type === 'Search' ? answerFormats : someOf(drawnFormats, 2)) {
      const file = line.file(`${type}.${format}`)
      expect(
        await millrace('query', type, '--format', format, '-O', file, ...day, ...service.remote),
      ).toEqual([])
      expect([type, format, process.exitCode]).toEqual([type, format, 0])
      const bytes = readFileSync(file)
      if (format === 'jsonl') for (const row of bytes.toString().split('\n').filter(Boolean)) JSON.parse(row)
      else expect(bytes.length).toBeGreaterThan(0)
    }
})

test('jsonl and json of a Search have every event, or the page that was asked for', async () => {
  const read = async (...words: string[]) => {
    await millrace('query', 'search', ...words, ...day, ...service.remote)
    return readFileSync(words.at(-1) ?? '', 'utf8')
  }
  const events = (await read('-O', line.file('all.jsonl')))
    .trimEnd()
    .split('\n')
    .map((row): EventRecord => JSON.parse(row))
  expect(events.map(({ id }) => id).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(events.find(({ id }) => id === 12)?.message).toBe(hostile)
  const exported = JSON.parse(await read('-O', line.file('all.json')))
  expect(exported.objects.map(({ id }: EventRecord) => id)).toEqual(events.map(({ id }) => id))
  expect((await read('--limit', '2', '-O', line.file('two.jsonl'))).trimEnd().split('\n')).toHaveLength(2)
  const page = JSON.parse(await read('--limit', '2', '--page', '3', '-O', line.file('page.json')))
  expect([page.page_number, page.objects.length, page.item_count]).toEqual([3, 2, 12])
})

test('params come from a file, from text and from options, which take precedence', async () => {
  const params = {
    field: 'program',
    limit: 1,
    filter: [{ field: 'host', value: ['fw-*'] }],
    time_range: { ts_from: start, ts_to: start + 3600 },
  }
  const file = line.file('params.json', JSON.stringify(params))
  const rows = async (...words: string[]) => {
    const out = line.file('out.jsonl')
    expect(await millrace('query', ...words, '--format', 'jsonl', '-O', out, ...service.remote)).toEqual([])
    return readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map(row => JSON.parse(row))
  }
  expect(await rows('-t', 'TopN', '-P', file)).toEqual([{ name: 'sshd', count: 7 }])
  expect(await rows('topn', '-P', file, '--limit', '5')).toEqual([
    { name: 'sshd', count: 7 },
    { name: 'kernel', count: 3 },
  ])
  expect(await rows('TopN', '--json', JSON.stringify(params), '--filter', 'severity<=err')).toEqual([
    { name: 'kernel', count: 3 },
  ])
  // For the service a preset takes precedence over bounds.
  const preset = JSON.stringify({ ...params, time_range: { preset: 'last_15_minutes' } })
  expect(await rows('TopN', '--json', preset, ...day)).toEqual([{ name: 'sshd', count: 7 }])
})

test.each([
  ['a range', ['query', 'search', '--range', 'a while ago'], 2, /^! --range a while ago: expected/],
  ['a zone', ['query', 'search', '--timezone', 'Mars/Phobos'], 2, /not a time zone/],
  ['a condition', ['query', 'search', '--filter', 'x'], 2, /^! --filter x/],
  ['params', ['query', 'search', '--json', '[1]'], 2, /expected a JSON object/],
  ['params that are no JSON', ['query', 'search', '--json', '{'], 2, /not JSON/],
  ['a file of params', ['query', 'search', '-P', 'nowhere.json'], 2, /nowhere\.json is not there/],
  ['a param that the service refuses', ['query', 'TopN', '--limit', '0'], 2, /^! params\.limit: /],
  ['pages of a csv', ['query', 'search', '--limit', '5', '--format', 'csv'], 2, /every event that matches/],
  ['no type', ['query'], 2, /Give a query type: expected one of Search, /],
  ['an unknown type', ['query', 'Nope'], 2, /^! Nope is not a query type: expected one of Search, .*TopN/],
  ['an id', ['event', 'x'], 2, /not an id of an event/],
  ['an event that is not there', ['event', '999'], 1, /There is no event 999 that you may see/],
  ['a tail', ['tail', '(a'], 2, /cannot be read/],
])('%s that is wrong is reported, with an exit code', async (_, words, code, complaint) => {
  const [said = ''] = await millrace(...words, ...service.remote)
  expect(said).toMatch(complaint)
  expect(process.exitCode).toBe(code)
})

test('a wrong token and a service that does not answer are failures', async () => {
  const url = service.remote[1] ?? ''
  for (const command of [['query', 'search'], ['tail'], ['event', '8']]) {
    const [refused] = await millrace(...command, '--url', url, '--token', 'user-1')
    expect([refused, process.exitCode]).toEqual([expect.stringMatching(/token|401/), 1])
    const [unreachable] = await millrace(...command, '--url', 'http://127.0.0.1:9', '--token', 'user-1')
    expect([unreachable, process.exitCode]).toEqual([
      expect.stringMatching(/^! http:\/\/127\.0\.0\.1:9 does not answer: /),
      1,
    ])
  }
})

test.each([['notaurl'], ['ftp://127.0.0.1'], ['127.0.0.1:8080']])('%s is no address', async url => {
  const [said] = await millrace('query', 'search', '--url', url)
  expect([said, process.exitCode]).toEqual([
    `! --url ${url}: expected an address, such as http://127.0.0.1:8080.`,
    2,
  ])
})

test('an unknown option ends with the exit code of wrong usage', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(code => {
    throw new Error(`exit ${code}`)
  })
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await expect(millrace('query', 'TopN', '--fields', 'host')).rejects.toThrow('exit 2')
  await expect(millrace('tail', '--lines', 'all')).rejects.toThrow('exit 2')
  await expect(millrace('query', 'TopN', '--timeout', '2147484')).rejects.toThrow('exit 2')
  await expect(millrace('dashboards', 'show')).rejects.toThrow('exit 2')
  exit.mockRestore()
})

test('a tail on a terminal shows what comes in while it runs, the number left out, and escapes', async () => {
  const { isTTY, hasColors } = process.stdout
  onTestFinished(() => void Object.assign(process.stdout, { isTTY, hasColors }))
  Object.assign(process.stdout, { isTTY: true, hasColors: () => false })
  const late = (id: number, message: string) =>
    testEvent(id, [start + 7_200 + id], { host: `late-${id}`, message })
  const printed = (lines: number) =>
    eventually(() => vi.mocked(console.log).mock.calls.length).toBeGreaterThanOrEqual(lines)
  await service.append([late(100, 'earlier')])
  const words = [
    'host:late-*',
    '--range',
    '2026-01-01',
    '--timezone',
    'UTC',
    '--lines',
    '1',
    '--page-size',
    '2',
    '--max-events',
    '5',
  ]
  const ended = millrace('tail', ...words, ...service.remote)
  await printed(1)
  await service.append([late(101, 'one'), late(102, hostile)])
  await printed(3)
  await service.append([late(103, 'three'), late(104, 'four'), late(105, 'five'), late(106, 'six')])
  expect(await ended).toEqual([
    '2026-01-01 02:01:40.000 INFO      late-100 kernel: earlier',
    '2026-01-01 02:01:41.000 INFO      late-101 kernel: one',
    expect.stringMatching(/^2026-01-01 02:01:42\.000 INFO {6}late-102 kernel: \\x1b\[31mred/),
    expect.stringMatching(/^! … 2 events left out/),
    '2026-01-01 02:01:45.000 INFO      late-105 kernel: five',
    '2026-01-01 02:01:46.000 INFO      late-106 kernel: six',
  ])
})

test('a word of a search that is a program finds its events, with a note, unless it is quoted', async () => {
  const out = line.file('found.jsonl')
  const search = async (text: string) => {
    const notes = await millrace('query', 'search', text, ...day, '-O', out, ...service.remote)
    return [readFileSync(out, 'utf8').split('\n').filter(Boolean).length, ...notes]
  }
  expect(await search('nginx')).toEqual([
    3,
    expect.stringContaining('nginx is also searched as a program. In quotation marks it is only a word.'),
  ])
  expect(await search('"nginx"')).toEqual([0])
  expect(await search('(nginx OR sshd) NOT host:fw*')).toEqual([3, expect.any(String), expect.any(String)])
})

test('a search is on the tags of its range, also on tags that have the name of a field', async () => {
  const tagged = (id: number, tags: Record<string, string>) =>
    testEvent(id, [start + 200_000 + id], { host: 'web-1', message: 'request', tags })
  await service.append([
    tagged(20, { status: '500', Bytes: '7' }),
    tagged(21, { status: '404', Bytes: '9' }),
    tagged(22, { status: '503' }),
  ])
  const found = async (search: string) => {
    const out = line.file('found.jsonl')
    const range = ['--range', '2026-01-03', '--timezone', 'UTC']
    expect(await millrace('query', 'search', search, ...range, '-O', out, ...service.remote)).toEqual([])
    return readFileSync(out, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(row => Number(JSON.parse(row).id))
      .sort((a, b) => a - b)
  }
  const searches: [search: string, ids: number[]][] = [
    ['status:500', [20]],
    ['status:[500 TO 599]', [20, 22]],
    ['request -status:500', [21, 22]],
    ['status:unknown', [20, 21, 22]],
    ['bytes >= 8', [21]],
    ['bytes:{7 TO *]', [21]],
  ]
  for (const [search, ids] of searches) expect([search, await found(search)]).toEqual([search, ids])
})
