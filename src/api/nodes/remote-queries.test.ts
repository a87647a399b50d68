import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { eventually } from '../../testing/until.ts'
import { RemoteSocket } from './remote-queries.ts'

/** Another node, whose frames the test sends, and the connection to it. */
async function connect() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  onTestFinished(() => server.close())
  const received: unknown[] = []
  const connected = once(server, 'connection')
  const { port } = server.address() as AddressInfo
  const socket = new RemoteSocket(new WebSocket(`ws://127.0.0.1:${port}`), () => {})
  onTestFinished(() => socket.close())
  const [there] = (await connected) as [WebSocket]
  there.on('message', data => received.push(JSON.parse(String(data))))
  const say = (frame: unknown) => there.send(JSON.stringify(frame))
  const list = (...query: string[]) => say(['subscription-update', { query, widget: [], dashboard: [] }])
  const update = (query_id: string, count: number) =>
    say(['widget-update', { widget_id: null, dashboard_id: null, data: { query_id, count } }])
  const refuse = (query_id: string) =>
    say(['error', { code: 'not_found', detail: '', command: ['subscribe', 'query', query_id] }])
  return { socket, received, list, update, refuse }
}

test('updates and errors on their way of a subscription that was left do not count for the next one', async () => {
  const { socket, received, list, update, refuse } = await connect()
  const opened = ['a', 'b'].map(id => socket.subscribe(id))
  list('a', 'b')
  update('a', 1)
  update('b', 1)
  await Promise.all(opened)
  const states: string[] = []
  const watch = (id: string) =>
    socket.watch(
      id,
      ({ text }) => states.push(text),
      () => states.push('ended'),
    )
  watch('a')
  watch('b')()
  const again = socket.subscribe('b')
  const subscribed = (id: string) => ['subscribe', 'query', id]
  const before = [subscribed('a'), subscribed('b'), ['unsubscribe', 'query', 'b']]
  update('b', 2)
  refuse('b')
  update('a', 2)
  await eventually(() => states).toContain('{"query_id":"a","count":2}')
  expect(received).toEqual(before)
  list('a')
  await eventually(() => received).toEqual([...before, subscribed('b')])
  list('a', 'b')
  update('b', 3)
  await again
  watch('b')
  expect(states).toEqual([
    '{"query_id":"a","count":1}',
    '{"query_id":"b","count":1}',
    '{"query_id":"a","count":2}',
    '{"query_id":"b","count":3}',
  ])
})
