import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillStore } from '../../bench/corpus.ts'
import type { Condition } from '../../src/schema/filter/condition.ts'
import { openEmbeddedStore } from '../../src/storage/store/embedded/open.ts'
import { Client } from '../testing/client.ts'
import { isIdleMachine } from '../testing/idle-machine.ts'
import { Millrace } from '../testing/millrace.ts'

const rows = isIdleMachine ? 1_000_000 : 400_000
const questions = 20
const longestMillis = 400
/** Allowed instead: this many times the longest answer without other queries. */
const allowance = 4
const pauseMillis = 25
/** Unix seconds. */
const end = Math.floor(Date.now() / 1_000) - 60

const list = (length: number, value: (i: number) => string) => Array.from({ length }, (_, i) => value(i))

/** The most expensive allowed filters, each with its own values, so that no result helps another. */
const filters: readonly ((n: number) => Condition[])[] = [
  n => [{ field: 'message', value: list(1_000, i => `x${n}y${i}*b?`) }],
  n => [{ field: 'message', value: list(1_000, i => `*${n}${i}z`) }],
  n => [
    { field: 'message', value: list(990, i => `q${n}r${i}*b`) },
    { field: 'message', op: '=~', value: list(5, i => `[a-z${n}${i}]{999}[a-f]{900}`) },
  ],
  n => [{ field: 'message', op: '=~', value: list(10, i => `[a-f${n}]{400}${i}[0-9a-z]{700}`) }],
  n => [{ field: 'message', value: list(9_999, i => `w${n}v${i}`) }],
  n => [{ field: 'message', op: 'qp', value: list(900, i => `x${n}y${i} z${i}`) }],
  n => [{ field: 'message', op: 'qp', value: list(999, i => `"port ${n}${i}"`) }],
  n => [{ field: 'host', value: list(1_000, i => `*o${n}*${i}`) }],
  n => [{ field: 'dst_port', op: '=~', value: list(10, i => `([0-9]{30}){33}${n}${i}`) }],
  n => [
    { field: 'message', op: 'ne', value: list(1_000, i => `x${n}*y${i}`) },
    { field: 'host', value: list(10_000, i => `host-${n}.${i}`) },
  ],
]

let millrace: Millrace
beforeAll(async () => {
  millrace = await Millrace.start()
  await millrace.stop()
  const store = await openEmbeddedStore({
    folder: `${millrace.dataDir}/events`,
    window: 60,
    retentionDays: 30,
    log: console.error,
  })
  await fillStore(store, rows, 1, end)
  await store.close()
  await millrace.restart()
})
afterAll(() => millrace.remove())

test('the twenty most expensive filters of one user keep no other user waiting', {
  timeout: 300_000,
}, async () => {
  const asking = new Client(millrace)
  const other = await clientOf('other')
  const time_range = { ts_from: end - 86_400, ts_to: end }
  const short = async () => {
    const params = { field: 'host', time_range: { ts_from: end - 3_600, ts_to: end } }
    const answer = await other.post('/api/query', { type: 'TopN', params })
    expect([answer.status, ((await answer.json()) as { status: string }).status]).toEqual([200, 'SUCCESS'])
  }
  const ping = async () => {
    const answer = await other.get('/ping')
    await answer.arrayBuffer()
    expect(answer.status).toBe(200)
  }
  // Usual state of a running service: counts in memory.
  for (let i = 0; i < 5; i++) await short()
  await (await asking.post('/api/query', { type: 'EventRate', params: { time_range } })).arrayBuffer()
  const before = await timesOf(40, ping, short)

  const asked = await Promise.all(
    list(20, String)
      .map(async (_, i) => {
        const filter = filters[i % filters.length]?.(i) ?? []
        const type = ['Search', 'EventRate', 'TopN'][i % 3] ?? 'Search'
        const params = { filter, time_range, ...(type === 'TopN' && { field: 'host' }) }
        const answer = await asking.post('/api/query', { type, params })
        const text = await answer.text()
        expect([i, answer.status, answer.status < 300 ? '' : text]).toEqual([
          i,
          answer.status < 202 ? 200 : 202,
          '',
        ])
        return (JSON.parse(text) as { query_id: string }).query_id
      })
      .concat(timesOf(questions, ping, short).then(times => JSON.stringify(times))),
  )
  const during = JSON.parse(asked.pop() ?? '{}') as typeof before
  const states = await Promise.all(
    asked.map(async id => {
      const query = (await (await asking.get(`/api/query/${id}`)).json()) as {
        status: string
        error?: unknown
      }
      return query.error === undefined || query.error === null ? query.status : JSON.stringify(query.error)
    }),
  )
  console.log(
    `alone ${figures(before)}; beside the filters ${figures(during)}; they were then ${states.join(', ')}`,
  )
  for (const id of asked) await (await asking.get(`/api/query/${id}/remove`)).arrayBuffer()
  expect(states.filter(state => state.includes('internal'))).toEqual([])
  // The short queries were answered before the filters, the first of which are equally old.
  expect(states).toContain('IN_PROGRESS')
  if (!isIdleMachine) return
  const longest = (times: readonly number[]) => Math.max(longestMillis, allowance * (times.at(-1) ?? 0))
  expect(during.ping.at(-1)).toBeLessThan(longest(before.ping))
  expect(during.short.at(-1)).toBeLessThan(longest(before.short))
})

/** A client of a new user, who sees all hosts. */
async function clientOf(username: string): Promise<Client> {
  const admin = new Client(millrace)
  const made = async (path: string, body: unknown) => {
    const answer = await admin.post(path, body)
    expect(answer.status).toBe(201)
    // The shape of these routes, which the API tests check.
    return (await answer.json()) as { id: number }
  }
  const group = await made('/api/groups', { name: username, permissions: ['search'], hosts: ['*'] })
  const password = 'a pass phrase of somebody'
  await made('/api/users', { username, password, groups: [group.id] })
  const login = await admin.post(
    '/api/login',
    { username, password },
    { authorization: '', origin: millrace.url },
  )
  const cookie = login.headers
    .getSetCookie()
    .map(text => text.split(';')[0])
    .join('; ')
  const headers = { authorization: '', origin: millrace.url, cookie }
  const answer = await admin.post('/api/authtokens', { token_type: 'USER' }, headers)
  expect([login.status, answer.status]).toEqual([200, 201])
  const { secret_key } = (await answer.json()) as { secret_key: string }
  return new Client({ url: millrace.url, token: secret_key })
}

/** Milliseconds of each query, in order. */
async function timesOf(times: number, ping: () => Promise<void>, short: () => Promise<void>) {
  const taken = { ping: [] as number[], short: [] as number[] }
  for (let i = 0; i < times; i++) {
    taken.ping.push(await millisOf(ping))
    taken.short.push(await millisOf(short))
    await setTimeout(pauseMillis)
  }
  taken.ping.sort((a, b) => a - b)
  taken.short.sort((a, b) => a - b)
  return taken
}

async function millisOf(work: () => Promise<void>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

function figures({ ping, short }: { ping: number[]; short: number[] }): string {
  const of = (times: number[]) =>
    `${Math.round(times[times.length >> 1] ?? Number.NaN)} to ${Math.round(times.at(-1) ?? Number.NaN)} ms`
  return `/ping ${of(ping)}, a short question ${of(short)}`
}
