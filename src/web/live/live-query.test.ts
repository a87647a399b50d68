import { beforeEach, expect, test } from 'vitest'
import type { Socket, SocketListener } from '../../../clients/typescript/src/live-socket.ts'
import { ApiError } from '../api/http/api-error.ts'
import type { QueryAnswer, QueryRequest } from '../api/queries.ts'
import { LiveConnection, type QueryListener } from './live-connection.ts'
import { existingQueryApi, LiveQuery, type QueryApi } from './live-query.ts'
import { PageQueries } from './page-queries.ts'
import { HeldRequests } from './testing/held-requests.ts'
import { ManualClock } from './testing/manual-clock.ts'

const ask: QueryRequest<'EventRate'> = { type: 'EventRate', params: {} }
const unknown = new ApiError(404, 'not_found', 'Not found.')

function answer(id: string, status: QueryAnswer['status'], progress = 100): QueryAnswer<'EventRate'> {
  const moment = { base_time: 0, created_at: 0, updated_at: 0 }
  return {
    query_id: id,
    status,
    type: 'EventRate',
    progress,
    results: {},
    params: {},
    owner_id: 1,
    ...moment,
  }
}

/** A fake service: gives prepared answers and records requests. */
class Paper implements QueryApi {
  asked: string[] = []
  answers: (QueryAnswer<'EventRate'> | ApiError)[] = []
  create(): Promise<never> {
    this.asked.push('create')
    return this.#next()
  }
  read(id: string): Promise<never> {
    this.asked.push(`read ${id}`)
    return this.#next()
  }
  remove(id: string): void {
    this.asked.push(`remove ${id}`)
  }
  stop(id: string): Promise<never> {
    this.asked.push(`stop ${id}`)
    return this.#next()
  }

  watch(connection: LiveConnection, id: string, listener: QueryListener): () => void {
    return connection.watchQuery(id, listener)
  }
  lost(id: string): void {
    this.asked.push(`lost ${id}`)
  }
  async #next(): Promise<never> {
    const next = this.answers.shift()
    if (!next || next instanceof ApiError) throw next ?? new Error('no answer prepared')
    // The test's own answers have the type that the query expects.
    return next as never
  }
}

let clock: ManualClock
let paper: Paper
let socket: Socket & { sent: string[]; on: SocketListener }
let connection: LiveConnection
const settled = () => new Promise<void>(resolve => setImmediate(resolve))
const open = (follow: boolean) => new LiveQuery(paper, connection, clock, ask, follow)
const push = (data: unknown) =>
  socket.on.received(JSON.stringify(['widget-update', { widget_id: null, dashboard_id: null, data }]))

beforeEach(() => {
  clock = new ManualClock()
  paper = new Paper()
  connection = new LiveConnection(on => {
    const sent: string[] = []
    socket = {
      sent,
      send: text => void sent.push(text),
      close() {},
      on,
    }
    return socket
  }, clock)
  connection.connect()
})

test('a complete answer is the end of it', async () => {
  socket.on.opened()
  paper.answers = [answer('a', 'SUCCESS')]
  const query = open(false)
  await query.start()
  expect(query.state.get().answer?.status).toBe('SUCCESS')
  expect(socket.sent).toEqual([])
  query.close()
  expect(paper.asked).toEqual(['create', 'remove a'])
})

test('a running query is watched until it is complete', async () => {
  socket.on.opened()
  paper.answers = [answer('a', 'IN_PROGRESS', 10)]
  const query = open(false)
  await query.start()
  push(answer('a', 'IN_PROGRESS', 60))
  expect(query.state.get()).toMatchObject({ answer: { progress: 60 }, elapsedMs: undefined })
  clock.advance(2500)
  push(answer('a', 'SUCCESS'))
  expect(query.state.get()).toMatchObject({ answer: { status: 'SUCCESS' }, elapsedMs: 2500 })
  expect(socket.sent).toEqual(['["subscribe","query","a"]', '["unsubscribe","query","a"]'])
  expect(paper.asked).toEqual(['create'])
})

test('the time of a recalculation begins with it', async () => {
  socket.on.opened()
  paper.answers = [answer('a', 'SUCCESS')]
  const query = open(true)
  await query.start()
  clock.advance(60_000)
  push(answer('a', 'IN_PROGRESS', 10))
  clock.advance(1_500)
  push(answer('a', 'IN_PROGRESS', 60))
  clock.advance(500)
  push(answer('a', 'SUCCESS'))
  expect(query.state.get().elapsedMs).toBe(2_000)
})

test('without the connection a running query is asked for', async () => {
  paper.answers = [answer('a', 'IN_PROGRESS', 10), answer('a', 'IN_PROGRESS', 50), answer('a', 'SUCCESS')]
  const query = open(false)
  await query.start()
  clock.advance(1000)
  await settled()
  expect(query.state.get().answer?.progress).toBe(50)
  clock.advance(1000)
  await settled()
  expect(query.state.get().answer?.status).toBe('SUCCESS')
  clock.advance(60_000)
  expect(paper.asked).toEqual(['create', 'read a', 'read a'])
})

test('a followed query keeps its subscription', async () => {
  socket.on.opened()
  paper.answers = [answer('a', 'SUCCESS')]
  const query = open(true)
  await query.start()
  push({ ...answer('a', 'SUCCESS'), base_time: 7 })
  expect(query.state.get().answer?.base_time).toBe(7)
  expect(socket.sent).toEqual(['["subscribe","query","a"]'])
})

test('a followed query that the service forgot is made again', async () => {
  socket.on.opened()
  paper.answers = [answer('a', 'SUCCESS'), answer('b', 'SUCCESS')]
  const query = open(true)
  await query.start()
  socket.on.received('["error",{"code":"not_found","detail":"","command":["subscribe","query","a"]}]')
  clock.advance(1000)
  await settled()
  expect(query.state.get().answer?.query_id).toBe('b')
  expect(socket.sent).toEqual(['["subscribe","query","a"]', '["subscribe","query","b"]'])
})

test.each([true, false])(
  'a query that has to wait is asked again without an error, followed: %s',
  async follow => {
    const busy = new ApiError(429, 'throttled', 'Request was throttled.', { retryAfterSeconds: 4 })
    paper.answers = [busy, answer('a', 'SUCCESS')]
    const query = open(follow)
    await query.start()
    expect(query.state.get().error).toBeUndefined()
    clock.advance(3999)
    expect(paper.asked).toEqual(['create'])
    clock.advance(1)
    await settled()
    expect(query.state.get()).toMatchObject({ answer: { query_id: 'a' }, error: undefined })
  },
)

test('a query that has to wait too long says so', async () => {
  const busy = new ApiError(429, 'throttled', 'Request was throttled.', { retryAfterSeconds: 1 })
  paper.answers = Array.from({ length: 9 }, () => busy)
  const query = open(false)
  await query.start()
  for (let tries = 0; tries < 20; tries += 1) {
    clock.advance(30_000)
    await settled()
  }
  expect(query.state.get().error).toBe(busy)
  expect(paper.asked).toHaveLength(9)
})

test('a query that is left while it waits is not asked again', async () => {
  paper.answers = [new ApiError(429, 'throttled', 'Request was throttled.', { retryAfterSeconds: 1 })]
  const query = open(true)
  await query.start()
  query.close()
  clock.advance(60_000)
  expect(paper.asked).toEqual(['create'])
})

test.each([true, false])('a query waits for a service that is not there, followed: %s', async follow => {
  paper.answers = [
    new ApiError(503, 'starting', 'Starting.', { retryAfterSeconds: 4 }),
    answer('a', 'SUCCESS'),
  ]
  const query = open(follow)
  await query.start()
  expect(query.state.get().error).toBeInstanceOf(ApiError)
  clock.advance(3999)
  expect(paper.asked).toEqual(['create'])
  clock.advance(1)
  await settled()
  expect(query.state.get()).toMatchObject({ answer: { query_id: 'a' }, error: undefined })
})

test('a query is asked again as soon as the connection is back, and once', async () => {
  const away = new ApiError(0, 'unreachable', 'No answer.')
  paper.answers = [away, away, answer('a', 'SUCCESS')]
  const query = open(false)
  await query.start()
  clock.advance(1_000)
  await settled()
  expect([paper.asked.length, query.state.get().error]).toEqual([2, away])
  socket.on.opened()
  await settled()
  expect(query.state.get()).toMatchObject({ answer: { query_id: 'a' }, error: undefined })
  clock.advance(60_000)
  expect(paper.asked).toEqual(['create', 'create', 'create'])
})

test('a query that failed because the store was away is asked again, ever more rarely', async () => {
  const error = { code: 'storage_unavailable', detail: 'The event store does not answer at the moment.' }
  const failed = (id: string) => ({ ...answer(id, 'FAILURE'), error })
  paper.answers = [failed('a'), failed('b'), answer('c', 'SUCCESS')]
  const query = open(false)
  await query.start()
  expect(query.state.get().answer).toMatchObject({ query_id: 'a', error })
  for (const [milliseconds, id] of [
    [1_000, 'b'],
    [1_999, 'b'],
    [1, 'c'],
  ] as const) {
    clock.advance(milliseconds)
    await settled()
    expect(query.state.get().answer?.query_id).toBe(id)
  }
  clock.advance(60_000)
  expect(paper.asked).toEqual(['create', 'remove a', 'create', 'remove b', 'create'])
})

const final: [name: string, error: ApiError, follow: boolean][] = [
  ['a refusal of what was asked', new ApiError(400, 'query_syntax', 'No.'), true],
  ['an overload for a single query', new ApiError(503, 'overloaded', 'Busy.'), false],
  ['a single query that takes too long', new ApiError(503, 'query_timeout', 'Too long.'), false],
  ['an internal error of a single query', new ApiError(500, 'internal', 'No.'), false],
]
for (const [name, error, follow] of final)
  test(`${name} is final`, async () => {
    paper.answers = [error]
    const query = open(follow)
    await query.start()
    expect(query.state.get().error).toBe(error)
    clock.advance(120_000)
    expect(paper.asked).toEqual(['create'])
  })

test('a query that was closed before its answer came is removed when it comes', async () => {
  paper.answers = [answer('a', 'SUCCESS')]
  const query = open(true)
  const started = query.start()
  query.close()
  await started
  expect(paper.asked).toEqual(['create', 'remove a'])
  expect(query.state.get().answer).toBeUndefined()
})

test('a stopped query keeps what it has found, and is neither watched nor asked for any more', async () => {
  socket.on.opened()
  paper.answers = [answer('a', 'IN_PROGRESS', 10), answer('a', 'STOPPED', 10)]
  const query = open(false)
  await query.start()
  await query.stop()
  await query.stop()
  expect(query.state.get().answer?.status).toBe('STOPPED')
  clock.advance(60_000)
  expect(paper.asked).toEqual(['create', 'stop a'])
})

test('a query that is stopped before its first answer is stopped when that comes', async () => {
  paper.answers = [answer('a', 'IN_PROGRESS', 10), answer('a', 'STOPPED', 10)]
  const query = open(false)
  const started = query.start()
  await query.stop()
  await started
  expect(query.state.get().answer?.status).toBe('STOPPED')
  expect(paper.asked).toEqual(['create', 'stop a'])
})

test('a query that is complete, or gone, needs no stop', async () => {
  paper.answers = [answer('a', 'SUCCESS')]
  const complete = open(false)
  await complete.start()
  await complete.stop()
  expect(paper.asked).toEqual(['create'])
  paper.answers = [answer('b', 'IN_PROGRESS'), new ApiError(404, 'not_found', 'gone')]
  const gone = open(false)
  await gone.start()
  await gone.stop()
  expect(gone.state.get().answer?.status).toBe('IN_PROGRESS')
})

test('a query that is left while it is stopped is removed once its stop is aborted, without an error', async () => {
  const service = new HeldRequests()
  // The test's own answer has the type that the query expects.
  service.create = async () => answer('a', 'IN_PROGRESS', 10) as never
  const query = new LiveQuery(new PageQueries(service), connection, clock, ask, false)
  await query.start()
  const stopped = query.stop()
  query.close()
  await stopped
  await query.stop()
  expect(service.log).toEqual(['stop a', 'aborted stop a', 'remove a'])
})

test('an answer that comes after its query was lost does not bring the query back', async () => {
  const service = new HeldRequests()
  const made = ['a', 'b']
  service.create = async () => answer(made.shift() ?? '', 'SUCCESS') as never
  const query = new LiveQuery(new PageQueries(service), connection, clock, ask, true)
  await query.start()
  clock.advance(5_000)
  expect(service.log).toEqual(['read a'])
  socket.on.opened()
  // The service answers, and then forgets the query before the answer arrives.
  service.answer('read a', answer('a', 'IN_PROGRESS', 50))
  socket.on.received('["error",{"code":"not_found","detail":"","command":["subscribe","query","a"]}]')
  await settled()
  clock.advance(1_000)
  await settled()
  expect(query.state.get()).toMatchObject({ answer: { query_id: 'b' }, error: undefined })
  expect(socket.sent).toEqual(['["subscribe","query","a"]', '["subscribe","query","b"]'])
})

test('a followed query is created again when another request finds that the service has forgotten it', async () => {
  const service = new HeldRequests()
  const made = ['a', 'b']
  service.create = async () => answer(made.shift() ?? '', 'SUCCESS') as never
  const queries = new PageQueries(service)
  const query = new LiveQuery(queries, connection, clock, ask, true)
  await query.start()
  const page = queries.readPage('a', 2, new AbortController().signal)
  service.refuse('page 2 of a', unknown)
  await expect(page).rejects.toBe(unknown)
  clock.advance(1_000)
  await settled()
  expect(query.state.get()).toMatchObject({ answer: { query_id: 'b' }, error: undefined })
  expect(service.log).toEqual(['page 2 of a'])
})

test('the query of a widget that the service does not know is read again without an error, three times', async () => {
  const lost: number[] = []
  const api = existingQueryApi(paper, 'w', () => void lost.push(clock.time))
  paper.answers = [unknown, answer('w', 'SUCCESS'), unknown, unknown, unknown, unknown, unknown]
  const query = new LiveQuery(api, connection, clock, ask, true)
  await query.start()
  expect(query.state.get().error).toBeUndefined()
  clock.advance(1_000)
  await settled()
  expect(query.state.get()).toMatchObject({ answer: { query_id: 'w' }, error: undefined })
  // The service stays without the query: the earlier answer stays, and the error comes after three retries.
  for (const afterMs of [5_000, 1_000, 2_000]) {
    clock.advance(afterMs)
    await settled()
    expect(query.state.get()).toMatchObject({ answer: { query_id: 'w' }, error: undefined })
  }
  clock.advance(4_000)
  await settled()
  expect(query.state.get()).toMatchObject({ answer: { query_id: 'w' }, error: unknown })
  clock.advance(60_000)
  expect(paper.asked).toHaveLength(6)
  expect(lost).toEqual([0, 7_000, 9_000, 13_000])
})

test('a query that exists already is read, followed, and left to whoever made it', async () => {
  socket.on.opened()
  paper.answers = [answer('w', 'SUCCESS')]
  const api = existingQueryApi(
    {
      create: fail,
      read: id => paper.read(id),
      remove: fail,
      watch: (connection, id, listener) => connection.watchQuery(id, listener),
      lost: fail,
    },
    'w',
    fail,
  )
  const query = new LiveQuery(api, connection, clock, ask, true)
  await query.start()
  expect(paper.asked).toEqual(['read w'])
  expect(socket.sent).toContain('["subscribe","query","w"]')
  push(answer('w', 'SUCCESS', 50))
  expect(query.state.get().answer?.progress).toBe(50)
  query.close()
  expect(paper.asked).toEqual(['read w'])
})

function fail(): never {
  throw new Error('not of a query that exists already')
}
