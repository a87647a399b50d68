import type { Kysely } from 'kysely'

/** The run that was next before the clock was set back: see StoredSchedule.replannedFrom. */
export const replannedSchedules = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('report_schedules').addColumn('replanned_from', 'bigint').execute()
  },
}
