import { type Static, Type } from 'typebox'
import { periodMembers, timeParams } from './shared-members.ts'

/** ProcessingStats: how many events were received in each period, by their outcome. */
export const ProcessingStatsParams = Type.Object({ ...timeParams }, { additionalProperties: false })
export type ProcessingStatsParams = Static<typeof ProcessingStatsParams>

const counts = {
  new: Type.Integer({ description: 'Received as the first occurrence of an event' }),
  duplicates: Type.Integer({ description: 'Received as a further occurrence of an event' }),
  oot: Type.Integer({ description: 'Received with a time too far in the past, and dropped' }),
}

/** Counts by time of receipt, not by the times of events. */
export const ProcessingStatsResults = Type.Object({
  totals: Type.Object({
    ...counts,
    total: Type.Integer({ description: 'new, duplicates and oot' }),
    ...periodMembers,
  }),
  details: Type.Array(Type.Object({ ...counts, ...periodMembers })),
})
export type ProcessingStatsResults = Static<typeof ProcessingStatsResults>
