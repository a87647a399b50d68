import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chunked } from '../receivers/testing/gelf.ts'
import { CollectingSink } from '../testing/collecting-sink.ts'
import { testSettings } from '../testing/test-settings.ts'
import { Ingest } from '../worker/ingest.ts'
import type { BoundAddress } from './listeners.ts'

const host = '127.0.0.1'
let place: string
let ingest: Ingest
let addresses: Record<string, BoundAddress>
const store = new CollectingSink()

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'gelf-'))
  const address = { host, port: 0 }
  const listeners = [
    { name: 'udp', kind: 'gelf-udp', address },
    { name: 'tcp', kind: 'gelf-tcp', address },
  ] as const
  let next = 1
  ingest = await Ingest.open(testSettings(place, { listeners }), {
    sink: store.sink,
    reserveIds: async size => {
      next += size
      return next - size
    },
    recordFigures: async () => {},
    warn: () => {},
  })
  addresses = (await ingest.start()).addresses
})
afterAll(() => rmSync(place, { recursive: true }))

function message(text: string): Buffer {
  return Buffer.from(JSON.stringify({ version: '1.1', host: 'web-1', short_message: text, _zone: 'a' }))
}

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await what())) await new Promise(resolve => setImmediate(resolve))
}

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
    // Half of a message, and no message.
    ...chunked(message('never whole'), 2, 20).slice(1),
    Buffer.from('no JSON'),
  ]
  for (const datagram of datagrams) {
    await new Promise(resolve => socket.send(datagram, addresses.udp?.port ?? 0, host, resolve))
  }
  socket.close()

  const connection = connect(addresses.tcp?.port ?? 0, host)
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
  await ingest.close()

  expect([...store.counts().keys()].sort()).toEqual(
    ['first', 'in chunks', 'last', long.slice(0, 65_536), 'packed', 'plain'].sort(),
  )
  expect(new Set(store.rows.map(({ host: from }) => from))).toEqual(new Set(['web-1']))
  const { sources } = await ingest.counters()
  expect(
    sources.map(({ source, received, stored, refusals }) => ({ source, received, stored, refusals })),
  ).toEqual([
    { source: 'udp', received: 5, stored: 3, refusals: { incomplete: 1, invalid: 1 } },
    { source: 'tcp', received: 4, stored: 3, refusals: { invalid: 1 } },
  ])
})
