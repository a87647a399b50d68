import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { TestIngest } from '../../testing/test-ingest.ts'
import type { TestSettings } from '../../testing/test-settings.ts'
import type { IntakeCounters } from '../../worker/intake.ts'
import type { BoundAddress } from '../listeners.ts'
import type { ListenerSettings } from '../settings.ts'

/** Ingest in this thread with the given listeners, and the rows it has stored. */
export class TestListeners extends TestIngest {
  /** Opens listeners, each at a free port of this machine unless it names a port. */
  listen(
    listeners: readonly (Omit<ListenerSettings, 'address' | 'name'> & Partial<ListenerSettings>)[],
    changes: TestSettings = {},
  ): Promise<this> {
    const address = { host: '127.0.0.1', port: 0 }
    const all = listeners.map((one, i) => ({ address, name: i === 0 ? 'it' : `it${i}`, ...one }))
    return this.open({ listeners: all, ...changes })
  }

  at(name = 'it'): BoundAddress {
    const address = this.addresses[name]
    if (address === undefined) throw new Error(`Nothing listens by the name ${name}`)
    return address
  }

  counters(): Promise<IntakeCounters> {
    return this.ingest.counters()
  }

  async messages(): Promise<string[]> {
    return (await this.rows()).map(({ message }) => message).sort()
  }

  /** Opens a connection without TLS and sends the pieces; the caller ends it. */
  async connect(...pieces: (string | Buffer)[]): Promise<Socket> {
    const { host, port, path: file } = this.at()
    const socket = file === undefined ? connect(port, host) : connect(file)
    socket.on('error', () => {})
    await once(socket, 'connect')
    for (const piece of pieces) socket.write(piece)
    return socket
  }

  /** Sends the pieces over a new connection, and waits until both sides have ended it. */
  async send(...pieces: (string | Buffer)[]): Promise<void> {
    const socket = await this.connect(...pieces)
    // Not `once`, which rejects when the other side resets what it refuses.
    const closed = new Promise(resolve => socket.once('close', resolve))
    socket.end()
    socket.resume()
    if (!socket.destroyed) await closed
  }

  async datagrams(...texts: (string | Buffer)[]): Promise<void> {
    const { host, port } = this.at()
    const socket = createSocket('udp4')
    for (const text of texts) await new Promise(resolve => socket.send(text, port, host, resolve))
    socket.close()
  }
}
