import type { StoredDay } from '../../schema/stored-space.ts'
import { internalRead } from '../internal-read.ts'
import { eventsTable } from '../sql/columns.ts'
import type { SqlClient } from '../sql-client.ts'
import { partitionSizes } from '../tables/partitions.ts'
import { dayOf } from './announcement.ts'
import type { Retention } from './retention.ts'

const read = internalRead('short', 30)

/** The days of events, oldest first; `announced`: partitions that are about to be dropped; `held`: names of the holds that keep one. */
export async function readStoredDays(
  client: Pick<SqlClient, 'shards'>,
  { announced, held }: Pick<Retention, 'announced' | 'held'>,
): Promise<StoredDay[]> {
  const sizes = await partitionSizes(client, eventsTable, read)
  return [...sizes].map(([partition, size]) => ({
    day: dayOf(partition),
    ...size,
    is_announced: announced.includes(partition),
    held_by: [...(held.get(partition) ?? [])],
  }))
}
