import type { LogStart, SharedLog } from '../../schema/store/shared-log.ts'
import type { SqlClient } from '../clients/sql-client.ts'
import type { AppendTurns } from './append-turns.ts'
import { localTurns } from './append-turns.ts'
import { StoreJournal } from './journal.ts'
import { type FollowerOptions, LogFollower } from './log-follower.ts'
import { SharedTurns } from './shared-turns.ts'

const checkIntervalMs = 3_600_000

/** The journal of a store, with the turns that report appends to it. */
export interface OpenedJournal {
  journal: StoreJournal
  turns: AppendTurns
  /** Applies the changes of other processes; resolves at once when there are none. */
  catchUp: () => Promise<void>
  /**
   * A client that catches up after each statement, so that everything the statement may have seen is known.
   */
  following(client: SqlClient): SqlClient
  /**
   * Follows the log, once everything listens to the journal. `check` looks hourly for changes that no process
   * logged.
   */
  start(check: () => Promise<void>): void
  close(): Promise<void>
}

type LogEvents = Pick<FollowerOptions, 'reload' | 'received' | 'warn'>

/**
 * Opens the journal of a store whose highest batch is `highest`: for this process only, or with the log that
 * several processes share.
 */
export async function openJournal(
  highest: number,
  log: SharedLog | undefined,
  events: LogEvents,
): Promise<OpenedJournal> {
  if (log !== undefined) return sharedJournal(log, await log.join(highest), events)
  const journal = new StoreJournal(highest)
  return {
    journal,
    turns: localTurns(journal),
    catchUp: async () => {},
    following: client => client,
    start: () => {},
    close: async () => {},
  }
}

function sharedJournal(log: SharedLog, start: LogStart, events: LogEvents): OpenedJournal {
  const journal = new StoreJournal(start.highest)
  const follower = new LogFollower({ log, journal, start, ...events })
  const turns = new SharedTurns(log, journal, follower, start)
  const catchUp = () => follower.catchUp()
  let checking: NodeJS.Timeout | undefined
  return {
    journal,
    turns,
    catchUp,
    following: client => followingClient(client, catchUp),
    start(check) {
      follower.start(() => void turns.sendAbandoned())
      const warn = (error: unknown) => events.warn(`days of the table were not compared: ${error}`)
      checking = setInterval(() => void check().catch(warn), checkIntervalMs)
      checking.unref()
    },
    async close() {
      clearInterval(checking)
      await follower.close()
    },
  }
}

function followingClient(client: SqlClient, catchUp: () => Promise<void>): SqlClient {
  const after = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer
    await catchUp()
    return value
  }
  return {
    select: (sql, read) => after(client.select(sql, read)),
    bytes: (sql, read, maxBytes, threads) => after(client.bytes(sql, read, maxBytes, threads)),
    limited: (...statement) => after(client.limited(...statement)),
    async *chunks(sql, read, rows) {
      for await (const chunk of client.chunks(sql, read, rows)) {
        await catchUp()
        yield chunk
      }
    },
    shards: client.shards,
    command: sql => client.command(sql),
    insert: (sql, settings, id) => client.insert(sql, settings, id),
    get ready() {
      return client.ready
    },
    get maxGroupBytes() {
      return client.maxGroupBytes
    },
    close: () => client.close(),
  }
}
