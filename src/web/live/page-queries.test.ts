import { beforeEach, expect, test } from 'vitest'
import type { SocketListener } from '../../../clients/typescript/src/live-socket.ts'
import { ApiError } from '../api/http/api-error.ts'
import type { QueryRequest } from '../api/queries.ts'
import { LiveConnection } from './live-connection.ts'
import { isGone, PageQueries, QueryEndedError } from './page-queries.ts'
import { HeldRequests } from './testing/held-requests.ts'
import { ManualClock } from './testing/manual-clock.ts'

const ask: QueryRequest<'EventRate'> = { type: 'EventRate', params: {} }
const { signal } = new AbortController()
const unknown = new ApiError(404, 'not_found', 'Not found.')

let service: HeldRequests
let queries: PageQueries
let connection: LiveConnection
beforeEach(async () => {
  service = new HeldRequests()
  queries = new PageQueries(service)
  connection = openConnection(service.log)
  await queries.create(ask, signal)
  service.log.length = 0
})

function openConnection(log: string[]): LiveConnection {
  let open = () => {}
  const openSocket = ({ opened }: SocketListener) => {
    open = opened
    return { send: (text: string) => void log.push(text), close() {} }
  }
  const connection = new LiveConnection(openSocket, new ManualClock())
  connection.connect()
  open()
  return connection
}

function listener() {
  const heard: unknown[] = []
  return { heard, update: (data: unknown) => heard.push(data), lost: () => heard.push('lost') }
}

test('requests and subscriptions for a query end before its removal is sent, and none begins afterwards', async () => {
  const end = queries.watch(connection, 'a', listener())
  const underWay = [queries.read('a', signal), queries.readPage('a', 2, signal), queries.stop('a', signal)]
  queries.remove('a')
  queries.remove('a')
  for (const request of underWay) await expect(request).rejects.toBeInstanceOf(QueryEndedError)
  const sent = [
    '["subscribe","query","a"]',
    'read a',
    'page 2 of a',
    'stop a',
    'aborted read a',
    'aborted page 2 of a',
    'aborted stop a',
    '["unsubscribe","query","a"]',
    'remove a',
  ]
  expect(service.log).toEqual(sent)

  const later = [
    queries.read('a', signal),
    queries.readPage('a', 3, signal),
    queries.stop('a', signal),
    queries.keep('a', signal, signal => service.send('export a', signal)),
  ]
  for (const request of later) await expect(request).rejects.toBeInstanceOf(QueryEndedError)
  queries.watch(connection, 'a', listener())()
  end()
  expect(service.log).toEqual(sent)
})

test('a removal waits for the requests that keep the query, and for nothing else', async () => {
  const exports = ['csv', 'json'].map(format =>
    queries.keep('a', signal, signal => service.send(format, signal)),
  )
  const read = queries.read('a', signal)
  queries.remove('a')
  await expect(read).rejects.toBeInstanceOf(QueryEndedError)
  service.answer('csv', 'file')
  expect(await exports[0]).toBe('file')
  expect(service.log).toEqual(['csv', 'json', 'read a', 'aborted read a'])
  service.refuse('json', new ApiError(503, 'overloaded', 'Busy.'))
  await expect(exports[1]).rejects.toThrow('Busy.')
  expect(service.log.slice(4)).toEqual(['remove a'])
})

test('a query that was shown longer than its export is removed when it is left', async () => {
  const file = queries.keep('a', signal, signal => service.send('csv', signal))
  service.answer('csv', 'file')
  await file
  expect(service.log).toEqual(['csv'])
  queries.remove('a')
  expect(service.log).toEqual(['csv', 'remove a'])
})

test('a query that the service has forgotten is asked no more, its listeners are notified, and it is not removed', async () => {
  const { heard, ...one } = listener()
  queries.watch(connection, 'a', one)
  const [page, read] = [queries.readPage('a', 2, signal), queries.read('a', signal)]
  service.refuse('page 2 of a', unknown)
  // By this error, both callers know that the query must be created again.
  await expect(page).rejects.toBe(unknown)
  await expect(read).rejects.toBe(unknown)
  await expect(queries.readPage('a', 3, signal)).rejects.toBe(unknown)
  queries.remove('a')
  expect(heard).toEqual(['lost'])
  expect(service.log).toEqual([
    '["subscribe","query","a"]',
    'page 2 of a',
    'read a',
    'aborted read a',
    '["unsubscribe","query","a"]',
  ])
})

test('a page past the end, and an error that passes, leave the query as it is', async () => {
  for (const error of [
    new ApiError(404, 'invalid_page', 'Invalid page.'),
    new ApiError(503, 'starting', ''),
  ]) {
    const page = queries.readPage('a', 9, signal)
    service.refuse('page 9 of a', error)
    await expect(page).rejects.toBe(error)
    expect(isGone(error)).toBe(false)
  }
  const read = queries.read('a', signal)
  service.answer('read a', 'answer')
  expect(await read).toBe('answer')
})

test('a query of others is never removed here, and asked again though it was unknown', async () => {
  const { heard, ...one } = listener()
  const end = queries.watch(connection, 'w', one)
  const first = queries.read('w', signal)
  service.refuse('read w', unknown)
  await expect(first).rejects.toBe(unknown)
  queries.remove('w')
  queries.removeAll()
  const again = queries.read('w', signal)
  service.answer('read w', 'answer')
  expect(await again).toBe('answer')
  end()
  expect(heard).toEqual([])
  expect(service.log.filter(sent => sent.endsWith(' w') || sent.includes('"w"'))).toEqual([
    '["subscribe","query","w"]',
    'read w',
    'read w',
    '["unsubscribe","query","w"]',
  ])
})

test('a page that is closed removes its open queries, each once, exported ones too', async () => {
  for (let i = 0; i < 3; i += 1) await queries.create(ask, signal)
  queries.remove('b')
  queries.lost('d')
  const reading = queries.read('a', signal)
  const exported = queries.keep('c', signal, signal => service.send('csv', signal))
  const left = Promise.allSettled([reading, exported])
  queries.remove('c')
  queries.removeAll()
  queries.removeAll()
  for (const { status } of await left) expect(status).toBe('rejected')
  expect(service.log.filter(sent => /^(remove|aborted)/.test(sent))).toEqual([
    'remove b',
    'aborted read a',
    'remove a',
    'aborted csv',
    'remove c',
  ])
})
