import { type Static, Type } from 'typebox'
import { approximationMembers, eventParams, periodMembers } from './shared-members.ts'

export const EventRateParams = Type.Object({ ...eventParams }, { additionalProperties: false })
export type EventRateParams = Static<typeof EventRateParams>

export const RatePeriod = Type.Object({
  ...periodMembers,
  count: Type.Integer({ description: 'Occurrences' }),
})
export type RatePeriod = Static<typeof RatePeriod>

export const EventRateResults = Type.Object({
  totals: Type.Object({
    ...periodMembers,
    drill_up_time_range: Type.Union([Type.Object(periodMembers), Type.Null()]),
    sum: Type.Integer({ description: 'Occurrences in the range' }),
    count: Type.Integer({ description: 'Periods that have begun' }),
    min: Type.Union([Type.Integer(), Type.Null()]),
    max: Type.Union([Type.Integer(), Type.Null()]),
    avg: Type.Union([Type.Number(), Type.Null()]),
    last: Type.Union([Type.Integer(), Type.Null()]),
    ...approximationMembers,
  }),
  details: Type.Array(RatePeriod),
})
export type EventRateResults = Static<typeof EventRateResults>
