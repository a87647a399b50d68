import { sql } from 'kysely'
import type { Database } from '../tables.ts'

/** Finished reports kept: of one schedule, and of one owner. */
const maxOfSchedule = 100
const maxOfOwner = 1_000

/** Removes the oldest finished reports of which there are too many. The files of these ids go too. */
export async function trim(db: Database): Promise<number[]> {
  const numbered = (group: 'schedule_id' | 'owner_id') => sql<{ id: number; place: number }>`(
    select id, row_number() over (partition by ${sql.ref(group)} order by id desc) as place
    from reports where status in ('SUCCESS', 'FAILURE') and ${sql.ref(group)} is not null)`
  const { rows } = await sql<{ id: number }>`delete from reports where id in (
    select id from ${numbered('schedule_id')} as of_schedule where place > ${sql.lit(maxOfSchedule)}
    union select id from ${numbered('owner_id')} as of_owner where place > ${sql.lit(maxOfOwner)}
  ) returning id`.execute(db)
  return rows.map(row => row.id)
}
