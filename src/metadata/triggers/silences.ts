import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { fieldFault } from '../../schema/fault.ts'
import type { Filter } from '../../schema/filter/condition.ts'
import type {
  Silence,
  SilenceContent,
  SilenceDraft,
  SilenceOrderField,
  SilencePatch,
  SilenceState,
} from '../../schema/triggers/silence.ts'
import { insertRow, updateRow } from '../database/row.ts'
import { contains, listHas } from '../database/sql-forms.ts'
import { type Database, nameKey, type Tables, unixSeconds } from '../database/tables.ts'
import { ownerRef, userNameColumns } from '../identity/user-ref.ts'
import { type ListOptions, type ListResult, readList, type SortColumns } from '../lists/select-page.ts'
import { type Edit, EditableObjects } from '../repository/owned-objects.ts'
import { requireAtMost } from '../repository/require.ts'
import { seesTotals, type TriggerViewer } from './rows.ts'

export interface SilenceListOptions extends ListOptions<SilenceOrderField> {
  /** Occurs in the name or the comment, in any letter case. */
  text?: string
  /** In any of these states; empty or absent: in any. */
  states?: readonly SilenceState[]
  /** Only silences whose `trigger_ids` has this id or is empty. */
  triggerId?: number
}

/** Maximum silences of all owners together that have not ended: each is checked for each match. */
export const maxCurrent = 1_000
const secondMicros = 1_000_000
/** How long a silence is kept after its end. */
const keptMicros = 90 * 86_400 * secondMicros

const sortColumns: SortColumns<SilenceOrderField> = {
  table: 'silences',
  keys: { name: sql.ref('silences.name_key') },
}

/**
 * Silences. All who may use triggers read them; the owner and holders of manage_triggers change them. The
 * caller has checked the permission `triggers`, and that the filter is valid.
 */
export class Silences extends EditableObjects<
  TriggerViewer,
  SilenceRow,
  Silence,
  SilenceContent,
  SilenceDraft,
  SilencePatch
> {
  protected readonly table = 'silences'
  protected readonly managerFlag = 'managesTriggers'
  protected override readonly feedKind = 'silences'

  /** Calls the listener after each change of silences or rights. Returns the function that removes it. */
  onChange(listener: () => void): () => void {
    return this.feed.onEach(['silences', 'people'], listener)
  }

  list(viewer: TriggerViewer, options: SilenceListOptions): Promise<ListResult<Silence>> {
    const now = this.clock()
    const condition = (eb: ExpressionBuilder<Tables, 'silences'>) => listCondition(eb, options, now)
    const counted = this.db.selectFrom('silences').where(condition)
    const ids = this.db.selectFrom('silences').select('silences.id').where(condition)
    const rows = silenceRows(this.db).where('silences.id', 'in', ids)
    return readList(rows, counted, options, sortColumns, page =>
      page.map(row => presentSilence(row, viewer, now, this.mayWrite(row, viewer))),
    )
  }

  /** Throws validation; conflict when there are too many silences that have not ended. */
  create(viewer: TriggerViewer, draft: SilenceDraft): Promise<Silence> {
    return this.change(viewer, async transaction => {
      const now = this.clock()
      await requireRoom(transaction, now)
      const content = this.withDefaults(draft)
      await this.#requireTriggers(transaction, viewer, content.trigger_ids)
      return this.quota.within(transaction, 'silences', viewer.userId, () =>
        insertRow(transaction, 'silences', {
          ...columnsOf(content),
          owner_id: viewer.userId,
          suppressed_count: 0,
          created_at: now,
          updated_at: now,
        }),
      )
    })
  }

  /** Silences that have not ended, oldest first; times in microseconds. */
  async readCurrent(): Promise<
    { id: number; ownerId: number; filter: Filter; triggerIds: number[]; startsAt: number; endsAt: number }[]
  > {
    const rows = await this.db
      .selectFrom('silences')
      .select(['id', 'owner_id', 'filter', 'trigger_ids', 'starts_at', 'ends_at'])
      .where('ends_at', '>', this.clock())
      .orderBy('id')
      .execute()
    return rows.map(row => ({
      id: row.id,
      ownerId: row.owner_id,
      ...parseLists(row),
      startsAt: row.starts_at,
      endsAt: row.ends_at,
    }))
  }

  /** Removes silences that ended long ago. */
  async removeOld(): Promise<void> {
    await this.db
      .deleteFrom('silences')
      .where('ends_at', '<', this.clock() - keptMicros)
      .execute()
  }

  protected async rewrite({
    transaction,
    viewer,
    row,
    apply,
  }: Edit<TriggerViewer, SilenceRow, SilenceContent>): Promise<void> {
    const previousContent = contentOf(row)
    const after = apply(previousContent)
    const previousIds = new Set(previousContent.trigger_ids)
    // Ids of deleted triggers may stay: a silence whose list became empty would hold for all triggers.
    const added = after.trigger_ids.filter(id => !previousIds.has(id))
    await this.#requireTriggers(transaction, viewer, added)
    const columns = columnsOf(after)
    const now = this.clock()
    if (row.ends_at <= now && columns.ends_at > now) await requireRoom(transaction, now)
    await this.quota.within(transaction, 'silences', row.owner_id, () =>
      updateRow(transaction, 'silences', row.id, { ...columns, updated_at: now }),
    )
  }

  protected withDefaults(draft: SilenceDraft): SilenceContent {
    const { name, comment = '', filter = [], trigger_ids = [], ends_at } = draft
    const { starts_at = Math.floor(this.clock() / secondMicros) } = draft
    return { name, comment, filter, trigger_ids, starts_at, ends_at }
  }

  protected readRow(db: Database, _viewer: TriggerViewer, id: number): Promise<SilenceRow | undefined> {
    return silenceRows(db).where('silences.id', '=', id).executeTakeFirst()
  }

  protected override mayRead(): boolean {
    return true
  }

  protected present(row: SilenceRow, viewer: TriggerViewer): Silence {
    return presentSilence(row, viewer, this.clock(), this.mayWrite(row, viewer))
  }

  /** Throws validation for the first of these triggers that the viewer may not change. */
  async #requireTriggers(db: Database, viewer: TriggerViewer, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    const rows = await db
      .selectFrom('triggers')
      .select(['id', 'owner_id'])
      .where('id', 'in', [...new Set(ids)])
      .execute()
    const writable = new Set(rows.filter(row => this.isOwnOrManaged(row, viewer)).map(row => row.id))
    const invalidId = ids.find(id => !writable.has(id))
    if (invalidId === undefined) return
    const message = `Invalid pk "${invalidId}" - there is no trigger with this id that you may change.`
    throw fieldFault('trigger_ids', message)
  }
}

/** Throws conflict if one more silence that has not ended would be too many. */
async function requireRoom(db: Database, now: number): Promise<void> {
  await requireAtMost(
    maxCurrent,
    db.selectFrom('silences').where('ends_at', '>', now),
    `There are at most ${maxCurrent} silences that have not ended.`,
  )
}

function silenceRows(db: Database) {
  return db
    .selectFrom('silences')
    .innerJoin('users', 'users.id', 'silences.owner_id')
    .selectAll('silences')
    .select(userNameColumns)
}

type SilenceRow = Awaited<ReturnType<ReturnType<typeof silenceRows>['executeTakeFirstOrThrow']>>

function listCondition(
  eb: ExpressionBuilder<Tables, 'silences'>,
  { text, states = [], triggerId }: SilenceListOptions,
  now: number,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = []
  if (text !== undefined && text !== '')
    conditions.push(contains(sql.ref('silences.name_key'), nameKey(text)))
  const inState = {
    active: () => eb.and([eb('starts_at', '<=', now), eb('ends_at', '>', now)]),
    pending: () => eb('starts_at', '>', now),
    ended: () => eb('ends_at', '<=', now),
  } satisfies Record<SilenceState, () => Expression<SqlBool>>
  if (states.length > 0) conditions.push(eb.or(states.map(state => inState[state]())))
  if (triggerId !== undefined) {
    const ids = sql.ref('silences.trigger_ids')
    conditions.push(sql<SqlBool>`(${ids} = '[]' or ${listHas(ids, triggerId)})`)
  }
  return eb.and(conditions)
}

/** The columns of a silence. Throws validation if it ends before it starts. */
function columnsOf({ name, comment, filter, trigger_ids, starts_at, ends_at }: SilenceContent) {
  if (ends_at <= starts_at) throw fieldFault('ends_at', 'Expected a time after starts_at.')
  return {
    name,
    name_key: nameKey(`${name}\n${comment}`),
    comment,
    filter: JSON.stringify(filter),
    trigger_ids: JSON.stringify(trigger_ids),
    starts_at: Math.round(starts_at * secondMicros),
    ends_at: Math.round(ends_at * secondMicros),
  }
}

function parseLists(row: { filter: string; trigger_ids: string }): { filter: Filter; triggerIds: number[] } {
  // Both columns are written by columnsOf.
  return { filter: JSON.parse(row.filter) as Filter, triggerIds: JSON.parse(row.trigger_ids) as number[] }
}

function contentOf(row: SilenceRow): SilenceContent {
  const { filter, triggerIds } = parseLists(row)
  const times = { starts_at: unixSeconds(row.starts_at), ends_at: unixSeconds(row.ends_at) }
  return { name: row.name, comment: row.comment, filter, trigger_ids: triggerIds, ...times }
}

function presentSilence(row: SilenceRow, viewer: TriggerViewer, now: number, mayWrite: boolean): Silence {
  return {
    id: row.id,
    owner: ownerRef(row),
    ...contentOf(row),
    is_active: row.starts_at <= now && now < row.ends_at,
    read_only: !mayWrite,
    suppressed_count: seesTotals(row, viewer) ? row.suppressed_count : null,
    created_at: unixSeconds(row.created_at),
    updated_at: unixSeconds(row.updated_at),
  }
}
