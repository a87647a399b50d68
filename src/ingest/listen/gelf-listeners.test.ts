import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../testing/until.ts'
import { chunked } from '../receivers/testing/gelf.ts'
import { TestIngest } from '../testing/test-ingest.ts'
import type { Ingest } from '../worker/ingest.ts'

const host = '127.0.0.1'
let running: TestIngest
let ingest: Ingest

beforeAll(async () => {
  const address = { host, port: 0 }
  running = await new TestIngest().open({
    listeners: [
      { name: 'udp', kind: 'gelf-udp', address },
      { name: 'tcp', kind: 'gelf-tcp', address },
    ],
  })
  ;({ ingest } = running)
})
afterAll(() => running.close())

function message(text: string): Buffer {
  return Buffer.from(JSON.stringify({ version: '1.1', host: 'web-1', short_message: text, _zone: 'a' }))
}

const until = (what: () => boolean | Promise<boolean>) => eventually(what).toBe(true)

async function received(source: string): Promise<number> {
  const { sources } = await ingest.counters()
  return sources.find(one => one.source === source)?.received ?? 0
}

it('messages come alone or in chunks over UDP, packed or not, and one behind the other over TCP', async () => {
  const long = 'long '.repeat(20_000)
  const socket = createSocket('udp4')
  const datagrams = [
    message('plain'),
    gzipSync(message('packed')),
    ...chunked(message('in chunks'), 1, 20).reverse(),
    // Half of a message, and a datagram that is not a message.
    ...chunked(message('never whole'), 2, 20).slice(1),
    Buffer.from('no JSON'),
  ]
  for (const datagram of datagrams) {
    await new Promise(resolve => socket.send(datagram, running.addresses.udp?.port ?? 0, host, resolve))
  }
  socket.close()

  const connection = connect(running.addresses.tcp?.port ?? 0, host)
  const stream = Buffer.concat(
    [message('first'), message(long), Buffer.from('{"half":'), message('last')].flatMap(one => [
      one,
      Buffer.alloc(1),
    ]),
  )
  for (let at = 0; at < stream.length; at += 30_001) connection.write(stream.subarray(at, at + 30_001))
  connection.end()
  await once(connection, 'close')
  await until(async () => (await received('udp')) >= 4 && (await received('tcp')) >= 4)
  await running.end()

  expect([...running.store.counts().keys()].sort()).toEqual(
    ['first', 'in chunks', 'last', long.slice(0, 65_536), 'packed', 'plain'].sort(),
  )
  expect(new Set(running.store.rows.map(({ host: from }) => from))).toEqual(new Set(['web-1']))
  const { sources } = await ingest.counters()
  expect(
    sources.map(({ source, received, stored, refusals }) => ({ source, received, stored, refusals })),
  ).toEqual([
    { source: 'udp', received: 5, stored: 3, refusals: { incomplete: 1, invalid: 1 } },
    { source: 'tcp', received: 4, stored: 3, refusals: { invalid: 1 } },
  ])
})
