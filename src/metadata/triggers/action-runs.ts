import { type Expression, type SqlBool, sql, type Transaction } from 'kysely'
import type { StoredEvent } from '../../schema/event/event.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import type { QueuedKind } from '../../schema/triggers/action-run.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'
import { type RowUpdate, updateRow } from '../database/row.ts'
import type { Tables } from '../database/tables.ts'
import { JobQueue, retryDelaysSeconds } from '../jobs/job-queue.ts'
import { fullContent } from './content.ts'
import { contentOf } from './rows.ts'

/** An action that a runner has claimed. */
export interface ClaimedRun {
  id: number
  kind: QueuedKind
  /** null: the trigger is deleted. */
  triggerId: number | null
  key: string
  idempotencyKey: string
  /** null: no single event fired the trigger. */
  event: StoredEvent | null
  matches: number
  /** Number of this attempt; starts again when the action is sent again by hand. */
  attempt: number
}

/** Limits of a claim. */
export interface ClaimOptions {
  kind: QueuedKind
  limit: number
  /** Running actions of each trigger; 0: of deleted triggers. */
  running: ReadonlyMap<number, number>
  /** Maximum running actions of one trigger that exists. */
  maxOfTrigger: number
  /** Minimum seconds between two actions of a trigger for one key. */
  periodOf: (trigger: TriggerContent) => number
}

/** The result of an attempt. */
export interface RunOutcome {
  /** A sentence. */
  detail: string
  /** The answer of the receiver, or the output of the script; undefined: there is none. */
  output: string | undefined
}

/** Codes of errors of actions. */
export type RunErrorCode = 'action_failed' | 'action_refused' | 'interrupted'

/** Time after which a claim expires. Attempts take less. */
export const leaseMs = 240_000
/**
 * Maximum length of the event of a done action, as JSON. A longer event is stored without its tags, and with
 * a message of at most `keptMessageLength`.
 */
const maxEventLength = 4_096
const keptMessageLength = 500
const secondMicros = 1_000_000
const dayMicros = 86_400 * secondMicros
/** Maximum wait of an action: the longest period. The delays of retries are shorter. */
const maxWaitMicros = dayMicros
/** Moments that other nodes stored may be ahead of this node's clock by up to this. */
const maxSkewMicros = 120 * secondMicros
/** Maximum actions that one statement deletes. */
const maxExpired = 1_000

/** The queue of actions. */
export class ActionRuns extends JobQueue {
  protected readonly table = 'action_runs'
  protected readonly claimedStatus = 'running'
  protected readonly leaseMicros = leaseMs * 1_000
  protected readonly attempts = sql<number>`tries - coalesce(retries_from, 0)`
  /** First attempt and retries. */
  protected readonly maxAttempts = retryDelaysSeconds.length + 1

  /**
   * Claims due actions, the longest waiting first. The first attempt at an action begins the period of its
   * trigger, kind and key, or is put off to the end of a period that has not passed. Actions that are tried
   * or sent again ignore periods.
   */
  claim(
    runner: string,
    { kind, limit, running, maxOfTrigger, periodOf }: ClaimOptions,
  ): Promise<ClaimedRun[]> {
    return this.db.transaction().execute(async transaction => {
      // Read inside the transaction: a period that an earlier writer began must not lie in the future.
      const now = this.clock()
      const claimed: ClaimedRun[] = []
      const runningByTrigger = new Map(running)
      // Ends, since each round claims rows, puts rows off, or makes a trigger busy.
      while (claimed.length < limit) {
        const busy = [...runningByTrigger].filter(([, count]) => count >= maxOfTrigger).map(([id]) => id)
        const rows = await dueRows(transaction, kind, now, busy)
          .limit(limit - claimed.length)
          .execute()
        if (rows.length === 0) break
        for (const row of rows) {
          const triggerId = row.trigger_id
          const runningOfTrigger = triggerId === null ? 0 : (runningByTrigger.get(triggerId) ?? 0)
          if (runningOfTrigger >= maxOfTrigger) continue
          const isFirst = row.tries === 0 && row.retries_from === null
          if (isFirst && row.content !== null) {
            const periodMicros = periodOf(fullContent(contentOf({ content: row.content }))) * secondMicros
            const endsAt = await beginPeriod(transaction, row, now, periodMicros)
            if (endsAt !== undefined) {
              await updateRow(transaction, 'action_runs', row.id, { due_at: endsAt })
              continue
            }
          }
          const tries = row.tries + 1
          await updateRow(transaction, 'action_runs', row.id, { ...this.lease(runner), tries, due_at: null })
          if (triggerId !== null) runningByTrigger.set(triggerId, runningOfTrigger + 1)
          claimed.push({
            id: row.id,
            kind,
            triggerId,
            key: row.key,
            idempotencyKey: row.idempotency_key,
            // The column is only written from a StoredEvent or null.
            event: JSON.parse(row.event) as StoredEvent | null,
            matches: row.matches,
            attempt: tries - (row.retries_from ?? 0),
          })
        }
      }
      return claimed
    })
  }

  /** Microseconds until the next action of this kind is due: 0 when one is due; undefined without one. */
  async nextDueIn(kind: QueuedKind): Promise<number | undefined> {
    const { due } = await this.db
      .selectFrom('action_runs')
      .select(eb => eb.fn.min('due_at').as('due'))
      .where('status', '=', 'pending')
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    return due === null ? undefined : Math.max(0, due - this.clock())
  }

  /** Records a successful attempt. False, here and below: the claim is lost. */
  async done(runner: string, { id, event }: ClaimedRun, outcome: RunOutcome): Promise<boolean> {
    return this.end(runner, id, {
      ...columnsOf(outcome),
      status: 'done',
      event: shortened(event),
      error_code: null,
      error_detail: null,
      finished_at: this.clock(),
    })
  }

  /** Records a failed attempt. The action is tried again after this time. */
  async retryLater(
    runner: string,
    { id }: ClaimedRun,
    outcome: RunOutcome,
    afterSeconds: number,
  ): Promise<boolean> {
    return this.end(runner, id, {
      ...columnsOf(outcome),
      ...errorColumns('action_failed', outcome.detail),
      status: 'pending',
      due_at: this.clock() + Math.round(afterSeconds * secondMicros),
    })
  }

  /** Records the last attempt. `dead`: there were too many; `failed`: another attempt would be useless. */
  async giveUp(
    runner: string,
    { id }: ClaimedRun,
    outcome: RunOutcome,
    { status, code }: { status: 'dead' | 'failed'; code: RunErrorCode },
  ): Promise<boolean> {
    return this.end(runner, id, {
      ...columnsOf(outcome),
      ...errorColumns(code, outcome.detail),
      status,
      finished_at: this.clock(),
    })
  }

  /**
   * Puts an action that the end of the service interrupted back into the queue. The attempt, which may have
   * reached its receiver, is not counted.
   */
  async release(runner: string, { id }: ClaimedRun): Promise<boolean> {
    return this.end(runner, id, {
      status: 'pending',
      due_at: this.clock(),
      retries_from: sql<number>`coalesce(retries_from, 0) + 1`,
    })
  }

  /**
   * Makes actions due whose times were set by a clock that has been set back since. Otherwise they, and later
   * matches that are added to them, would wait until that time comes again. `claim` still puts them off to
   * the end of a period that has not passed.
   */
  async bringForward(): Promise<void> {
    const now = this.clock()
    const isAhead = sql<SqlBool>`status = 'pending'
      and (created_at > ${now + maxSkewMicros} or due_at > ${now + maxWaitMicros + maxSkewMicros})`
    // Here and below: reads first, so that an idle process does not wait for writers.
    const ahead = this.db.selectFrom('action_runs').select('id').where(isAhead)
    if ((await ahead.limit(1).execute()).length === 0) return
    await this.db
      .updateTable('action_runs')
      // Corrects `created_at` too, so that the next call does not find the row again.
      .set(eb => ({
        due_at: now,
        created_at: eb.case().when('created_at', '>', now).then(now).else(eb.ref('created_at')).end(),
      }))
      .where(isAhead)
      .execute()
  }

  /**
   * Deletes the oldest ended actions beyond these limits, and periods that have passed. `days` undefined: the
   * clock may be wrong, so nothing is deleted for its age.
   */
  async expire({ days, rows }: { days: number | undefined; rows: number }): Promise<void> {
    // Ids rise by one, so they tell how many rows there are. Counting the rows would read all their events.
    const tooMany = sql<boolean>`id <= (select max(id) from action_runs) - ${rows}`
    await this.#deleteEnded(tooMany)
    if (days === undefined) return
    const now = this.clock()
    await this.#deleteEnded(sql<boolean>`created_at < ${now - days * dayMicros}`)
    const old = sql<SqlBool>`last_at < ${now - maxWaitMicros}`
    const times = await this.db.selectFrom('action_times').select('last_at').where(old).limit(1).execute()
    if (times.length > 0) await this.db.deleteFrom('action_times').where(old).execute()
  }

  /** Deletes all ended actions that meet a condition, `maxExpired` at a time. */
  async #deleteEnded(condition: Expression<boolean>): Promise<void> {
    const ended = sql`select id from action_runs where ${condition} and status not in ('pending', 'running')`
    if ((await sql`${ended} limit 1`.execute(this.db)).rows.length === 0) return
    for (;;) {
      const { rows } = await sql`delete from action_runs where id in (
        ${ended} limit ${sql.lit(maxExpired)}) returning id`.execute(this.db)
      if (rows.length < maxExpired) return
    }
  }

  protected interrupted(isLast: boolean): RowUpdate<'action_runs'> {
    const now = this.clock()
    return {
      ...errorColumns('interrupted', 'The service was ended during the attempt.'),
      ...(isLast ? { status: 'dead', finished_at: now } : { status: 'pending', due_at: now }),
    }
  }
}

/** Due actions of a kind, without the actions of busy triggers. */
function dueRows(db: Transaction<Tables>, kind: QueuedKind, now: number, busy: readonly number[]) {
  const due = db
    .selectFrom('action_runs as runs')
    .leftJoin('triggers', 'triggers.id', 'runs.trigger_id')
    .select(['runs.id', 'runs.trigger_id', 'runs.kind', 'runs.key', 'runs.idempotency_key', 'runs.event'])
    .select(['runs.matches', 'runs.tries', 'runs.retries_from', 'triggers.content'])
    .where('runs.status', '=', 'pending')
    .where('runs.kind', '=', kind)
    .where('runs.due_at', '<=', now)
    .orderBy('runs.due_at')
    .orderBy('runs.id')
  if (busy.length === 0) return due
  return due.where(eb =>
    eb.or([eb('runs.trigger_id', 'is', null), eb('runs.trigger_id', 'not in', [...busy])]),
  )
}

/** Begins the period of an action. If the previous period has not passed, returns its end instead. */
async function beginPeriod(
  transaction: Transaction<Tables>,
  { trigger_id, kind, key }: { trigger_id: number | null; kind: string; key: string },
  now: number,
  periodMicros: number,
): Promise<number | undefined> {
  if (periodMicros === 0 || trigger_id === null) return undefined
  const previous = await transaction
    .selectFrom('action_times')
    .select('last_at')
    .where('trigger_id', '=', trigger_id)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  // A beginning far in the future comes from a clock that was set back since, and does not count. A beginning
  // shortly after now comes from another node.
  if (
    previous !== undefined &&
    previous.last_at <= now + maxSkewMicros &&
    previous.last_at + periodMicros > now
  )
    return previous.last_at + periodMicros
  await transaction
    .insertInto('action_times')
    .values({ trigger_id, kind, key, last_at: now })
    .onConflict(conflict => conflict.columns(['trigger_id', 'kind', 'key']).doUpdateSet({ last_at: now }))
    .execute()
  return undefined
}

function columnsOf({ detail, output }: RunOutcome) {
  return { result: detail, output: output ?? null }
}

function errorColumns(code: RunErrorCode, detail: string) {
  return { error_code: code, error_detail: detail }
}

/** JSON of an event, shortened if it is longer than `maxEventLength`. */
function shortened(event: StoredEvent | null): string {
  const text = JSON.stringify(event)
  if (event === null || text.length <= maxEventLength) return text
  return JSON.stringify({ ...event, message: truncateText(event.message, keptMessageLength), tags: {} })
}
