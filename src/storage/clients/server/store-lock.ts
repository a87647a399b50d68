import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { publicReason } from './answer-error.ts'
import { collect } from './collect.ts'

const lockId = 'millrace-store'
/** How often an attempt looks whether its statement runs. */
const pollMs = 20
/** Pause between attempts to take the lock, and how long they are repeated. */
const retryMs = 50
const takeTimeoutMs = 500
/** Timeout of one attempt. */
const answerTimeoutMs = 3_000
const heldByOther =
  "another Millrace uses the store there; where none runs, end what it left: KILL QUERY WHERE query_id = 'millrace-store'"

/**
 * Keeps other processes from the store, since what this process has in memory would be wrong if another wrote
 * to the tables. A statement with a fixed id runs on the server as long as this process does, and the server
 * runs only one statement per id. The statement ends with its connection, even when this process is killed.
 * If the server does not notice the end of the connection, the next process of the same owner ends the
 * statement.
 */
export class StoreLock {
  readonly #client: ClickHouseClient
  readonly #owner: string
  readonly #onLoss: () => void
  readonly #closing = new AbortController()
  /** Whether the statement of the lock runs on the server, as far as this process knows. */
  #isHeld = false

  /**
   * `owner`: the same for consecutive processes, of which only one runs at a time. It becomes part of SQL:
   * letters, digits and hyphens. `onLoss`: called when the statement ended because the connection broke or
   * someone killed it.
   */
  constructor(client: ClickHouseClient, owner: string, onLoss: () => void) {
    this.#client = client
    this.#owner = owner
    this.#onLoss = onLoss
  }

  /** Takes the lock unless it is held. Returns the reason of a failure; undefined when the lock is held. */
  async take(): Promise<string | undefined> {
    // Tries several times: the server keeps a statement for a moment after answering it.
    for (const since = performance.now(); !this.#isHeld; await sleep(retryMs)) {
      if (this.#closing.signal.aborted) return 'the store is closed'
      const failure = await this.#tryOnce()
      if (failure !== undefined && performance.now() - since > takeTimeoutMs) return failure
    }
    return undefined
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#client.close()
  }

  /** Starts the statement and waits until it runs. Returns the reason of a failure. */
  async #tryOnce(): Promise<string | undefined> {
    // Distinguishes this attempt's statement from the statements of other holders.
    const holder = `${this.#owner} ${randomUUID()}`
    const abandoned = new AbortController()
    const ended = this.#run(holder, AbortSignal.any([abandoned.signal, this.#closing.signal]))
    const deadline = AbortSignal.timeout(answerTimeoutMs)
    try {
      while (!deadline.aborted) {
        const failure = await Promise.race([ended, sleep(pollMs)])
        if (failure !== undefined) {
          if (failure === heldByOther) await this.#endOwn(deadline)
          return failure
        }
        if (!(await this.#isRunning(holder, deadline))) continue
        this.#isHeld = true
        void ended.then(() => {
          this.#isHeld = false
          this.#onLoss()
        })
        return undefined
      }
      return 'the lock of the store could not be taken in time'
    } finally {
      if (!this.#isHeld) abandoned.abort()
    }
  }

  /** Runs the statement of the lock. Resolves with the reason once it has ended. */
  async #run(holder: string, signal: AbortSignal): Promise<string> {
    try {
      await this.#client.command({
        query: `/* Millrace uses the store: ${holder} */ SELECT sleepEachRow(0.1) FROM system.numbers FORMAT Null`,
        query_id: lockId,
        abort_signal: signal,
      })
      return 'the lock of the store ended'
    } catch (error) {
      const isHeld = error instanceof Error && error.message.includes('already running')
      return isHeld ? heldByOther : publicReason(error)
    }
  }

  /**
   * Ends a statement of this owner whose connection the server considers open: of this process, or of an
   * earlier one that has ended.
   */
  async #endOwn(deadline: AbortSignal): Promise<void> {
    const { stream } = await this.#client.exec({
      query: `KILL QUERY WHERE query_id = '${lockId}' AND position(query, '${this.#owner}') > 0 ASYNC FORMAT TSV`,
      abort_signal: deadline,
      clickhouse_settings: { readonly: '0' },
    })
    await collect(stream, deadline)
  }

  async #isRunning(holder: string, deadline: AbortSignal): Promise<boolean> {
    const { stream } = await this.#client.exec({
      query: `SELECT count() FROM system.processes WHERE query_id = '${lockId}' AND position(query, '${holder}') > 0 FORMAT TSV`,
      abort_signal: deadline,
    })
    return Buffer.from(await collect(stream, deadline)).toString() === '1\n'
  }
}
