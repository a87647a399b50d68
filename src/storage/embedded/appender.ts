import type { SpoolBatch } from '../../schema/row.ts'
import { appendBatches } from '../append.ts'
import type { AppendLog } from '../append-log.ts'
import type { MinuteJournal } from '../journal.ts'
import type { KnownNames } from '../names.ts'
import type { RecentBatches } from '../recent/recent-batches.ts'
import type { RecentRows } from '../recent/recent-rows.ts'
import type { StoredRepeats } from '../repeats.ts'
import type { SqlClient } from '../sql-client.ts'
import type { RowStatistics } from '../statistics.ts'
import type { StoredCounts } from '../stored-counts.ts'
import type { StoredDays } from '../stored-days.ts'

/** Everything that an append updates. */
interface Followers {
  client: SqlClient
  appends: AppendLog
  counts: StoredCounts
  days: StoredDays
  journal: MinuteJournal
  names: KnownNames
  recentBatches: RecentBatches
  recentRows: RecentRows
  repeats: StoredRepeats
  statistics: RowStatistics
}

/** Appends batches to the table, as EventStore.append does. */
export async function append(followers: Followers, batches: readonly SpoolBatch[]): Promise<void> {
  const { client, appends, counts, days, journal, recentBatches, recentRows, repeats, statistics } = followers
  for (const { minutes, repeatMinutes = minutes, names } of batches) {
    days.add(minutes)
    repeats.add(repeatMinutes)
    followers.names.add(names)
  }
  const begun = batches.map(batch => ({ batch, answer: appends.begin(batch) }))
  await Promise.all([appendBatches(client, batches), ...batches.map(batch => recentBatches.read(batch))])
  for (const { batch, answer } of begun) {
    days.add(batch.minutes)
    appends.end(batch, answer)
    statistics.add(batch.minutes, batch.rows)
    counts.record(batch.minutes)
    journal.record(batch.minutes)
  }
  recentRows.appended()
}

/** Gives up a batch whose append failed; the rows of it that the table has become readable. */
export function abandon({ appends, days, journal }: Followers, sequence: number): void {
  const minutes = appends.abandon(sequence)
  if (minutes === undefined) return
  days.add(minutes)
  journal.record(minutes)
}
