import { type Static, Type } from 'typebox'
import { periodMembers, timeParams } from './shared-members.ts'

/** StorageStats: how many events are stored in a range, and of all time. */
export const StorageStatsParams = Type.Object({ ...timeParams }, { additionalProperties: false })
export type StorageStatsParams = Static<typeof StorageStatsParams>

const counts = {
  new: Type.Integer({ description: 'First occurrences' }),
  duplicates: Type.Integer({ description: 'Further occurrences of the same events' }),
  total: Type.Integer({ description: 'All occurrences: new and duplicates' }),
}

export const StorageStatsResults = Type.Object({
  totals: Type.Object(
    { ...counts, ...periodMembers },
    { description: 'Counts by event time, over all whole hours that overlap the range' },
  ),
  all_time: Type.Object(counts, { description: 'All events ever stored, including deleted ones' }),
})
export type StorageStatsResults = Static<typeof StorageStatsResults>
