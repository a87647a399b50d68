import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sendQueues, unacknowledgedBytes } from './send-queue.ts'

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0202 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0
  12: 0100007F:9C40 0100007F:0202 01 0002A000:00000000 01:00000014 00000000     0        0 2 2 0 20 4 0 10 -1
  13: 0200007F:9C40 0300007F:0202 01 00000010:00000000 00:00000000 00000000     0        0 3 1 0 20 4 0 10 -1
`

test('queues are found by both ports', () => {
  expect(sendQueues(table, { local: 40_000, remote: 514 })).toEqual([0x2a000, 0x10])
  expect(sendQueues(table, { local: 514, remote: 40_000 })).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'bytes that a receiver does not read stay unacknowledged',
  async () => {
    const server = createServer(socket => void socket.pause())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const remote = typeof address === 'object' && address !== null ? address.port : 0
    const socket = connect(remote, '127.0.0.1')
    onTestFinished(() => {
      socket.destroy()
      server.close()
    })
    await once(socket, 'connect')
    const ports = { local: socket.localPort ?? 0, remote }
    expect(await unacknowledgedBytes(ports)).toBe(0)
    // More than the buffers of both sides hold.
    socket.write(Buffer.alloc(64_000_000))
    await vi.waitUntil(async () => ((await unacknowledgedBytes(ports)) ?? 0) > 0, { timeout: 20_000 })
    expect(await unacknowledgedBytes({ local: 1, remote: 1 })).toBeUndefined()
  },
)
