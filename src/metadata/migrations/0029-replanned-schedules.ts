import type { Kysely } from 'kysely'

/** `report_schedules.replanned_from`: the next run before the clock was set back; see StoredSchedule. */
export const replannedSchedules = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('report_schedules').addColumn('replanned_from', 'bigint').execute()
  },
}
