import type { CheckExclusive, SharedLog } from '../../../schema/store/shared-log.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { daySeconds } from '../../contract/time-span.ts'
import type { BatchBegin } from '../../journal/journal.ts'
import { partitionRows, startOfDay } from '../../reads/partitions.ts'
import { number } from '../../sql/literal.ts'
import { stagingTable } from '../../sql/tables.ts'
import type { SqlStore } from '../sql-store.ts'
import { type CopiedDay, readCopiedDays, recordDay, shardWithCopy } from './copied-days.ts'
import type { OldBatchGate } from './old-batch-gate.ts'
import { StagedDay } from './staged-day.ts'

const pollMs = 2_000
const read = internalRead('long', 600)
/** Number of a copied day in the journal, which lists batches. No batch has this number. */
const dayBatch = 0

interface AttachContext {
  store: Pick<SqlStore, 'client' | 'journal' | 'days' | 'counts' | 'figures' | 'window'>
  gate: OldBatchGate
  /**
   * The log of a store that several processes use: reports each attached day to them and lets one process
   * attach at a time.
   */
  sharedLog?: SharedLog | undefined
  log: (message: string) => void
}

/**
 * Moves days that `millrace events copy` has copied into the staging table to the events, each day as a
 * whole, and updates the journal, so that rows and counts in memory stay exact. Only a Millrace that owns the
 * store may do that. After a kill at any step, the next start examines the day again.
 */
export class AttachDays {
  readonly #context: AttachContext
  /** Last logged error by day. */
  readonly #failures = new Map<string, string>()
  /**
   * The day whose rows may be readable although it is not attached yet: while it is being attached, and after
   * that failed. No other day begins before this one is attached.
   */
  #begun: string | undefined
  /** The running `#attachAll`. */
  #busy: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(context: AttachContext) {
    this.#context = context
  }

  start(): void {
    this.#timer = setInterval(() => void this.tick(), pollMs)
    this.#timer.unref()
  }

  /** Resolves once the current work has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#busy
  }

  /** Attaches all waiting days. Never rejects. */
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
      if (this.#begun !== undefined && begun === undefined) this.#abandonBegun()
      for (const day of begun === undefined ? waiting : [begun]) await this.#attachOrLog(day)
      const attached = days.filter(({ state }) => state === 'attached')
      if (attached.length > 0) await this.#clean(new Set(attached.map(({ day }) => day)))
    } catch (error) {
      // The server may be away: the next tick retries.
      if (store.client.ready) log(`copied days could not be looked for: ${thrownText(error)}`)
    }
  }

  /** Stops attaching the begun day, which another process has finished. */
  #abandonBegun(): void {
    this.#context.store.journal.abandon(dayBatch)
    this.#begun = undefined
  }

  /** Attaches a day. Logs each failure once. */
  async #attachOrLog(day: CopiedDay): Promise<void> {
    // Another day has begun and failed.
    if (this.#begun !== undefined && this.#begun !== day.day) return
    try {
      const { sharedLog, store } = this.#context
      if (sharedLog === undefined) await this.#attach(day, async () => {})
      else
        await sharedLog.exclusively('copy', async check => {
          const days = await readCopiedDays(store.client)
          const current = days.find(other => other.day === day.day)
          if (current?.state === 'verified') await this.#attach(current, check)
        })
      this.#failures.delete(day.day)
    } catch (error) {
      const message = thrownText(error)
      if (this.#failures.get(day.day) !== message)
        this.#context.log(`the copied day ${day.day} waits: ${message}`)
      this.#failures.set(day.day, message)
    }
  }

  async #attach(copied: CopiedDay, check: CheckExclusive): Promise<void> {
    const { store, gate, sharedLog, log } = this.#context
    const { client, journal } = store
    const { day, rows } = copied
    const shard = await shardWithCopy(client, day)
    if (shard === undefined) throw new Error('its copy is gone')
    const staged = new StagedDay(client, shard, day)
    const last = await staged.lastBatch()
    const begin = await this.#describe(staged, day)
    const isDone = await gate.withoutAppends(last, async () => {
      await staged.requireNoInsert(last)
      // Rows that an earlier attempt has attached, or that the spool has delivered.
      const rowsBefore = await staged.rowsAmongEvents()
      if (rowsBefore > 0 && rowsBefore < rows) await staged.requireCopies()
      await check()
      // From here to `end`, reads treat rows of the day as pending, even while a failed day waits for a
      // retry.
      this.#begun = day
      journal.begin(begin)
      if (rowsBefore > 0 && rowsBefore < rows) {
        await staged.removeFromEvents(last)
        await check()
      }
      if (rowsBefore < rows) await staged.attach()
      const found = await staged.rowsAmongEvents()
      if (found !== rows) throw new Error(`${found} of its ${rows} rows are among the events`)
      journal.end({ ...begin, rows }, last)
      this.#begun = undefined
    })
    if (!isDone) throw new Error('the spool still delivers batches of its time')
    // The copy also brought counts of dropped days, and figures.
    await sharedLog?.forget(last)
    await store.counts.reload()
    store.figures.journal.forget()
    await recordDay(client, { ...copied, state: 'attached' })
    await this.#clean(new Set([day]))
    log(`took in the copied day ${day}: ${rows} rows`)
  }

  /** Drops attached days from the staging tables, including what a kill left. Other replicas follow. */
  async #clean(attached: ReadonlySet<string>): Promise<void> {
    for (const shard of this.#context.store.client.shards) {
      const left = await partitionRows({ shards: [shard] }, stagingTable, read)
      for (const day of left.keys())
        if (attached.has(day))
          await shard.command(
            `ALTER TABLE ${shard.own(stagingTable)} DROP PARTITION ${number(Number(day))} SETTINGS alter_sync = 1`,
          )
    }
  }

  /** Describes the day for the journal, before its rows become readable. */
  async #describe(staged: StagedDay, day: string): Promise<BatchBegin> {
    const { days, window } = this.#context.store
    const { minutes, repeatMinutes } = await staged.minutes()
    const end = startOfDay(day) + daySeconds
    // Rows at the start of the next day may be repeats of events whose first rows are attached now.
    const after = days.clip({ from: end, to: end + window })
    for (let minute = Math.floor(after.from / 60); minute * 60 < after.to; minute++) minutes.push(minute)
    const names = {
      hosts: await staged.texts('host'),
      programs: await staged.texts('program'),
      templates: await staged.texts('template'),
    }
    return { sequence: dayBatch, repeated: true, minutes, repeatMinutes, names }
  }
}
