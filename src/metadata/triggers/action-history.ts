import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { Fault } from '../../schema/fault.ts'
import type { ActionRun, RunKind, RunOrderField, RunStatus } from '../../schema/triggers/action-run.ts'
import { contains, jsonMember } from '../database/sql-forms.ts'
import { type Database, type Tables, unixSeconds } from '../database/tables.ts'
import {
  type ListOptions,
  type ListResult,
  nullAs,
  readList,
  type SortColumns,
} from '../lists/select-page.ts'
import { Repository } from '../repository/repository.ts'
import { mayEdit, type TriggerViewer } from './rows.ts'
import { type SeesHost, type VisibleRows, visibleRows } from './visible-hosts.ts'

/** The user who reads the history of actions. */
export interface HistoryViewer extends TriggerViewer {
  seesHost: SeesHost
}

/** Conditions of a list of actions, combined by AND. An absent or empty member sets no condition. */
interface HistoryFilter {
  triggers?: readonly number[]
  kinds?: readonly RunKind[]
  statuses?: readonly RunStatus[]
  eventId?: number
  /** Moments of creation, microseconds; `until` is exclusive. */
  since?: number
  until?: number
  /** Occurs in the name of the trigger, the key or the result; A to Z in any case. */
  text?: string
}

/** The queue of actions in numbers. */
export interface ActionCounts {
  pending: number
  running: number
  /** Failed in all attempts. */
  dead: number
  /** How long the longest waiting action has been due; 0 if none is due. */
  overdueSeconds: number
}

export type HistoryOptions = ListOptions<RunOrderField> & HistoryFilter

const sortColumns: SortColumns<RunOrderField> = {
  table: 'action_runs',
  keys: {
    created_at: sql.ref('action_runs.created_at'),
    finished_at: nullAs('action_runs.finished_at', 0),
    next_at: nullAs('action_runs.due_at', 0),
  },
}

/** Statuses of ended actions that can be sent again. */
const retryableStatuses: readonly string[] = ['dead', 'failed', 'suppressed'] satisfies RunStatus[]
/** Kinds that are done when the match is recorded, so that nothing can be sent again. */
const recordedKinds: readonly string[] = ['status', 'notification'] satisfies RunKind[]

/**
 * The history of actions. Readers of a trigger read its actions; if it was private and is deleted, its owner
 * and managers of triggers read them. Actions about events on hosts that a user does not see are hidden from
 * the user. The owner and managers of triggers may send actions again.
 */
export class ActionHistory extends Repository {
  async list(viewer: HistoryViewer, options: HistoryOptions): Promise<ListResult<ActionRun>> {
    const visible = await visibleRows(this.db, 'action_runs', viewer)
    const readable = readableBy(viewer, visible)
    const condition = (eb: ExpressionBuilder<Tables, 'action_runs'>) =>
      eb.and([readable, ...filterConditions(eb, options)])
    const counted = this.db.selectFrom('action_runs').where(condition)
    const rows = runRows(this.db, visible).where(condition)
    return readList(rows, counted, options, sortColumns, page => page.map(row => presentRun(row, viewer)))
  }

  /** Throws not_found. */
  async get(viewer: HistoryViewer, id: number): Promise<ActionRun> {
    const visible = await visibleRows(this.db, 'action_runs', viewer)
    const row = await runRows(this.db, visible)
      .select(sql<string | null>`${shownIf(visible, sql.ref('action_runs.output'))}`.as('output'))
      .where('action_runs.id', '=', id)
      .where(readableBy(viewer, visible))
      .executeTakeFirst()
    if (row === undefined) throw new Fault('not_found')
    return { ...presentRun(row, viewer), output: showsOutput(row, viewer) ? row.output : null }
  }

  /** Throws not_found, permission_denied. */
  async checkWritable(viewer: HistoryViewer, id: number): Promise<void> {
    await this.get(viewer, id)
    const row = await this.db
      .selectFrom('action_runs')
      .select('owner_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (row === undefined) throw new Fault('not_found')
    if (!mayWrite(row, viewer)) throw new Fault('permission_denied')
  }

  /**
   * Sends an action again, at once. Throws not_found, permission_denied; conflict for an action that is new,
   * runs, is done, has no trigger, or is of one of `recordedKinds`.
   */
  async retry(viewer: HistoryViewer, id: number): Promise<ActionRun> {
    await this.checkWritable(viewer, id)
    const [retriedId] = await this.retryAll(viewer, [id])
    if (retriedId === undefined)
      throw new Fault('conflict', { detail: 'This action cannot be sent again in its current state.' })
    return this.get(viewer, id)
  }

  /** Re-queues the given actions that the viewer may resend and that can be resent. Returns their ids. */
  async retryAll(viewer: HistoryViewer, ids: readonly number[]): Promise<number[]> {
    const now = this.clock()
    const visible = await visibleRows(this.db, 'action_runs', viewer)
    let update = this.db
      .updateTable('action_runs')
      .set({
        status: 'pending',
        due_at: now,
        finished_at: null,
        retries_from: sql<number>`${sql.ref('tries')}`,
      })
      .where('id', 'in', [...new Set(ids)])
      .where(eb =>
        eb.or([
          eb('status', 'in', retryableStatuses),
          eb.and([eb('status', '=', 'pending'), eb('tries', '>', 0)]),
        ]),
      )
      .where('kind', 'not in', recordedKinds)
      .where('trigger_id', 'is not', null)
      .where(readableBy(viewer, visible))
    if (!viewer.managesTriggers) update = update.where('owner_id', '=', viewer.userId)
    const rows = await update.returning('id').execute()
    return rows.map(row => row.id)
  }

  async counts(): Promise<ActionCounts> {
    const rows = await this.db
      .selectFrom('action_runs')
      .select(['status', sql<number>`count(*)`.as('count'), eb => eb.fn.min('due_at').as('due')])
      .where('status', 'in', ['pending', 'running', 'dead'])
      .groupBy('status')
      .execute()
    const rowOf = (status: RunStatus) => rows.find(row => row.status === status)
    const due = rowOf('pending')?.due ?? Number.POSITIVE_INFINITY
    return {
      pending: rowOf('pending')?.count ?? 0,
      running: rowOf('running')?.count ?? 0,
      dead: rowOf('dead')?.count ?? 0,
      overdueSeconds: Math.max(0, this.clock() - due) / 1_000_000,
    }
  }
}

/** The condition that the viewer may read an action. */
function readableBy(
  { userId, managesTriggers }: HistoryViewer,
  visible: VisibleRows | undefined,
): Expression<SqlBool> {
  const hosts = visible?.isVisible ?? sql<SqlBool>`1 = 1`
  if (managesTriggers) return hosts
  return sql<SqlBool>`${hosts} and (action_runs.owner_id = ${userId} or 0 = coalesce(
    (select triggers.is_private from triggers where triggers.id = action_runs.trigger_id), action_runs.is_private))`
}

function filterConditions(
  eb: ExpressionBuilder<Tables, 'action_runs'>,
  { triggers = [], kinds = [], statuses = [], eventId, since, until, text = '' }: HistoryFilter,
): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = []
  if (triggers.length > 0) conditions.push(eb('action_runs.trigger_id', 'in', [...triggers]))
  if (kinds.length > 0) conditions.push(eb('action_runs.kind', 'in', [...kinds]))
  if (statuses.length > 0) conditions.push(eb('action_runs.status', 'in', [...statuses]))
  if (eventId !== undefined) conditions.push(eb('action_runs.event_id', '=', eventId))
  if (since !== undefined) conditions.push(eb('action_runs.created_at', '>=', since))
  if (until !== undefined) conditions.push(eb('action_runs.created_at', '<', until))
  if (text !== '') {
    const searched = sql`lower(action_runs.trigger_name || ${sql.lit('\n')} || action_runs.key || ${sql.lit('\n')} ||
      coalesce(action_runs.result, ''))`
    conditions.push(contains(searched, lowerAscii(text)))
  }
  return conditions
}

/** Lower case of A to Z only, like `lower` of both databases. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, letter => letter.toLowerCase())
}

/**
 * A column that counts all matches of an action, or may quote that count; null unless the viewer sees the
 * hosts of all these matches. The count of an `escalation` covers several moments, so only the owner sees it.
 */
function shownIf(visible: VisibleRows | undefined, column: Expression<unknown>): Expression<unknown> {
  if (visible === undefined) return column
  const { showsCount, isOwned } = visible
  return sql`case when ${showsCount} and (action_runs.kind <> 'escalation' or ${isOwned}) then ${column} end`
}

function runRows(db: Database, visible: VisibleRows | undefined) {
  return db
    .selectFrom('action_runs')
    .leftJoin('triggers', 'triggers.id', 'action_runs.trigger_id')
    .select(['action_runs.id', 'action_runs.owner_id', 'action_runs.trigger_id', 'action_runs.trigger_name'])
    .select([
      'triggers.name',
      'action_runs.kind',
      'action_runs.status',
      'action_runs.key',
      'action_runs.host',
    ])
    .select(['action_runs.idempotency_key', 'action_runs.event_id', 'action_runs.tries'])
    .select(sql<number | null>`${shownIf(visible, sql.ref('action_runs.matches'))}`.as('matches'))
    .select(['action_runs.created_at', 'action_runs.due_at', 'action_runs.finished_at', 'action_runs.result'])
    .select(['action_runs.silence_id', 'action_runs.error_code', 'action_runs.error_detail'])
    .select(
      sql<string>`coalesce(substr(${jsonMember(sql.ref('action_runs.event'), 'message')}, 1, 500), '')`.as(
        'message',
      ),
    )
}

type RunRow = Awaited<ReturnType<ReturnType<typeof runRows>['executeTakeFirstOrThrow']>>

function presentRun(row: RunRow, viewer: HistoryViewer): ActionRun {
  const { trigger_id, name, error_code, error_detail } = row
  const isWaiting = row.status === 'pending' && row.tries > 0
  const canRetry = (isWaiting || retryableStatuses.includes(row.status)) && !recordedKinds.includes(row.kind)
  return {
    id: row.id,
    trigger: trigger_id === null || name === null ? null : { id: trigger_id, name },
    trigger_name: row.trigger_name,
    // The columns are only written from these families.
    kind: row.kind as RunKind,
    status: row.status as RunStatus,
    key: row.key,
    idempotency_key: row.idempotency_key,
    event_id: row.event_id === null ? null : String(row.event_id),
    host: row.host,
    message: row.message,
    matches: row.matches,
    tries: row.tries,
    created_at: unixSeconds(row.created_at),
    next_at: unixSeconds(row.due_at),
    finished_at: unixSeconds(row.finished_at),
    result: row.result,
    silence_id: row.silence_id,
    error: error_code === null ? null : { code: error_code, detail: error_detail ?? '' },
    can_retry: canRetry && trigger_id !== null && mayWrite(row, viewer),
  }
}

/** The answer of a webhook's receiver may repeat secrets, so only users who may change the trigger see it. */
function showsOutput({ kind, owner_id }: RunRow, viewer: HistoryViewer): boolean {
  return kind !== 'webhook' || mayEdit({ owner_id: owner_id ?? 0 }, viewer)
}

function mayWrite(
  { owner_id }: { owner_id: number | null },
  { userId, managesTriggers }: TriggerViewer,
): boolean {
  return owner_id === userId || managesTriggers
}
