import type { CheckExclusive, SharedLog } from '../../schema/shared-log.ts'
import { internalRead } from '../internal-read.ts'
import type { BatchBegin } from '../journal/journal.ts'
import { maxNames } from '../names.ts'
import { eventsTable } from '../sql/columns.ts'
import { number, text } from '../sql/literal.ts'
import type { SqlStore } from '../sql-store.ts'
import { partitionRows, startOfDay } from '../tables/partitions.ts'
import { daySeconds } from '../time-span.ts'
import { type CopiedDay, readCopiedDays, recordDay, stagingTable } from './copied-days.ts'
import { inDay } from './day-sums.ts'
import type { OldBatchGate } from './old-batch-gate.ts'

const pollMs = 2_000
const read = internalRead('long', 600)
/** A day has rows of many batches; the journal calls all of them by this number, which no batch has. */
const dayBatch = 0
const idPrefix = 'millrace-batch-'
/** Of the statement that attaches a day: a server does not run two of one id. */
const attachId = (day: string) => `millrace-attach-${day}`
const attachTimeout = 600

interface AttachContext {
  store: Pick<SqlStore, 'client' | 'touched' | 'days' | 'counts' | 'figures' | 'window'>
  gate: OldBatchGate
  /** Of a store that several processes use: they learn of each day by it, and attach one at a time. */
  sharedLog?: SharedLog | undefined
  log: (message: string) => void
}

/**
 * Takes days that were copied from another store into the events, each as a whole, and tells the journal, so that what is kept in memory
 * stays exact. Only a Millrace that owns the store may do that; `millrace events copy` fills the staging table beside it. A step may be
 * the last before a kill: the day is looked at again afterwards.
 */
export class AttachDays {
  readonly #context: AttachContext
  readonly #failures = new Map<string, string>()
  /** The day whose rows may have become readable, or may at any moment: it is finished before another one is begun. */
  #begun: string | undefined
  #busy: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(context: AttachContext) {
    this.#context = context
  }

  start(): void {
    this.#timer = setInterval(() => void this.tick(), pollMs)
    this.#timer.unref()
  }

  /** Resolves once the work under way has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#busy
  }

  /** Attaches all days that wait. Never rejects. */
  tick(): Promise<void> {
    this.#busy ??= this.#attachAll().finally(() => {
      this.#busy = undefined
    })
    return this.#busy
  }

  async #attachAll(): Promise<void> {
    const { store, log } = this.#context
    try {
      const days = await readCopiedDays(store.client)
      const waiting = days.filter(({ state }) => state === 'verified')
      const begun = waiting.find(({ day }) => day === this.#begun)
      if (this.#begun !== undefined && begun === undefined) this.#leaveBegun()
      for (const day of begun === undefined ? waiting : [begun]) await this.#attachOrLog(day)
      const attached = days.filter(({ state }) => state === 'attached')
      if (attached.length > 0) await this.#clean(new Set(attached.map(({ day }) => day)))
    } catch (error) {
      // The server may be away: the next time will do.
      if (store.client.ready) log(`copied days could not be looked for: ${messageOf(error)}`)
    }
  }

  /** Another process has finished the day that this one began. */
  #leaveBegun(): void {
    this.#context.store.touched.abandon(dayBatch)
    this.#begun = undefined
  }

  /** Logs a failure once. */
  async #attachOrLog(day: CopiedDay): Promise<void> {
    if (this.#begun !== undefined && this.#begun !== day.day) return
    try {
      const { sharedLog, store } = this.#context
      if (sharedLog === undefined) await this.#attach(day, async () => {})
      else
        await sharedLog.exclusively('copy', async check => {
          const days = await readCopiedDays(store.client)
          const now = days.find(other => other.day === day.day)
          if (now?.state === 'verified') await this.#attach(now, check)
        })
      this.#failures.delete(day.day)
    } catch (error) {
      const message = messageOf(error)
      if (this.#failures.get(day.day) !== message)
        this.#context.log(`the copied day ${day.day} waits: ${message}`)
      this.#failures.set(day.day, message)
    }
  }

  async #attach(copied: CopiedDay, check: CheckExclusive): Promise<void> {
    const { store, gate, sharedLog, log } = this.#context
    const { client, touched: journal } = store
    const { day, rows } = copied
    const { last, begin } = await this.#describe(day)
    const isDone = await gate.without(last, async () => {
      await this.#requireNoInsert(day, last)
      const there = await this.#rowsThere(day)
      if (there > 0 && there < rows) await this.#requireCopies(day)
      await check()
      // From here to `end`, reads take rows of the day for rows that may come in: also after a failure, until the next try.
      this.#begun = day
      journal.begin(begin)
      if (there > 0 && there < rows) {
        await client.command(
          `ALTER TABLE ${eventsTable} DELETE WHERE ${inDay(day)} AND batch IN (${batchesOf(day)}) SETTINGS mutations_sync = 2`,
        )
        await check()
      }
      // As an insert: nothing repeats it when its answer is lost.
      if (there < rows)
        await client.insert(
          `ALTER TABLE ${eventsTable} ATTACH PARTITION ${number(Number(day))} FROM ${stagingTable}`,
          { max_execution_time: attachTimeout },
          attachId(day),
        )
      const found = await this.#rowsThere(day)
      if (found !== rows) throw new Error(`${found} of its ${rows} rows are among the events`)
      journal.end({ ...begin, rows }, last)
      this.#begun = undefined
    })
    if (!isDone) throw new Error('the spool still delivers batches of its time')
    // Those that the copy brought of dropped days, and of its figures.
    await sharedLog?.forget(last)
    await store.counts.reload()
    store.figures.touched.forget()
    await recordDay(client, { ...copied, state: 'attached' })
    await this.#clean(new Set([day]))
    log(`took in the copied day ${day}: ${rows} rows`)
  }

  /** Empties what the staging table has of days that are attached: also what a kill left. */
  async #clean(attached: ReadonlySet<string>): Promise<void> {
    const { client } = this.#context.store
    const left = await partitionRows(client, stagingTable, read)
    for (const day of left.keys())
      if (attached.has(day))
        await client.command(`ALTER TABLE ${stagingTable} DROP PARTITION ${number(Number(day))}`)
  }

  /** What the journal has to know of the day before its rows become readable, and the highest of its batches. */
  async #describe(day: string): Promise<{ last: number; begin: BatchBegin }> {
    const { client, days, window } = this.#context.store
    const where = `FROM ${stagingTable} WHERE ${inDay(day)}`
    const [[last] = []] = await client.select(`SELECT max(batch) ${where}`, read)
    const found = await client.select(
      `SELECT intDiv(toUnixTimestamp(sec), 60) AS minute, max(repeat) ${where} GROUP BY minute ORDER BY minute`,
      read,
    )
    const texts = async (column: string) => {
      const rows = await client.select(
        `SELECT DISTINCT ${column} ${where} LIMIT ${number(maxNames + 1)}`,
        read,
      )
      return rows.map(([text]) => String(text))
    }
    const end = startOfDay(day) + daySeconds
    // Events of the next day that went on from this one begin in this one now.
    const behind = days.clip({ from: end, to: end + window })
    const minutes = found.map(([minute]) => Number(minute))
    for (let minute = Math.floor(behind.from / 60); minute * 60 < behind.to; minute++) minutes.push(minute)
    const names = {
      hosts: await texts('host'),
      programs: await texts('program'),
      templates: await texts('template'),
    }
    const repeatMinutes = found.filter(([, repeat]) => repeat === 1).map(([minute]) => Number(minute))
    const begin = { sequence: dayBatch, repeated: true, minutes, repeatMinutes, names }
    return { last: Number(last), begin }
  }

  /** An append whose connection broke may go on on the server, and so may an earlier try to attach the day. */
  async #requireNoInsert(day: string, upTo: number): Promise<void> {
    const [[running] = []] = await this.#context.store.client.select(
      `SELECT count() FROM system.processes WHERE query_id = ${text(attachId(day))} OR (startsWith(query_id, '${idPrefix}')
       AND toUInt64OrZero(substring(query_id, ${idPrefix.length + 1})) <= ${number(upTo)})`,
      read,
    )
    if (Number(running) > 0) throw new Error('the server still inserts batches of its time')
  }

  /** Rows of the day, among the events, of batches that the copy has: from an earlier try, or from the spool. */
  async #rowsThere(day: string): Promise<number> {
    const [[rows] = []] = await this.#context.store.client.select(
      `SELECT count() FROM ${eventsTable} WHERE ${inDay(day)} AND batch IN (${batchesOf(day)})`,
      read,
    )
    return Number(rows)
  }

  /** Rows that the copy does not have must not be deleted: they would be of other events, whose batches have the same numbers. */
  async #requireCopies(day: string): Promise<void> {
    const key = 'ts, id, batch, repeat'
    const [[others] = []] = await this.#context.store.client.select(
      `SELECT count() FROM ${eventsTable} WHERE ${inDay(day)} AND batch IN (${batchesOf(day)})
       AND (${key}) NOT IN (SELECT ${key} FROM ${stagingTable} WHERE ${inDay(day)})`,
      read,
    )
    if (Number(others) > 0)
      throw new Error(`${others} rows of the server have the numbers of its batches and are others`)
  }
}

function batchesOf(day: string): string {
  return `SELECT DISTINCT batch FROM ${stagingTable} WHERE ${inDay(day)}`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
