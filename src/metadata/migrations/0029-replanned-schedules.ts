import type { Kysely } from 'kysely'

/** The next run of a schedule that an earlier run replaced after the clock was set back. */
export const replannedSchedules = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('report_schedules').addColumn('replanned_from', 'bigint').execute()
  },
}
