import { pause, until } from '../../async/until.ts'
import type { Fault } from '../../schema/fault.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import type { SqlClient } from '../clients/sql-client.ts'

/** How long a read waits for missing shards, as for a server that went down. */
const waitMs = 10_000
/** Delay after a failed attempt to read the rows of all shards. */
const retryMs = 1_000

/** The shards that did not answer when the store was opened, and the client for the other shards. */
export interface MissingShards {
  /** Reads the shards that answer. */
  client: Pick<SqlClient, 'select' | 'shards'>
  /** Resolves once all shards answer. Rejects if the store is closed before. */
  untilWhole: () => Promise<void>
  /** Names a missing server. */
  fault: () => Fault
  /** Called once the store has all rows. */
  onWhole: () => void
}

/**
 * Holds back the reads of a store until its missing shards answer and the data in memory is read again: until
 * then, that data lacks the rows of these shards.
 */
export class MissingShardsGate {
  readonly #missing: MissingShards | undefined
  /** Resolves when `#isWhole` becomes true. */
  readonly #whole = Promise.withResolvers<void>()
  /** Whether all shards have answered and the data in memory has their rows. */
  #isWhole: boolean

  /** `missing`: absent if all shards answer. */
  constructor(missing: MissingShards | undefined) {
    this.#missing = missing
    this.#isWhole = missing === undefined
  }

  get isWhole(): boolean {
    return this.#isWhole
  }

  /** Resolves once the store has all rows. After some seconds, rejects with a Fault that names a server. */
  async wait(): Promise<void> {
    const missing = this.#missing
    if (this.#isWhole || missing === undefined) return
    await until(this.#whole.promise, { timeoutMs: waitMs, timeoutError: () => missing.fault() })
  }

  /**
   * Once all shards answer, calls `reread` until it succeeds, then `begin`. Ends early when the store is
   * closed. Never rejects.
   */
  async complete(
    reread: () => Promise<void>,
    begin: () => void,
    { signal, log }: { signal: AbortSignal; log: (message: string) => void },
  ): Promise<void> {
    try {
      await this.#missing?.untilWhole()
    } catch {
      return
    }
    while (!this.#isWhole && !signal.aborted) {
      try {
        await reread()
        this.#isWhole = true
        this.#missing?.onWhole()
        this.#whole.resolve()
      } catch (error) {
        log(`the rows of all shards could not be read, trying again: ${thrownText(error)}`)
        await pause(retryMs, signal)
      }
    }
    if (!signal.aborted) begin()
  }
}
