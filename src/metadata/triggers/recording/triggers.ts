import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type ActionKind, actionKinds } from '../../../schema/triggers/action-kinds.ts'
import type { TriggerContent } from '../../../schema/triggers/trigger.ts'
import { isOneOf } from '../../database/sql-forms.ts'
import type { Database } from '../../database/tables.ts'
import { bitOf, fullContent } from '../content.ts'
import { contentOf } from '../rows.ts'

/** A trigger, as far as recording needs it. */
export interface RecordedTrigger {
  id: number
  ownerId: number
  /** The kinds of its actions. */
  kinds: readonly ActionKind[]
  content: TriggerContent
}

const maxTriggersInMemory = 2_000

/** Reads triggers for each batch of events. Triggers that have not changed since the last read are cached. */
export class RecordedTriggers {
  /** `snapshotId` rises with each change of the trigger's content. */
  readonly #cached = new LRUCache<number, { snapshotId: number; trigger: RecordedTrigger }>({
    max: maxTriggersInMemory,
  })

  /** The given triggers that still exist. */
  async read(db: Database, ids: readonly number[]): Promise<Map<number, RecordedTrigger>> {
    const { rows } = await sql<{ id: number; snapshot_id: number }>`
      select id, snapshot_id from triggers where ${isOneOf(sql.ref('id'), ids)}`.execute(db)
    const found = new Map<number, RecordedTrigger>()
    for (const { id, snapshot_id } of rows) {
      const cached = this.#cached.get(id)
      const trigger = cached?.snapshotId === snapshot_id ? cached.trigger : await this.#load(db, id)
      found.set(id, trigger)
      this.#cached.set(id, { snapshotId: snapshot_id, trigger })
    }
    return found
  }

  async #load(db: Database, id: number): Promise<RecordedTrigger> {
    const row = await db
      .selectFrom('triggers')
      .select(['id', 'owner_id', 'content', 'actions'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return {
      id,
      ownerId: row.owner_id,
      kinds: actionKinds.filter(kind => (row.actions & bitOf(kind)) !== 0),
      // Recording does not need the filter, which may be long.
      content: { ...fullContent(contentOf(row)), filter: [] },
    }
  }
}
