import { type Expression, type SqlBool, sql } from 'kysely'
import { Fault } from '../../schema/fault.ts'
import type {
  Forwarder,
  ForwarderContent,
  ForwarderDraft,
  ForwarderOrderField,
  ForwarderPatch,
  ForwarderStatus,
} from '../../schema/forwarding/forwarder.ts'
import { kindsOf, type Target, targetKinds } from '../../schema/forwarding/targets.ts'
import { leaseEnd } from '../database/leases.ts'
import { deleteRow, insertRow, updateRow, updateRowIf } from '../database/row.ts'
import { forClaim } from '../database/sql-forms.ts'
import { type Database, nameKey, type Tables, unixSeconds } from '../database/tables.ts'
import { type ListOptions, type ListResult, readList, type SortColumns } from '../lists/select-page.ts'
import { Repository } from '../repository/repository.ts'
import { requireAtMost } from '../repository/require.ts'
import { requireKeyInForce } from '../secrets/key-in-force.ts'
import {
  keepsTarget,
  openTargetSecrets,
  sealTargetSecrets,
  splitSecrets,
  targetOf,
} from './target-secrets.ts'

/** Maximum forwarders: each reads all new events. */
const maxForwarders = 100
/** How long a claim lasts without a renewal. */
const leaseMicros = 30_000_000
/** A claim is renewed when less than this is left. */
const renewBeforeMicros = 20_000_000

export type ForwarderCounts = Pick<
  ForwarderStatus,
  'sent' | 'occurrences' | 'dropped' | 'refused' | 'skipped' | 'held_back'
>
export type ForwarderActivity = Omit<ForwarderStatus, keyof ForwarderCounts | 'expired'>

export const noCounts: ForwarderCounts = {
  sent: 0,
  occurrences: 0,
  dropped: 0,
  refused: 0,
  skipped: 0,
  held_back: 0,
}

export const noActivity: ForwarderActivity = {
  state: 'starting',
  error: null,
  error_at: null,
  retry_at: null,
  sent_at: null,
  rate: 0,
  waiting: 0,
  oldest_waiting: null,
}

/** A forwarder that a runner has claimed. */
export interface ClaimedForwarder {
  id: number
  revision: number
  content: ForwarderContent
  /** The destination with its secrets; undefined if the instance key does not open the secrets. */
  target: Target | undefined
  /** How far the destination has got, as `save` stored it; null: it has not begun. */
  position: string | null
  /** The runner must skip the events that wait. */
  mustSkip: boolean
  counts: ForwarderCounts
  /** When the destination last took events, Unix seconds. */
  sentAt: number | null
}

/** What a runner stores of a forwarder. */
export interface ForwarderProgress {
  /** How far the destination has got; undefined: the stored position stays. */
  position: string | undefined
  /** The events that waited were skipped. */
  hasSkipped?: boolean
  counts: ForwarderCounts
  activity: ForwarderActivity
}

const sortColumns: SortColumns<ForwarderOrderField> = {
  table: 'forwarders',
  keys: { name: sql.ref('forwarders.name_key') },
}

/**
 * Forwarders, and the queue from which runners take them: one process at a time works on a forwarder. The
 * caller has checked the permission, and that the content is valid.
 */
export class Forwarders extends Repository {
  list(options: ListOptions<ForwarderOrderField>): Promise<ListResult<Forwarder>> {
    const rows = this.db.selectFrom('forwarders').selectAll()
    return readList(rows, this.db.selectFrom('forwarders'), options, sortColumns, page =>
      page.map(row => this.#present(row)),
    )
  }

  /** All forwarders, by name, for health and metrics. */
  async all(): Promise<Forwarder[]> {
    const rows = await this.db.selectFrom('forwarders').selectAll().orderBy('name_key').execute()
    return rows.map(row => this.#present(row))
  }

  /** Throws not_found. */
  async get(id: number): Promise<Forwarder> {
    return this.#present(await find(this.db, id))
  }

  /** A forwarder with its secrets, for a test event; `target` as in a claim. Throws not_found. */
  async getTarget(id: number): Promise<Pick<ClaimedForwarder, 'content' | 'target'>> {
    return this.#claimed(await find(this.db, id))
  }

  /** Throws conflict when there are too many, or another one writes to the same file; validation. */
  create(draft: ForwarderDraft): Promise<Forwarder> {
    return this.db.transaction().execute(async transaction => {
      await requireAtMost(
        maxForwarders,
        transaction.selectFrom('forwarders'),
        `There are at most ${maxForwarders} forwarders.`,
      )
      const { content, secrets } = splitSecrets(requireOneTarget(withDefaults(draft)))
      await requireOwnFile(transaction, content, 0)
      const now = this.clock()
      const id = await insertRow(transaction, 'forwarders', {
        ...columnsOf(content),
        sealed: null,
        counts: JSON.stringify(noCounts),
        activity: JSON.stringify(noActivity),
        created_at: now,
        updated_at: now,
      })
      // The secrets are bound to the id of the row, which is known only now.
      const sealed = sealTargetSecrets(this.keyring, id, secrets)
      if (sealed !== null) {
        await requireKeyInForce(transaction, this.keyring)
        await updateRow(transaction, 'forwarders', id, { sealed })
      }
      return this.#present(await find(transaction, id))
    })
  }

  /** Throws not_found, validation, conflict when another forwarder writes to the same file. */
  update(id: number, patch: ForwarderPatch): Promise<Forwarder> {
    return this.#rewrite(id, before => {
      // A destination in the patch replaces the one before.
      const remaining = kindsOf(patch).length > 0 ? withoutTargets(before) : before
      return { ...remaining, ...patch }
    })
  }

  /** Throws as `update`. */
  replace(id: number, draft: ForwarderDraft): Promise<Forwarder> {
    return this.#rewrite(id, () => withDefaults(draft))
  }

  /** Throws not_found. */
  async remove(id: number): Promise<void> {
    if (!(await deleteRow(this.db, 'forwarders', id))) throw new Fault('not_found')
  }

  /** Makes the runner skip the events that wait. Throws not_found. */
  skip(id: number): Promise<Forwarder> {
    return this.db.transaction().execute(async transaction => {
      await updateRow(transaction, 'forwarders', id, { skips: 1, revision: nextRevision })
      return this.#present(await find(transaction, id))
    })
  }

  /** Forwarders that have a position, and so may have events that wait. */
  async begun(): Promise<(Pick<ForwarderContent, 'filter'> & { id: number; position: string })[]> {
    const rows = await this.db
      .selectFrom('forwarders')
      .select(['id', 'content', 'position'])
      .where('position', 'is not', null)
      .execute()
    return rows.map(row => ({ id: row.id, filter: contentOf(row).filter, position: row.position ?? '' }))
  }

  /** Counts rows that the retention has deleted before they were sent. */
  async addExpired(id: number, rows: number): Promise<void> {
    await updateRow(this.db, 'forwarders', id, { expired: sql<number>`expired + ${rows}` })
  }

  /**
   * Claims forwarders that no other runner works on, paused ones too, and renews the claims of this runner.
   * Returns all forwarders that this runner works on. `isOnlyProcess`: no other process uses this metadata,
   * so claims of other runners need not expire first.
   */
  async claim(runner: string, isOnlyProcess: boolean): Promise<ClaimedForwarder[]> {
    const now = this.leaseNow()
    const isFresh = sql<SqlBool>`(runner = ${runner} and lease_until > ${now} + ${sql.lit(renewBeforeMicros)})`
    // Read first, so that an idle process does not write to the database all the time.
    const due = await this.db
      .selectFrom('forwarders')
      .select('id')
      .where(isFree(runner, now, isOnlyProcess))
      .where(sql<SqlBool>`not coalesce(${isFresh}, ${sql.lit(false)})`)
      .execute()
    if (due.length > 0) {
      const free = sql<SqlBool>`id in (select id from forwarders
        where ${isFree(runner, this.leaseNow(), isOnlyProcess)} ${forClaim})`
      await this.beside
        .updateTable('forwarders')
        .set({ runner, lease_until: leaseEnd(this.leaseNow(), leaseMicros) })
        .where(free)
        .execute()
    }
    const rows = await this.db
      .selectFrom('forwarders')
      .selectAll()
      .where('runner', '=', runner)
      .orderBy('id')
      .execute()
    return rows.map(row => this.#claimed(row))
  }

  /** Stores the progress of a claimed forwarder. False: another runner has it, or it was removed. */
  async save(
    runner: string,
    id: number,
    { position, hasSkipped, counts, activity }: ForwarderProgress,
  ): Promise<boolean> {
    return await updateRowIf(
      this.beside,
      'forwarders',
      id,
      { runner },
      {
        counts: JSON.stringify(counts),
        activity: JSON.stringify(activity),
        position,
        skips: hasSkipped === true ? 0 : undefined,
      },
    )
  }

  /** Gives up the claims of a runner that ends. */
  async release(runner: string): Promise<void> {
    await this.db
      .updateTable('forwarders')
      .set({ runner: null, lease_until: null })
      .where('runner', '=', runner)
      .execute()
  }

  #rewrite(id: number, apply: (before: ForwarderContent) => ForwarderContent): Promise<Forwarder> {
    return this.db.transaction().execute(async transaction => {
      const row = await find(transaction, id)
      const opened = openTargetSecrets(this.keyring, row)
      const before = { content: contentOf(row), secrets: opened ?? {} }
      const given = requireOneTarget(apply(before.content))
      await requireOwnFile(transaction, given, id)
      const { content, secrets } = splitSecrets(given, before)
      // Secrets that do not open stay until the destination is set again: their key may come back.
      const keepsSealed = opened === undefined && keepsTarget(given, before.content)
      const sealed = keepsSealed ? row.sealed : sealTargetSecrets(this.keyring, id, secrets)
      if (sealed !== null || row.sealed !== null) await requireKeyInForce(transaction, this.keyring)
      await updateRow(transaction, 'forwarders', id, {
        ...columnsOf(content),
        sealed,
        revision: nextRevision,
        updated_at: this.clock(),
      })
      return this.#present(await find(transaction, id))
    })
  }

  #claimed(row: ForwarderRow): ClaimedForwarder {
    const { id, revision, position } = row
    const content = contentOf(row)
    const secrets = openTargetSecrets(this.keyring, row)
    return {
      id,
      revision,
      content,
      target: secrets && targetOf(content, secrets),
      position,
      mustSkip: row.skips === 1,
      counts: countsOf(row),
      sentAt: activityOf(row).sent_at,
    }
  }

  #present(row: ForwarderRow): Forwarder {
    return {
      id: row.id,
      ...contentOf(row),
      secrets: Object.keys(openTargetSecrets(this.keyring, row) ?? {}),
      status: {
        ...activityOf(row),
        ...(row.is_active === 0 && { state: 'paused' as const, retry_at: null, rate: 0 }),
        ...countsOf(row),
        expired: row.expired,
      },
      created_at: unixSeconds(row.created_at),
      updated_at: unixSeconds(row.updated_at),
    }
  }
}

/** Computed by the database: of two changes at the same time, the later one has another revision. */
const nextRevision = sql<number>`revision + 1`

type ForwarderRow = Awaited<ReturnType<typeof find>>

/** Throws not_found. */
async function find(db: Database, id: number) {
  const row = await db.selectFrom('forwarders').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Fault('not_found')
  return row
}

/** Whether a runner may claim a row of the table, or has claimed it. */
function isFree(runner: string, now: Expression<number>, isOnlyProcess: boolean): Expression<SqlBool> {
  if (isOnlyProcess) return sql<SqlBool>`1 = 1`
  return sql<SqlBool>`(runner is null or runner = ${runner} or lease_until < ${now})`
}

function columnsOf(content: ForwarderContent) {
  const { name, is_active } = content
  return {
    name,
    name_key: nameKey(name),
    is_active: is_active ? (1 as const) : (0 as const),
    content: JSON.stringify(content),
  } satisfies Partial<Record<keyof Tables['forwarders'], unknown>>
}

function contentOf({ content }: { content: string }): ForwarderContent {
  // Written by columnsOf.
  return JSON.parse(content) as ForwarderContent
}

function activityOf({ activity }: { activity: string }): ForwarderActivity {
  // Written by `save`, or as in a new forwarder.
  return JSON.parse(activity) as ForwarderActivity
}

function countsOf({ counts }: { counts: string }): ForwarderCounts {
  // Written by `save`, or as in a new forwarder.
  return JSON.parse(counts) as ForwarderCounts
}

function withDefaults(draft: ForwarderDraft): ForwarderContent {
  return {
    is_active: true,
    filter: [],
    window_size: 60,
    fast_forward_first: true,
    rules: [],
    rate_limit: null,
    max_age: null,
    max_waiting_mb: null,
    ...draft,
  }
}

function withoutTargets(content: ForwarderContent): ForwarderContent {
  const kinds: readonly string[] = kindsOf(content)
  // Without optional members it is still a ForwarderContent.
  return Object.fromEntries(
    Object.entries(content).filter(([member]) => !kinds.includes(member)),
  ) as ForwarderContent
}

/** Throws conflict if a forwarder other than `id` (0: a new one) writes to the file of this content. */
async function requireOwnFile(db: Database, { file }: ForwarderContent, id: number): Promise<void> {
  if (file === undefined) return
  const others = await db.selectFrom('forwarders').selectAll().where('id', '!=', id).execute()
  if (others.some(other => contentOf(other).file?.name === file.name))
    throw new Fault('conflict', { detail: `Another forwarder writes to the file ${file.name}.` })
}

/** Throws validation unless there is exactly one destination. */
function requireOneTarget(content: ForwarderContent): ForwarderContent {
  if (kindsOf(content).length === 1) return content
  throw new Fault('validation', {
    fields: {
      non_field_errors: [
        `Expected exactly one destination: ${targetKinds.slice(0, -1).join(', ')} or ${targetKinds.at(-1)}.`,
      ],
    },
  })
}
