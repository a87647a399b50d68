import type { ExpressionBuilder, Transaction } from 'kysely'
import { maxNameLength } from '../../schema/name-length.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import {
  maxTriggers,
  type Trigger,
  type TriggerContent,
  type TriggerDraft,
  type TriggerExport,
  type TriggerMove,
  type TriggerOrderField,
  type TriggerPatch,
} from '../../schema/triggers/trigger.ts'
import { insertRow, updateRow } from '../database/row.ts'
import { type Database, nameKey, type Tables } from '../database/tables.ts'
import type { UserRef } from '../identity/identity.ts'
import { ownerRef } from '../identity/user-ref.ts'
import { type ListOptions, type ListResult, readList } from '../lists/select-page.ts'
import { type Edit, EditableObjects } from '../repository/owned-objects.ts'
import { requireAtMost, requireRows } from '../repository/require.ts'
import { requireKeyInForce } from '../secrets/key-in-force.ts'
import { applySwitch } from './apply-switch.ts'
import { actionBits, exportable, fullContent, isSameFilter, searchedText } from './content.ts'
import { type TriggerFilter, triggerCondition, triggerSort } from './list-condition.ts'
import { moveTrigger, topPosition } from './order.ts'
import {
  contentOf,
  countLimitOf,
  exportTrigger,
  mayEdit,
  presentTrigger,
  type TriggerRow,
  type TriggerViewer,
  triggerRows,
} from './rows.ts'
import {
  hasValues,
  keepSecrets,
  keepsSnmpSecrets,
  openSecrets,
  sealSecrets,
  splitSecrets,
  withSecrets,
  withWebhook,
} from './secrets.ts'

export type TriggerListOptions = ListOptions<TriggerOrderField> & TriggerFilter

/**
 * The result of one trigger of an import; `sameName`: another trigger of the importer has this name and a
 * different filter.
 */
export interface ImportedTrigger {
  id: number
  isNew: boolean
  sameName: number | undefined
}

/** An enabled trigger. */
export interface StoredTrigger {
  id: number
  ownerId: number
  content: TriggerContent
}

/** A trigger as its actions need it. */
export interface TriggerForActions {
  id: number
  owner: UserRef & { email: string }
  hitsCount: number
  content: TriggerContent
  /** The instance key does not open its secrets: the content has none. */
  hasLostSecrets: boolean
}

/**
 * Triggers. The owner of a trigger and holders of manage_triggers read it, and all users of triggers unless
 * it is private. Changes of other users' triggers: see `mayEdit`. The caller has checked the permission
 * `triggers`, and that members are valid.
 */
export class Triggers extends EditableObjects<
  TriggerViewer,
  TriggerRow,
  Trigger,
  TriggerExport,
  TriggerDraft,
  TriggerPatch
> {
  protected readonly table = 'triggers'
  protected readonly managerFlag = 'managesTriggers'
  protected override readonly feedKind = 'triggers'

  /**
   * Calls the listener after each change of triggers, of their order, or of what their owners may do. Returns
   * the function that removes it.
   */
  onChange(listener: () => void): () => void {
    return this.feed.onEach(['triggers', 'people'], listener)
  }

  list(viewer: TriggerViewer, options: TriggerListOptions): Promise<ListResult<Trigger>> {
    return this.#list(viewer, options, row => this.present(row, viewer))
  }

  exportList(viewer: TriggerViewer, options: TriggerListOptions): Promise<ListResult<TriggerExport>> {
    return this.#list(viewer, options, row => exportTrigger(row, viewer, this.keyring))
  }

  /** Throws not_found. */
  async export(viewer: TriggerViewer, id: number): Promise<TriggerExport> {
    return exportTrigger(await this.findReadable(this.db, viewer, id), viewer, this.keyring)
  }

  /** Ids of the triggers that the viewer may read. */
  async readableIds(viewer: TriggerViewer): Promise<ReadonlySet<number>> {
    const rows = await this.db
      .selectFrom('triggers')
      .select('id')
      .where(eb => triggerCondition(eb, viewer, {}))
      .execute()
    return new Set(rows.map(({ id }) => id))
  }

  /** Enabled triggers, in the order of matching, without secrets. */
  async readEnabled(): Promise<StoredTrigger[]> {
    const rows = await this.db
      .selectFrom('triggers')
      .select(['id', 'owner_id', 'content'])
      .where('is_active', '=', 1)
      .orderBy('position')
      .execute()
    return rows.map(row => ({ id: row.id, ownerId: row.owner_id, content: fullContent(contentOf(row)) }))
  }

  /** The given triggers that still exist, with all secrets, for their actions. */
  async forActions(ids: readonly number[]): Promise<TriggerForActions[]> {
    const rows = await triggerRows(this.db)
      .select('users.email')
      .where('triggers.id', 'in', [...ids])
      .execute()
    return rows.map(row => {
      const secrets = openSecrets(this.keyring, row)
      return {
        id: row.id,
        owner: { ...ownerRef(row), email: row.email },
        hitsCount: row.hits_count ?? 0,
        content: fullContent(withSecrets(contentOf(row), secrets ?? {})),
        hasLostSecrets: secrets === undefined,
      }
    })
  }

  /** Creates a trigger of the viewer, as the first in the order. Throws conflict, validation. */
  create(viewer: TriggerViewer, draft: TriggerDraft): Promise<Trigger> {
    return this.change(viewer, async transaction => {
      await requireRoom(transaction)
      await requireUsers(transaction, fullContent(draft))
      const position = await topPosition(transaction, 1)
      return this.quota.within(transaction, 'triggers', viewer.userId, () =>
        this.#insert(transaction, viewer, exportable(draft), position),
      )
    })
  }

  /** Creates a disabled copy for the viewer. Throws not_found, conflict. */
  clone(viewer: TriggerViewer, id: number, name: string | undefined): Promise<Trigger> {
    return this.change(viewer, async transaction => {
      const row = await this.findReadable(transaction, viewer, id)
      await requireRoom(transaction)
      // Without the names of headers, unless `withWebhook` adds them with their values.
      const { send_webhook_headers: _, ...content } = contentOf(row)
      const opened = mayEdit(row, viewer) ? openSecrets(this.keyring, row) : undefined
      // A copy of another user's trigger lacks the secrets that are never shown: the owner of the copy could
      // send them anywhere.
      const isOwn = row.owner_id === viewer.userId
      const secrets = {
        ...(opened?.webhook && { webhook: opened.webhook }),
        ...(opened?.headers && { headers: opened.headers }),
        ...(isOwn && opened?.snmp && { snmp: opened.snmp }),
      }
      const copy = { ...content, name: name ?? copyName(content.name), is_active: false }
      const position = await topPosition(transaction, 1)
      const exportedContent = exportable(keepSecrets(withWebhook(copy, secrets), secrets))
      return this.quota.within(transaction, 'triggers', viewer.userId, () =>
        this.#insert(transaction, viewer, exportedContent, position),
      )
    })
  }

  /** Moves a trigger in the order of matching. Throws not_found, permission_denied, validation. */
  move(viewer: TriggerViewer, id: number, move: TriggerMove): Promise<Trigger> {
    return this.change(viewer, async transaction => {
      await this.findWritable(transaction, viewer, id)
      const isReadable = (neighbour: number) =>
        this.findReadable(transaction, viewer, neighbour).then(
          () => true,
          () => false,
        )
      await moveTrigger(transaction, id, move, isReadable)
      return id
    })
  }

  /**
   * Creates the triggers of a file, all or none, before the others and in the order of the file. Skips a
   * trigger if the viewer already has one with its name and filter. Throws conflict if there would be too
   * many.
   */
  import(viewer: TriggerViewer, given: readonly TriggerExport[]): Promise<ImportedTrigger[]> {
    return this.transact(transaction =>
      this.quota.within(transaction, 'triggers', viewer.userId, () =>
        this.#insertMissing(transaction, viewer, given),
      ),
    )
  }

  /** Inserts the triggers of `import` that the viewer does not have yet. */
  async #insertMissing(
    transaction: Transaction<Tables>,
    viewer: TriggerViewer,
    given: readonly TriggerExport[],
  ): Promise<ImportedTrigger[]> {
    let position = await topPosition(transaction, given.length)
    const results: ImportedTrigger[] = []
    for (const trigger of given) {
      const namesakes = await namesakesOf(transaction, viewer, trigger.name)
      const equal = namesakes.find(other => isSameFilter(other.filter, trigger.filter))
      if (equal !== undefined) {
        results.push({ id: equal.id, isNew: false, sameName: undefined })
        continue
      }
      await requireRoom(transaction)
      const id = await this.#insert(transaction, viewer, trigger, position++)
      results.push({ id, isNew: true, sameName: namesakes[0]?.id })
    }
    return results
  }

  /** Removes all of these or none. Throws not_found, permission_denied. */
  async removeAll(viewer: TriggerViewer, ids: readonly number[]): Promise<void> {
    await this.transact(async transaction => {
      for (const id of new Set(ids)) await this.removeWithin(transaction, viewer, id)
    })
  }

  protected async rewrite({
    transaction,
    viewer,
    row,
    apply,
  }: Edit<TriggerViewer, TriggerRow, TriggerExport>): Promise<void> {
    const openedSecrets = openSecrets(this.keyring, row)
    const previousSecrets = openedSecrets ?? {}
    const stored = contentOf(row)
    const wholeContent = withWebhook(stored, previousSecrets)
    const changedContent = mayEdit(row, viewer)
      ? apply(wholeContent)
      : applySwitch(wholeContent, [wholeContent, stored], apply)
    const isOwner = row.owner_id === viewer.userId
    const keepsSnmp = keepsSnmpSecrets(wholeContent, changedContent, isOwner)
    const after = exportable(keepSecrets(changedContent, keepsSnmp ? previousSecrets : {}))
    await requireUsers(transaction, fullContent(after), fullContent(wholeContent))
    const { columns, secrets } = columnsOf(after)
    // Secrets that the instance key does not open stay until a change contains new ones.
    const keepsUnopened = openedSecrets === undefined && !hasValues(secrets)
    const sealed = keepsUnopened ? row.sealed : sealSecrets(this.keyring, row.id, secrets)
    if (sealed !== null || row.sealed !== null) await requireKeyInForce(transaction, this.keyring)
    await this.quota.within(transaction, 'triggers', row.owner_id, () =>
      updateRow(transaction, 'triggers', row.id, {
        ...columns,
        sealed,
        snapshot_id: row.snapshot_id + 1,
        updated_at: this.clock(),
      }),
    )
  }

  protected withDefaults(draft: TriggerDraft): TriggerExport {
    return draft
  }

  protected async readRow(db: Database, viewer: TriggerViewer, id: number): Promise<TriggerRow | undefined> {
    const rows = triggerRows(db, await countLimitOf(db, viewer))
    return rows.where('triggers.id', '=', id).executeTakeFirst()
  }

  protected override mayRead(row: TriggerRow, viewer: TriggerViewer): boolean {
    return row.is_private === 0 || super.mayRead(row, viewer)
  }

  protected present(row: TriggerRow, viewer: TriggerViewer): Trigger {
    return presentTrigger(row, viewer, this.keyring)
  }

  async #insert(
    transaction: Transaction<Tables>,
    viewer: TriggerViewer,
    given: TriggerExport,
    position: number,
  ): Promise<number> {
    const now = this.clock()
    const { columns, secrets } = columnsOf(given)
    const id = await insertRow(transaction, 'triggers', {
      ...columns,
      owner_id: viewer.userId,
      snapshot_id: 1,
      position,
      sealed: null,
      created_at: now,
      updated_at: now,
    })
    // The secrets are bound to the id of the row, which is known only now.
    const sealed = sealSecrets(this.keyring, id, secrets)
    if (sealed !== null) {
      await requireKeyInForce(transaction, this.keyring)
      await updateRow(transaction, 'triggers', id, { sealed })
    }
    return id
  }

  async #list<Shown extends object>(
    viewer: TriggerViewer,
    options: TriggerListOptions,
    show: (row: TriggerRow) => Shown,
  ): Promise<ListResult<Shown>> {
    const condition = (eb: ExpressionBuilder<Tables, 'triggers'>) => triggerCondition(eb, viewer, options)
    const counted = this.db.selectFrom('triggers').where(condition)
    const ids = this.db.selectFrom('triggers').select('triggers.id').where(condition)
    const rows = triggerRows(this.db, await countLimitOf(this.db, viewer)).where('triggers.id', 'in', ids)
    return readList(rows, counted, options, triggerSort, page => page.map(show))
  }
}

/** The viewer's triggers with this name, in any letter case. */
async function namesakesOf(
  transaction: Transaction<Tables>,
  { userId }: TriggerViewer,
  name: string,
): Promise<{ id: number; filter: TriggerContent['filter'] }[]> {
  const rows = await transaction
    .selectFrom('triggers')
    .select(['id', 'content'])
    .where('owner_id', '=', userId)
    .where('name_key', '=', nameKey(name))
    .orderBy('id')
    .execute()
  return rows.map(row => ({ id: row.id, filter: contentOf(row).filter }))
}

/** Throws conflict if one more trigger would be too many. */
async function requireRoom(db: Database): Promise<void> {
  await requireAtMost(maxTriggers, db.selectFrom('triggers'), `There are at most ${maxTriggers} triggers.`)
}

/**
 * Throws validation unless all users exist to whom a trigger writes or gives tasks. Users that it had
 * `before` may be deleted meanwhile.
 */
async function requireUsers(db: Database, content: TriggerContent, before?: TriggerContent): Promise<void> {
  for (const field of ['send_email_to', 'escalate_to'] as const) {
    const known = new Set(before?.[field])
    const ids = content[field].filter(target => typeof target === 'number').filter(id => !known.has(id))
    await requireRows(db, 'users', ids, field)
  }
  const assignee = content.task_template?.assigned_to
  if (typeof assignee === 'number' && assignee !== before?.task_template?.assigned_to)
    await requireRows(db, 'users', [assignee], 'task_template.assigned_to')
}

/** The columns of a trigger, and its secrets, which are sealed into a column of their own. */
function columnsOf(given: TriggerExport) {
  const { content, secrets } = splitSecrets(given)
  const full = fullContent(content)
  const columns = {
    name: full.name,
    name_key: nameKey(full.name),
    text_key: searchedText(full),
    content: JSON.stringify(content),
    is_private: full.is_private ? (1 as const) : (0 as const),
    is_active: full.is_active ? (1 as const) : (0 as const),
    actions: actionBits(full),
  }
  return { columns, secrets }
}

function copyName(name: string): string {
  const suffix = ' (copy)'
  return truncateText(name, maxNameLength - suffix.length) + suffix
}
