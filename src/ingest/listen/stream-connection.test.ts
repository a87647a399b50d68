import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../testing/until.ts'
import { zoneOf } from '../../time/zone.ts'
import { LedgerAccount } from '../ledger/account.ts'
import type { Pipeline } from '../pipeline.ts'
import { FairReader } from './fair-reader.ts'
import { listenerKind } from './kinds.ts'
import { StreamConnection } from './stream-connection.ts'

const idleTimeoutMs = 600_000
const firstByteTimeoutMs = 30_000

/** Both ends of a connection into a pipeline that the test opens and closes. */
async function connected() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const arrives = once(server, 'connection')
  const sender = connect(address.port, '127.0.0.1').on('error', () => {})
  // The only argument of the event.
  const [socket] = (await arrives) as [Socket]
  onTestFinished(() => {
    sender.destroy()
    socket.destroy()
    server.close()
  })
  const pipeline = { isOpen: true, resume: () => {}, accepted: 0 }
  const fairReader = new FairReader()
  const account = new LedgerAccount('it')
  const kind = listenerKind('syslog-tcp')
  if (kind.transport === 'udp') throw new Error('no frames')
  const { framer, decode } = kind
  new StreamConnection(socket, fairReader.addConnection('127.0.0.1'), '127.0.0.1', {
    // What a connection needs from a pipeline.
    pipeline: {
      get isOpen() {
        return pipeline.isOpen
      },
      accept: () => {
        pipeline.accepted++
        return true
      },
      endChunk: () => {},
      whenOpen: (resume: () => void) => {
        pipeline.resume = resume
      },
      cancelWhenOpen: () => {},
    } as unknown as Pipeline,
    account,
    fairReader,
    decoding: { decode, applyOverrides: undefined, zone: zoneOf('UTC'), maxMessageBytes: 1_000 },
    framer,
    idleTimeoutMs,
    firstByteTimeoutMs,
  })
  return { sender, socket, pipeline, account }
}

test('a connection that sends nothing for its time ends', async () => {
  const { sender, socket, account } = await connected()
  sender.write('<')
  await eventually(() => account.bytes).toBe(1)
  expect(socket.timeout).toBe(idleTimeoutMs)
  const closed = once(sender.resume(), 'close')
  socket.emit('timeout')
  await closed
})

test('a connection has less time for its first byte, also while it is kept waiting', async () => {
  const { sender, socket, pipeline } = await connected()
  expect(socket.timeout).toBe(firstByteTimeoutMs)
  pipeline.resume()
  expect(socket.timeout).toBe(firstByteTimeoutMs)
  const closed = once(sender.resume(), 'close')
  socket.emit('timeout')
  await closed
})

test('a connection that is kept waiting is not idle, until it is read again', async () => {
  const { sender, socket, pipeline } = await connected()
  pipeline.isOpen = false
  sender.write('<13>app: first\n')
  await eventually(() => pipeline.accepted).toBe(1)
  expect([socket.isPaused(), socket.timeout]).toEqual([true, 0])
  sender.write('<13>app: second\n')
  pipeline.isOpen = true
  pipeline.resume()
  expect([socket.isPaused(), socket.timeout]).toEqual([false, idleTimeoutMs])
  await eventually(() => pipeline.accepted).toBe(2)
})

test('a counted frame is an event also when nothing follows it', async () => {
  const { sender, pipeline } = await connected()
  sender.write('10 <13>app: a')
  await eventually(() => pipeline.accepted).toBe(1)
  sender.write('9 <13>app: too short')
  await eventually(() => pipeline.accepted).toBe(2)
  sender.write('10 <13>app: b10 <13>app: c')
  await eventually(() => pipeline.accepted).toBe(4)
})
