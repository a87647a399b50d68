import { beforeEach, describe, expect, test } from 'vitest'
import type { Socket, SocketListener } from '../../../clients/typescript/src/live-socket.ts'
import { LiveConnection, type QueryListener } from './live-connection.ts'
import { ManualClock } from './testing/manual-clock.ts'

class Line implements Socket {
  sent: unknown[] = []
  closed = false
  readonly on: SocketListener
  constructor(on: SocketListener) {
    this.on = on
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.closed = true
  }
  says(...frame: unknown[]) {
    this.on.received(JSON.stringify(frame))
  }
}

class Notes implements QueryListener {
  heard: unknown[] = []
  update(data: unknown) {
    this.heard.push(data)
  }
  lost() {
    this.heard.push('lost')
  }
}

let clock: ManualClock
let lines: Line[]
let connection: LiveConnection
const line = () => lines.at(-1) as Line

beforeEach(() => {
  clock = new ManualClock()
  lines = []
  connection = new LiveConnection(on => {
    lines.push(new Line(on))
    return line()
  }, clock)
})

const updateOf = (id: string, status = 'SUCCESS') => ({
  widget_id: null,
  dashboard_id: null,
  data: { query_id: id, status },
})

describe('subscriptions', () => {
  test('wait for the connection, then are made once each', () => {
    connection.connect()
    connection.watchQuery('a', new Notes())
    connection.watchQuery('a', new Notes())
    connection.watchQuery('b', new Notes())
    expect(line().sent).toEqual([])
    line().on.opened()
    expect(line().sent).toEqual([
      ['subscribe', 'query', 'a'],
      ['subscribe', 'query', 'b'],
    ])
    expect(connection.state.get()).toBe('open')
  })

  test('deliver to every watcher of that query and to no other', () => {
    const [one, two, other] = [new Notes(), new Notes(), new Notes()]
    connection.connect()
    line().on.opened()
    connection.watchQuery('a', one)
    connection.watchQuery('a', two)
    connection.watchQuery('b', other)
    line().says('widget-update', updateOf('a'))
    expect(one.heard).toEqual([{ query_id: 'a', status: 'SUCCESS' }])
    expect(two.heard).toEqual(one.heard)
    expect(other.heard).toEqual([])
  })

  test('end when the last watcher goes', () => {
    connection.connect()
    line().on.opened()
    const first = connection.watchQuery('a', new Notes())
    const second = connection.watchQuery('a', new Notes())
    first()
    first()
    expect(line().sent).toEqual([['subscribe', 'query', 'a']])
    second()
    expect(line().sent).toEqual([
      ['subscribe', 'query', 'a'],
      ['unsubscribe', 'query', 'a'],
    ])
  })

  test('to notifications are one for all watchers, and made again after a loss', () => {
    const heard: unknown[] = []
    const ends = [1, 2].map(() => connection.watchNotifications(counts => heard.push(counts)))
    connection.connect()
    line().on.opened()
    expect(line().sent).toEqual([['subscribe', 'notifications']])
    const counts = { unread_count: 3, unread_groups: 1, group_count: 2, changed_at: 5 }
    line().says('notifications-update', counts)
    expect(heard).toEqual([counts, counts])
    line().on.closed(1006)
    clock.turnToNext()
    line().on.opened()
    expect(line().sent).toEqual([['subscribe', 'notifications']])
    for (const end of ends) end()
    expect(line().sent.at(-1)).toEqual(['unsubscribe', 'notifications'])
  })

  test('that the service refuses are reported lost, and not made again', () => {
    const notes = new Notes()
    connection.connect()
    line().on.opened()
    connection.watchQuery('gone', notes)
    line().says('error', { code: 'not_found', detail: 'Not found.', command: ['subscribe', 'query', 'gone'] })
    expect(notes.heard).toEqual(['lost'])
    line().on.closed(1006)
    clock.advance(30_000)
    line().on.opened()
    expect(line().sent).toEqual([])
  })
})

describe('a list of subscriptions', () => {
  const list = (...query: string[]) => ['subscription-update', { query, widget: [], dashboard: [] }]

  test('without a query that had a subscription reports it lost, others not', () => {
    const [ended, other, asked] = [new Notes(), new Notes(), new Notes()]
    connection.connect()
    line().on.opened()
    connection.watchQuery('a', ended)
    connection.watchQuery('b', other)
    line().says(...list('a'))
    line().says(...list('a', 'b'))
    connection.watchQuery('c', asked)
    line().says(...list('b'))
    line().says(...list('b', 'c'))
    expect([ended, other, asked].map(({ heard }) => heard)).toEqual([['lost'], [], []])
    // Subscribes again when the query is watched again.
    connection.watchQuery('a', ended)
    expect(line().sent.at(-1)).toEqual(['subscribe', 'query', 'a'])
  })

  test('after a query was left and watched again belongs to its earlier subscription', () => {
    const notes = new Notes()
    connection.connect()
    line().on.opened()
    const leave = connection.watchQuery('a', new Notes())
    leave()
    const leaveAgain = connection.watchQuery('a', notes)
    line().says(...list('a'))
    expect(line().sent).toEqual([
      ['subscribe', 'query', 'a'],
      ['unsubscribe', 'query', 'a'],
    ])
    line().says(...list())
    expect(line().sent.slice(2)).toEqual([['subscribe', 'query', 'a']])
    line().says(...list('a'))
    expect(notes.heard).toEqual([])
    leaveAgain()
    line().says(...list())
    expect(line().sent.slice(3)).toEqual([['unsubscribe', 'query', 'a']])
    expect(notes.heard).toEqual([])
  })

  test('of an earlier connection does not count', () => {
    const notes = new Notes()
    connection.connect()
    line().on.opened()
    connection.watchQuery('a', notes)
    connection.watchQuery('b', new Notes())()
    line().says(...list('a'))
    line().on.closed(1006)
    clock.turnToNext()
    line().on.opened()
    connection.watchQuery('b', notes)
    line().says(...list())
    line().says(...list('a', 'b'))
    expect(line().sent).toEqual([
      ['subscribe', 'query', 'a'],
      ['subscribe', 'query', 'b'],
    ])
    expect(notes.heard).toEqual([])
  })
})

describe('a lost connection', () => {
  test('comes back with growing delays up to 30 s, and subscribes again', () => {
    connection.watchQuery('a', new Notes())
    connection.connect()
    const delays: number[] = []
    for (let i = 0; i < 9; i++) {
      const before = clock.time
      line().on.closed(1006)
      expect(connection.state.get()).toBe('waiting')
      clock.turnToNext()
      delays.push(clock.time - before)
    }
    // The random value is in the middle: three quarters of the full delay.
    expect(delays).toEqual([375, 750, 1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500])
    line().on.opened()
    expect(line().sent).toEqual([['subscribe', 'query', 'a']])
  })

  test('starts from the shortest delay after it stood again', () => {
    connection.connect()
    for (let i = 0; i < 5; i++) {
      line().on.closed(1006)
      clock.turnToNext()
    }
    line().on.opened()
    line().on.closed(1006)
    clock.advance(374)
    expect(lines).toHaveLength(6)
    clock.advance(1)
    expect(lines).toHaveLength(7)
  })

  test('need not wait when the network is back', () => {
    connection.connect()
    line().on.closed(1006)
    connection.connect()
    expect(lines).toHaveLength(2)
    clock.advance(8_000)
    expect(lines).toHaveLength(2)
  })

  test('is noticed although nothing closes: silence, a ping, silence', () => {
    connection.connect()
    line().on.opened()
    clock.advance(20_000)
    expect(line().sent).toEqual([['ping']])
    clock.advance(10_000)
    expect(lines[0]?.closed).toBe(true)
    expect(connection.state.get()).toBe('waiting')
  })

  test('is not suspected while words come', () => {
    connection.connect()
    line().on.opened()
    for (let i = 0; i < 5; i++) {
      clock.advance(15_000)
      line().says('pong')
    }
    expect(line().sent).toEqual([])
    clock.advance(25_000)
    line().says('pong')
    clock.advance(15_000)
    expect(connection.state.get()).toBe('open')
  })

  test('is also one that never opens', () => {
    connection.connect()
    clock.advance(10_000)
    expect(connection.state.get()).toBe('waiting')
    expect(lines[0]?.closed).toBe(true)
  })

  test('says nothing any more once it was given up', () => {
    const notes = new Notes()
    connection.connect()
    line().on.opened()
    connection.watchQuery('a', notes)
    const old = line()
    clock.advance(30_000)
    clock.advance(1000)
    old.says('widget-update', updateOf('a'))
    old.on.closed(1006)
    expect(notes.heard).toEqual([])
    expect(lines).toHaveLength(2)
  })
})

test('a closed connection stays closed', () => {
  connection.connect()
  line().on.opened()
  connection.close()
  line().on.closed(1006)
  clock.advance(60_000)
  expect(lines).toHaveLength(1)
  expect(connection.state.get()).toBe('off')
})

for (const text of [
  '',
  'null',
  '{}',
  '["widget-update"]',
  '["widget-update",{"data":null}]',
  '["news",{}]',
  '["error",{"command":"x"}]',
  '["subscription-update",{}]',
])
  test(`the frame ${JSON.stringify(text)} disturbs nobody`, () => {
    const notes = new Notes()
    connection.connect()
    line().on.opened()
    connection.watchQuery('a', notes)
    line().on.received(text)
    expect(notes.heard).toEqual([])
  })
