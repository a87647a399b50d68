import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { IntakeCounters } from '../../intake.ts'
import type { SpoolRow } from '../../spool/row-cursor.ts'
import { CollectingSink } from '../../testing/collecting-sink.ts'
import { testSettings } from '../../testing/test-settings.ts'
import { Ingest } from '../../worker/ingest.ts'
import type { IngestSettings } from '../../worker/ingest-settings.ts'
import type { BoundAddress } from '../listeners.ts'
import type { ListenerSettings } from '../settings.ts'

/** Ingest in this very thread with listeners as given, and what it has stored. */
export class TestListeners {
  readonly store = new CollectingSink()
  readonly warnings: string[] = []
  readonly folder = mkdtempSync(path.join(tmpdir(), 'listen-'))
  #ingest: Ingest | undefined
  #addresses: Record<string, BoundAddress> = {}
  #held: Promise<void> = Promise.resolve()

  /** Opens listeners, each at any free port of this machine unless it says where. */
  async open(
    listeners: readonly (Omit<ListenerSettings, 'address' | 'name'> & Partial<ListenerSettings>)[],
    changes: Partial<IngestSettings> = {},
  ): Promise<this> {
    const address = { host: '127.0.0.1', port: 0 }
    const all = listeners.map((one, i) => ({ address, name: i === 0 ? 'it' : `it${i}`, ...one }))
    const settings = testSettings(path.join(this.folder, 'spool'), { listeners: all, ...changes })
    let nextId = 1
    this.#ingest = await Ingest.open(settings, {
      sink: async batches => {
        await this.#held
        await this.store.sink(batches)
      },
      reserveIds: async size => {
        nextId += size
        return nextId - size
      },
      recordFigures: async () => {},
      warn: message => this.warnings.push(message),
    })
    this.#addresses = (await this.#ingest.start()).addresses
    return this
  }

  /** The store takes nothing until this resolves. */
  hold(until: Promise<void>): void {
    this.#held = until
  }

  get ingest(): Ingest {
    if (this.#ingest === undefined) throw new Error('open() comes first')
    return this.#ingest
  }

  at(name = 'it'): BoundAddress {
    const address = this.#addresses[name]
    if (address === undefined) throw new Error(`Nothing listens by the name ${name}`)
    return address
  }

  counters(): Promise<IntakeCounters> {
    return this.ingest.counters()
  }

  /** Everything received so far, in the store. */
  async rows(): Promise<SpoolRow[]> {
    await this.ingest.flush()
    return this.store.rows
  }

  async messages(): Promise<string[]> {
    return (await this.rows()).map(({ message }) => message).sort()
  }

  /** Opens a connection without TLS and sends what is given; the caller ends it. */
  async connect(...pieces: (string | Buffer)[]): Promise<Socket> {
    const { host, port, path: file } = this.at()
    const socket = file === undefined ? connect(port, host) : connect(file)
    socket.on('error', () => {})
    await once(socket, 'connect')
    for (const piece of pieces) socket.write(piece)
    return socket
  }

  /** The same, and waits until both sides have ended it. */
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

  /** Ends ingest in order; what it has stored can still be looked at. */
  async end(): Promise<void> {
    const ingest = this.#ingest
    this.#ingest = undefined
    await ingest?.close()
  }

  async close(): Promise<void> {
    await this.end()
    rmSync(this.folder, { recursive: true })
  }
}
