import type { Kysely } from 'kysely'

/** The next run of a schedule that an earlier one took the place of, when the clock had been set back. */
export const replannedSchedules = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('report_schedules').addColumn('replanned_from', 'bigint').execute()
  },
}
