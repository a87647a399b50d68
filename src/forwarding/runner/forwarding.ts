import { randomUUID } from 'node:crypto'
import { Repeater } from '../../async/repeater.ts'
import type { ClaimedForwarder } from '../../metadata/forwarding/forwarders.ts'
import { ForwarderRun, type RunDeps } from './forwarder-run.ts'

/** How often changed and free forwarders are looked for. */
const lookMs = 2_000
/** Without an answer of the database for longer, another process may have taken over the forwarders. */
const maxUnclaimedMs = 25_000

export interface ForwardingOptions extends Omit<RunDeps, 'runner'> {
  forwarders: RunDeps['forwarders'] & {
    claim(runner: string, alone: boolean): Promise<ClaimedForwarder[]>
    release(runner: string): Promise<void>
  }
  /** No other process uses the metadata. */
  isOnlyProcess: boolean
}

/** Runs the forwarders that this process claims. */
export class Forwarding {
  readonly #options: ForwardingOptions
  readonly #runner = randomUUID()
  /** By id of the forwarder. */
  readonly #runs = new Map<number, ForwarderRun>()
  readonly #looks: Repeater
  /** When this process last renewed its claims, milliseconds. */
  #claimedAt = performance.now()

  constructor(options: ForwardingOptions) {
    this.#options = options
    this.#looks = new Repeater(
      () => this.#look(),
      error => {
        options.log.warn({ err: error }, 'forwarders could not be read')
        if (performance.now() - this.#claimedAt > maxUnclaimedMs) void this.#stopAll()
      },
    )
    this.#looks.start(lookMs)
  }

  /** Begins what was created or changed, at once. Resolves when it is in force. */
  apply(): Promise<void> {
    return this.#looks.run()
  }

  /** Ends all sessions. The next start resumes where they ended. */
  async close(): Promise<void> {
    await this.#looks.close()
    await this.#stopAll()
    await this.#options.forwarders.release(this.#runner)
  }

  async #stopAll(): Promise<void> {
    const runs = [...this.#runs.values()]
    this.#runs.clear()
    await Promise.all(runs.map(run => run.stop()))
  }

  async #look(): Promise<void> {
    const { forwarders, isOnlyProcess } = this.#options
    const claimed = await forwarders.claim(this.#runner, isOnlyProcess)
    this.#claimedAt = performance.now()
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
