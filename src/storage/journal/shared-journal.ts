import { existsSync } from 'node:fs'
import type { BatchNames, SpoolBatch } from '../../schema/event/row.ts'
import type { LogStart, SharedLog } from '../../schema/store/shared-log.ts'
import type { SqlClient } from '../clients/sql-client.ts'
import type { Span } from '../contract/time-span.ts'
import { StoreJournal } from './journal.ts'
import { type DropWork, type JournalWriter, localWriter } from './journal-writer.ts'
import { type FollowerOptions, LogFollower } from './log-follower.ts'
import { decodeBatch, encodeBatch, encodeDrop } from './logged-batch.ts'

/** How often `check` looks for changes that are not in the log. */
const checkIntervalMs = 3_600_000

/** The journal of a store, and the writer of this process's changes. */
export interface OpenedJournal {
  journal: StoreJournal
  writer: JournalWriter
  /** Applies the changes of other processes; resolves at once if only this process uses the store. */
  catchUp: () => Promise<void>
  /** A client that catches up with the log after each answer of a read, which may have seen new batches. */
  following(client: SqlClient): SqlClient
  /** Begins to follow the log, once everything listens to the journal. Calls `check` hourly. */
  start(check: () => Promise<void>): void
  close(): Promise<void>
}

/** What a shared log calls: see FollowerOptions. */
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
    writer: localWriter(journal),
    catchUp: async () => {},
    following: client => client,
    start: () => {},
    close: async () => {},
  }
}

function sharedJournal(log: SharedLog, start: LogStart, events: LogEvents): OpenedJournal {
  const journal = new StoreJournal(start.highest)
  const follower = new LogFollower({ log, journal, start, ...events })
  const writer = new SharedLogWriter(log, journal, follower, start)
  const catchUp = () => follower.catchUp()
  let checking: NodeJS.Timeout | undefined
  return {
    journal,
    writer,
    catchUp,
    following: client => followingClient(client, catchUp),
    start(check) {
      follower.start(() => void writer.sendUnsent())
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

/** Maximum names that are remembered as sent. Beyond it, all are forgotten and sent again. */
const maxSent = 300_000
const nameKinds = ['hosts', 'programs', 'templates'] as const

/** Maximum attempts to begin a batch while processes join or the log is restored. */
const maxTries = 10
/**
 * Maximum abandoned files that wait to be sent to the log. Further ones stay pending until the next start.
 */
const maxAbandoned = 10_000

/** Records this process's appends and drops in the log. */
class SharedLogWriter implements JournalWriter {
  readonly #log: SharedLog
  readonly #journal: StoreJournal
  readonly #follower: LogFollower
  /** See LogStart.ownNumbers. */
  readonly #ownNumbers: number
  readonly #sent = new SentNames()
  /** The follower's `joins` when the names were sent. */
  #sentAt: number
  /**
   * By sequence of the spool file: the batch numbers of files whose append has begun and not ended. A log
   * that has lost the batch learns its number from here.
   */
  readonly #numbers = new Map<number, number>()
  /** When `begin` was last called, milliseconds of the monotonic clock. */
  #begunAt = 0
  /** Sequences of spool files that wait for the running call of SharedLog.end. The next call has them. */
  #unended: number[] = []
  /** The next call, once a file waits for it. */
  #nextEnd: Promise<void> | undefined
  /** Settles with the newest call; never rejects. */
  #lastEnd: Promise<void> = Promise.resolve()
  /** Abandoned spool files that the log does not know yet. */
  readonly #abandoned = new Set<number>()
  /** Whether rows may be gone without the log knowing it. */
  #hasUnknownDrop = false
  /** Whether `sendUnsent` is running. */
  #isSending = false

  constructor(log: SharedLog, journal: StoreJournal, follower: LogFollower, start: LogStart) {
    this.#log = log
    this.#journal = journal
    this.#follower = follower
    this.#ownNumbers = start.ownNumbers
    this.#sentAt = follower.joins
    // A file that no longer exists was delivered or set aside when the process ended.
    for (const { batch, sequence, body } of start.pending) {
      if (sequence !== undefined && !existsSync(decodeBatch(batch, body).file)) this.#abandoned.add(sequence)
    }
  }

  async begin(batches: readonly SpoolBatch[]): Promise<readonly SpoolBatch[]> {
    this.#begunAt = performance.now()
    for (let tries = 0; tries < maxTries; tries++) {
      const { joins } = this.#follower
      if (joins !== this.#sentAt) this.#sent.clear()
      this.#sentAt = joins
      const names = this.#sent.unsentOf(batches)
      const files = batches.map((batch, index) => {
        const { sequence, repeated } = batch
        const number = this.#numbers.get(sequence)
        // A file from before the log existed: its rows may have its sequence as their number.
        const isOld = repeated && sequence <= this.#ownNumbers
        return {
          sequence,
          body: encodeBatch(batch, names[index] ?? batch.names),
          ...(number !== undefined && { number }),
          ...(isOld && { oldNumber: sequence }),
        }
      })
      const numbered = await this.#log.begin(files, joins, this.#follower.highest)
      if (numbered === undefined) {
        await this.#follower.catchUp()
        continue
      }
      const numbers = new Map(numbered.map(({ sequence, batch }) => [sequence, batch]))
      for (const [sequence, number] of numbers) {
        this.#numbers.set(sequence, number)
        this.#follower.addOwn(number)
      }
      await this.#follower.catchUp()
      // No rows of a batch may become readable before all processes know it: the log may have lost it.
      if (![...numbers.values()].every(number => this.#follower.hasBegun(number))) continue
      for (const sentNames of names) this.#sent.add(sentNames)
      return batches.map(batch => ({ ...batch, sequence: numbers.get(batch.sequence) ?? batch.sequence }))
    }
    throw new Error('the log of appends changes all the time; the batch begins later')
  }

  async end(batches: readonly SpoolBatch[]): Promise<void> {
    await this.#endTogether(batches.map(({ sequence }) => sequence))
    for (const { sequence } of batches) {
      const number = this.#numbers.get(sequence)
      if (number !== undefined && !this.#follower.hasEnded(number))
        throw new Error('the log of appends has lost a batch; it begins again')
      this.#numbers.delete(sequence)
    }
    const restMs = this.#begunAt + this.#follower.groupMs - performance.now()
    // The rows are readable already.
    if (restMs >= 1) await new Promise(resolve => setTimeout(resolve, restMs))
  }

  /** Ends files in the log, together with files that end while an earlier call is running. */
  #endTogether(sequences: readonly number[]): Promise<void> {
    this.#unended.push(...sequences)
    this.#nextEnd ??= this.#lastEnd.then(async () => {
      this.#nextEnd = undefined
      await this.#log.end(this.#unended.splice(0), this.#numbers)
      await this.#follower.catchUp()
    })
    const ended = this.#nextEnd
    this.#lastEnd = ended.catch(() => {})
    return ended
  }

  abandon(sequence: number): void {
    this.#numbers.delete(sequence)
    if (this.#abandoned.size < maxAbandoned) this.#abandoned.add(sequence)
    void this.sendUnsent()
  }

  /** Sends the drops and abandoned files that the log does not know yet. Never rejects. */
  async sendUnsent(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    try {
      await this.#sendUnknownDrop()
      const sequences = [...this.#abandoned]
      if (sequences.length > 0) await this.#log.abandon(sequences)
      for (const sequence of sequences) this.#abandoned.delete(sequence)
    } catch {
      // The follower reports an unavailable log.
    } finally {
      this.#isSending = false
    }
  }

  async #sendUnknownDrop(): Promise<void> {
    if (!this.#hasUnknownDrop) return
    // Reset before the call: another drop may fail meanwhile.
    this.#hasUnknownDrop = false
    try {
      await this.#log.forget(this.#journal.highest)
    } catch (error) {
      this.#hasUnknownDrop = true
      throw error
    }
  }

  async drop(span: Span, windowSeconds: number, work: DropWork): Promise<void> {
    await this.#drop(encodeDrop({ span, windowSeconds }), work)
  }

  async delete(span: Span, windowSeconds: number, work: DropWork): Promise<void> {
    await this.#drop(encodeDrop({ span, windowSeconds, isPartial: true }), work)
  }

  async #drop(body: string, work: DropWork): Promise<void> {
    let mayHaveChanged = false
    const willChange = () => {
      mayHaveChanged = true
    }
    try {
      await this.#log.exclusively('retention', async check => {
        if (!(await work(check, willChange))) return
        willChange()
        await this.#log.drop(body)
      })
    } catch (error) {
      if (mayHaveChanged) {
        // At once: the log may not answer either.
        this.#journal.forget()
        this.#hasUnknownDrop = true
        await this.sendUnsent()
      }
      throw error
    }
    await this.#follower.catchUp()
  }
}

/**
 * Hosts, programs and templates that were sent to the other processes, so that each is sent once. When
 * another process joins, all are sent again, since it only knows the names of the table.
 */
class SentNames {
  readonly #sent = { hosts: new Set<string>(), programs: new Set<string>(), templates: new Set<string>() }

  /** For each batch of a group, the names that were not sent and that no earlier batch of the group has. */
  unsentOf(batches: readonly Pick<SpoolBatch, 'names'>[]): BatchNames[] {
    const before = { hosts: new Set<string>(), programs: new Set<string>(), templates: new Set<string>() }
    const unsent = (kind: (typeof nameKinds)[number], names: readonly string[]) => {
      const found = names.filter(name => !this.#sent[kind].has(name) && !before[kind].has(name))
      for (const name of found) before[kind].add(name)
      return found
    }
    return batches.map(({ names }) => ({
      hosts: unsent('hosts', names.hosts),
      programs: unsent('programs', names.programs),
      templates: unsent('templates', names.templates),
    }))
  }

  /** Records names that are in the log. */
  add(names: BatchNames): void {
    const size = nameKinds.reduce((sum, kind) => sum + this.#sent[kind].size, 0)
    if (size > maxSent) this.clear()
    for (const kind of nameKinds) for (const name of names[kind]) this.#sent[kind].add(name)
  }

  clear(): void {
    for (const kind of nameKinds) this.#sent[kind].clear()
  }
}
