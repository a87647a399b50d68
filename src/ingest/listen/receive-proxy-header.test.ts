import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../testing/until.ts'
import { TestListeners } from './testing/test-listeners.ts'

let opened: TestListeners
beforeEach(() => {
  opened = new TestListeners()
})
afterEach(() => opened.close())

const received = (events: number) => eventually(async () => (await opened.counters()).received).toBe(events)

const line = 'PROXY TCP6 2001:db8::7 2001:db8::1 40000 5514\r\n'

it('has the sender of the header, whatever comes with it in one piece', async () => {
  await opened.listen([{ kind: 'syslog-tcp', trustedProxies: ['127.0.0.1'] }])
  await opened.send(`${line}<13>app: at once\n`)
  const slow = await opened.connect()
  slow.setNoDelay(true)
  for (const character of `${line}<13>app: bit by bit\n`) {
    await new Promise(resolve => slow.write(character, resolve))
  }
  slow.end()
  await received(2)
  const rows = await opened.rows()
  expect(rows.map(({ host, message }) => [message, host]).sort()).toEqual([
    ['at once', '2001:db8::7'],
    ['bit by bit', '2001:db8::7'],
  ])
})

it('has the proxy itself where it speaks for itself', async () => {
  await opened.listen([{ kind: 'syslog-tcp', trustedProxies: ['127.0.0.1'] }])
  await opened.send('PROXY UNKNOWN\r\n<13>app: checking\n')
  await received(1)
  expect((await opened.rows())[0]).toMatchObject({ host: '127.0.0.1' })
})

it('ends connections without a header', async () => {
  await opened.listen([{ kind: 'syslog-tcp', trustedProxies: ['127.0.0.1'] }])
  await opened.send('<13>app: no header\n')
  await opened.send('PROXY TCP4 127.0.0.1')
  await eventually(async () => (await opened.counters()).turnedAway.proxy_header).toBe(2)
  expect((await opened.counters()).connections).toBe(0)
  expect(await opened.messages()).toEqual([])
})

it('believes only the proxies, and holds the list of senders to what they say', async () => {
  await opened.listen([{ kind: 'syslog-tcp', trustedProxies: ['10.0.0.1'] }])
  await opened.send(`${line}<13>app: forged\n`)
  expect((await opened.counters()).turnedAway).toEqual({ proxy_header: 1 })
  await opened.close()
  opened = await new TestListeners().listen([
    { kind: 'syslog-tcp', trustedProxies: ['127.0.0.1'], allow: ['127.0.0.1'] },
  ])
  await opened.send(`${line}<13>app: not on the list\n`)
  expect((await opened.counters()).turnedAway).toEqual({ not_allowed: 1 })
  expect(await opened.messages()).toEqual([])
})
