import { sql } from 'kysely'
import type { Database } from '../tables.ts'

/** Finished reports that are kept: of one schedule, and of one owner. */
const maxOfSchedule = 100
const maxOfOwner = 1_000

/** Maximum bytes of the files of reports: of one owner, and of all. */
export interface ReportQuota {
  owner: number
  all: number
}

/**
 * Deletes the oldest finished reports beyond the limits in number and bytes. When all files together are too large, reports of owners with
 * many bytes go first. The caller deletes the files of the returned ids.
 */
export async function trimReports(db: Database, bytes: ReportQuota): Promise<number[]> {
  const numbered = (group: 'schedule_id' | 'owner_id') => sql<{ id: number; place: number }>`(
    select id, row_number() over (partition by ${sql.ref(group)} order by id desc) as place
    from reports where status in ('SUCCESS', 'FAILURE') and ${sql.ref(group)} is not null)`
  // `newer`: bytes of the newer reports of the same owner. Reports with the fewest stay longest.
  const ofOwner = sql`(
    select id, file_size, sum(file_size) over (partition by owner_id order by id desc) - file_size as newer
    from reports where status = 'SUCCESS' and file_size is not null)`
  const sized = sql`(
    select id, newer + file_size as of_owner, sum(file_size) over (order by newer, id desc) as of_all
    from ${ofOwner} as by_owner)`
  const { rows } = await sql<{ id: number }>`delete from reports where id in (
    select id from ${numbered('schedule_id')} as of_schedule where place > ${sql.lit(maxOfSchedule)}
    union select id from ${numbered('owner_id')} as of_owner where place > ${sql.lit(maxOfOwner)}
    union select id from ${sized} as by_size where of_owner > ${bytes.owner} or of_all > ${bytes.all}
  ) returning id`.execute(db)
  return rows.map(row => row.id)
}
