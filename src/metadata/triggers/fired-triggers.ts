import type { ChangeLog } from '../notes/change-log.ts'
import { Repository, type RepositoryDeps } from '../repository/repository.ts'

/** Events of one statement. */
const eventsPerRead = 1_000
/** Maximum fires that an export reads. */
const maxOfSpan = 100_000
/** Rows that are removed in one statement. */
const rowsPerDeletion = 10_000

/**
 * The triggers with a condition over many events that fired for each event. They fire after the row of the
 * event is stored. The row itself has the triggers without such a condition.
 */
export class FiredTriggers extends Repository {
  /** `changes`: the log of changed events, for pages that show them. */
  constructor(deps: RepositoryDeps, changes: ChangeLog) {
    super(deps)
    deps.feed.on('fires', eventIds => {
      if (eventIds === null) changes.forget()
      else for (const id of eventIds) changes.record(id)
    })
  }

  /** Ids of triggers by event, in the order in which they fired; events without any are left out. */
  async ofEvents(eventIds: readonly number[]): Promise<Map<number, number[]>> {
    const found = new Map<number, number[]>()
    for (let start = 0; start < eventIds.length; start += eventsPerRead) {
      const rows = await this.db
        .selectFrom('trigger_fires')
        .select(['event_id', 'trigger_id'])
        .where('event_id', 'in', eventIds.slice(start, start + eventsPerRead))
        .orderBy('id')
        .execute()
      addRows(found, rows)
    }
    return found
  }

  /**
   * As `ofEvents`, for all events that began in a span (microseconds, end exclusive). If there are very many
   * fires, only for the newest events.
   */
  async ofSpan(from: number, to: number): Promise<Map<number, number[]>> {
    const rows = await this.db
      .selectFrom('trigger_fires')
      .select(['event_id', 'trigger_id'])
      .where('event_at', '>=', from)
      .where('event_at', '<', to)
      .orderBy('event_at', 'desc')
      .orderBy('id')
      .limit(maxOfSpan)
      .execute()
    return addRows(new Map(), rows)
  }

  /** Removes the records of events that began before `time` (microseconds). */
  async removeBefore(time: number): Promise<void> {
    for (;;) {
      const old = this.db
        .selectFrom('trigger_fires')
        .select('id')
        .where('event_at', '<', time)
        .limit(rowsPerDeletion)
      const { numDeletedRows } = await this.db
        .deleteFrom('trigger_fires')
        .where('id', 'in', old)
        .executeTakeFirst()
      if (numDeletedRows < rowsPerDeletion) return
    }
  }
}

function addRows(
  found: Map<number, number[]>,
  rows: readonly { event_id: number; trigger_id: number }[],
): Map<number, number[]> {
  for (const { event_id, trigger_id } of rows) {
    const ids = found.get(event_id)
    if (ids === undefined) found.set(event_id, [trigger_id])
    else if (!ids.includes(trigger_id)) ids.push(trigger_id)
  }
  return found
}
