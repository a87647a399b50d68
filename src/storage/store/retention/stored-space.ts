import type { StoredDay } from '../../../schema/store/stored-space.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { partitionSizes } from '../../reads/partitions.ts'
import { eventsTable } from '../../sql/tables.ts'
import { dayOf } from './announcement.ts'
import type { Retention } from './retention.ts'

const read = internalRead('short', 30)

/** The days of events, oldest first, with the legal holds that keep due days. */
export async function readStoredDays(
  client: Pick<SqlClient, 'shards'>,
  retention: Pick<Retention, 'announced' | 'held' | 'findDue'>,
): Promise<StoredDay[]> {
  const sizes = await partitionSizes(client, eventsTable, read)
  // Days that cannot be checked in time keep their last result.
  await retention.findDue(sizes).catch(() => {})
  const { announced, held } = retention
  return [...sizes].map(([partition, size]) => {
    const held_by = [...(held.get(partition) ?? [])]
    return {
      day: dayOf(partition),
      ...size,
      is_announced: announced.includes(partition) && held_by.length === 0,
      holds: held_by.length,
      held_by,
    }
  })
}
