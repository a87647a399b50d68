import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../../clients/server/server.ts'
import type { Cell } from '../../clients/sql-client.ts'

const pollMs = 500
/** A replica that answers but has lagged for longer is left behind: no batch waits for it. */
export const lagTimeoutMs = 5_000

/** A server of a shard, with the parts needed to check its progress. */
export interface Replica extends Pick<Server, 'name' | 'select'> {
  health: Pick<Server['health'], 'isUp' | 'untilUp'>
}

interface LaggingOptions {
  servers: readonly Replica[]
  /** Called when a replica, which may have answered questions while it lagged, has all rows of the others. */
  caughtUp: () => Promise<void>
  log: (message: string) => void
}

/** The state of a watched replica. */
interface Watch {
  /**
   * Since when the replica is taken for behind (milliseconds of the monotonic clock): the start of the watch
   * or, while a check runs, the start of the check. Undefined when the replica has caught up.
   */
  behindSince: number | undefined
  /** Whether the replica must be checked again, since it may lack newer rows. */
  mustRecheck: boolean
  /** The last refused statement that was logged. */
  refusal?: string
}

/**
 * Watches replicas that lag, and reports when they have caught up. A batch counts as stored once a quorum of
 * replicas has it, so the answers of a lagging replica lack rows, and so do rows and counts kept from them.
 */
export class LaggingReplicas {
  readonly #options: LaggingOptions
  readonly #watches = new Map<Replica, Watch>()
  readonly #closing = new AbortController()

  constructor(options: LaggingOptions) {
    this.#options = options
  }

  /** Whether a server has lagged so long that no batch waits for it. `caughtUp` reports when it is back. */
  isLeftBehind(server: Replica): boolean {
    const since = this.#watches.get(server)?.behindSince
    return since !== undefined && performance.now() - since > lagTimeoutMs
  }

  /**
   * Watches a server that begins to answer, or may be behind. Resolves when it has caught up or no longer
   * answers. Never rejects.
   */
  async watch(server: Replica): Promise<void> {
    const running = this.#watches.get(server)
    if (running !== undefined) {
      running.mustRecheck = true
      return
    }
    const watch: Watch = { behindSince: undefined, mustRecheck: true }
    this.#watches.set(server, watch)
    try {
      while (watch.mustRecheck) {
        watch.mustRecheck = false
        await this.#untilCurrent(server, watch)
        await this.#reportCaughtUp(server, watch)
      }
    } catch {
      // The server does not answer, and is watched again when it does; or the store is closed.
    } finally {
      this.#watches.delete(server)
    }
  }

  close(): void {
    this.#closing.abort(new Error('the store is closed'))
  }

  get #sleepOptions() {
    return { signal: this.#closing.signal, ref: false }
  }

  /** Resolves once a check finds that the server has caught up. */
  async #untilCurrent(server: Replica, watch: Watch): Promise<void> {
    const since = performance.now()
    for (;;) {
      watch.behindSince = since
      await server.health.untilUp(this.#closing.signal)
      await sleep(pollMs, undefined, this.#sleepOptions)
      // Batches that are stored during the check wait for this server, unless the check hangs.
      const checkedAt = performance.now()
      watch.behindSince = checkedAt
      // A failed check is tried again: nothing else would report the rows that the server lacks.
      const isCurrent = await this.#isCurrent(server).catch(error =>
        this.#logRefusal(server, watch, since, error),
      )
      // The batches that did not wait for a slow check may be missing.
      if (isCurrent && performance.now() - checkedAt <= lagTimeoutMs) break
    }
    watch.behindSince = undefined
  }

  /** Logs a lasting refusal once: a server that was just started may refuse a statement. Returns false. */
  #logRefusal({ name }: Replica, watch: Watch, since: number, error: unknown): false {
    const refusal = String(error)
    if (performance.now() - since > lagTimeoutMs && watch.refusal !== refusal) {
      this.#options.log(`whether the replica ${name} has caught up is not known: ${refusal}`)
      watch.refusal = refusal
    }
    return false
  }

  /**
   * Reports that the server has caught up. If that fails, the server must be checked, and reported, again.
   */
  async #reportCaughtUp(server: Replica, watch: Watch): Promise<void> {
    try {
      await this.#options.caughtUp()
    } catch (error) {
      this.#closing.signal.throwIfAborted()
      this.#options.log(`what the replica ${server.name} lacked is read again: ${String(error)}`)
      watch.mustRecheck = true
    }
  }

  /** Whether a replica has executed the logs of its tables in Keeper. */
  async #isCurrent(server: Replica): Promise<boolean> {
    // An empty log has the highest index 0, just like a log with only its first entry. A log of which this
    // replica has read no entry is not empty if another replica has read one.
    const logs = await server.select(
      `SELECT zookeeper_path, is_readonly OR queue_size > 0 OR log_pointer <= log_max_index AND log_max_index > 0, log_pointer
       FROM system.replicas WHERE database = 'millrace'`,
    )
    if (logs.length === 0 || logs.some(([, isBehind]) => Number(isBehind) > 0)) return false
    const unread = logs.filter(([, , pointer]) => Number(pointer) === 0).map(([path]) => path)
    const written = unread.length === 0 ? [] : await Promise.all(this.#others(server).map(writtenLogs))
    return !unread.some(path => written.some(logs => logs.has(path)))
  }

  #others(server: Replica): Replica[] {
    return this.#options.servers.filter(other => other !== server && other.health.isUp)
  }
}

/**
 * The logs (paths in Keeper) from which a replica has taken entries, including its own entries. The logs of
 * other shards have other paths.
 */
async function writtenLogs(server: Replica): Promise<Set<Cell | undefined>> {
  const rows = await server.select(
    "SELECT zookeeper_path FROM system.replicas WHERE database = 'millrace' AND log_pointer > 0",
  )
  return new Set(rows.map(([path]) => path))
}
