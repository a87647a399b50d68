import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BoundAddress } from '../listen/listeners.ts'
import { Ingest } from '../worker/ingest.ts'
import type { IngestPorts } from '../worker/ports.ts'
import { CollectingSink } from './collecting-sink.ts'
import type { SpoolRow } from './decode-rows.ts'
import { testPorts } from './test-ports.ts'
import { type TestSettings, testSettings } from './test-settings.ts'

/**
 * Ingest in this thread, and a store that collects its input. May be reopened after `end`, on the same
 * folder.
 */
export class TestIngest {
  readonly store = new CollectingSink()
  readonly warnings: string[] = []
  readonly folder = mkdtempSync(path.join(tmpdir(), 'ingest-'))
  readonly spool = path.join(this.folder, 'spool')
  addresses: Readonly<Record<string, BoundAddress>> = {}
  readonly #ports: IngestPorts
  #ingest: Ingest | undefined
  #held: Promise<void> = Promise.resolve()

  /** `ports`: override the ports of this object. */
  constructor(ports: Partial<IngestPorts> = {}) {
    this.#ports = testPorts({
      sink: async batches => {
        await this.#held
        return await this.store.sink(batches)
      },
      warn: message => this.warnings.push(message),
      ...ports,
    })
  }

  /** Starts ingest, without listeners unless `changes` has some. */
  async open(changes: TestSettings = {}): Promise<this> {
    this.#ingest = await Ingest.open(testSettings(this.spool, { listeners: [], ...changes }), this.#ports)
    this.addresses = (await this.#ingest.start()).addresses
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

  /** Everything received so far, in the store. */
  async rows(): Promise<SpoolRow[]> {
    await this.ingest.flush()
    return this.store.rows
  }

  /** Ends ingest in order; its stored rows can still be read. */
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
