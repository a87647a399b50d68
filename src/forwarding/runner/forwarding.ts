import { randomUUID } from 'node:crypto'
import { Repeater } from '../../async/repeater.ts'
import type { ClaimedForwarder } from '../../metadata/forwarding/forwarders.ts'
import { ForwarderRun, type RunDeps } from './forwarder-run.ts'

/** How often changed and free forwarders are looked for. */
const defaultLookMs = 2_000
/**
 * Without an answer of the database for this long, all sessions end. A claim lasts at least 20 seconds after
 * an answer (metadata/forwarding/forwarders.ts); then another process may have the forwarders.
 */
const defaultMaxUnclaimedMs = 12_000

export interface ForwardingOptions extends Omit<RunDeps, 'runner'> {
  forwarders: RunDeps['forwarders'] & {
    claim(runner: string, alone: boolean): Promise<ClaimedForwarder[]>
    release(runner: string): Promise<void>
  }
  /** No other process uses the metadata. */
  isOnlyProcess: boolean
  /** For tests. */
  times?: { lookMs: number; maxUnclaimedMs: number }
}

/** Runs the forwarders that this process claims. */
export class Forwarding {
  readonly #options: ForwardingOptions
  readonly #runner = randomUUID()
  /** By id of the forwarder. */
  readonly #runs = new Map<number, ForwarderRun>()
  readonly #looks: Repeater
  /** Ends all sessions when the database has not answered for too long. */
  #expiry: NodeJS.Timeout | undefined
  /** Resolves when sessions whose claims may have ended have stopped. */
  #expired: Promise<void> = Promise.resolve()

  constructor(options: ForwardingOptions) {
    this.#options = options
    this.#looks = new Repeater(
      () => this.#look(),
      error => options.log.warn({ err: error }, 'forwarders could not be read'),
    )
    this.#looks.start(options.times?.lookMs ?? defaultLookMs)
  }

  /** Begins what was created or changed, at once. Resolves when it is in force. */
  apply(): Promise<void> {
    return this.#looks.run()
  }

  /** Ends all sessions. The next start resumes where they ended. */
  async close(): Promise<void> {
    await this.#looks.close()
    clearTimeout(this.#expiry)
    await this.#expired
    await this.#stopAll()
    await this.#options.forwarders.release(this.#runner)
  }

  async #stopAll(): Promise<void> {
    const runs = [...this.#runs.values()]
    this.#runs.clear()
    await Promise.all(runs.map(run => run.stop()))
  }

  /** `askedMs`: when the database was last asked with success, on the monotonic clock. */
  #expireAfter(askedMs: number): void {
    const { times, log } = this.#options
    const maxMs = times?.maxUnclaimedMs ?? defaultMaxUnclaimedMs
    clearTimeout(this.#expiry)
    const expire = () => {
      if (this.#runs.size === 0) return
      log.warn('the database does not answer: forwarders stop, since another process may take them over')
      this.#expired = this.#stopAll()
    }
    this.#expiry = setTimeout(expire, askedMs + maxMs - performance.now()).unref()
  }

  async #look(): Promise<void> {
    const { forwarders, isOnlyProcess } = this.#options
    const askedMs = performance.now()
    const claimed = await forwarders.claim(this.#runner, isOnlyProcess)
    if (!isOnlyProcess) this.#expireAfter(askedMs)
    await this.#expired
    const byId = new Map(claimed.map(forwarder => [forwarder.id, forwarder]))
    for (const [id, run] of this.#runs) {
      if (byId.get(id)?.revision === run.revision && !run.isLost) continue
      await run.stop()
      this.#runs.delete(id)
    }
    const isNew = claimed.some(({ id }) => !this.#runs.has(id))
    // A run that was stopped has stored how far it got.
    const current = isNew ? await forwarders.claim(this.#runner, isOnlyProcess) : []
    for (const forwarder of current) {
      if (this.#runs.has(forwarder.id) || this.#looks.isClosed) continue
      const run = new ForwarderRun({ ...this.#options, runner: this.#runner }, forwarder)
      this.#runs.set(forwarder.id, run)
      run.start()
    }
  }
}
