import { type Static, Type } from 'typebox'
import { commonParams, exactness, period } from './common.ts'

export const EventRateParams = Type.Object({ ...commonParams }, { additionalProperties: false })
export type EventRateParams = Static<typeof EventRateParams>

export const RatePeriod = Type.Object({ ...period, count: Type.Integer({ description: 'Occurrences' }) })
export type RatePeriod = Static<typeof RatePeriod>

export const EventRateResults = Type.Object({
  totals: Type.Object({
    ...period,
    drill_up_time_range: Type.Union([Type.Object(period), Type.Null()]),
    sum: Type.Integer({ description: 'Occurrences in the range' }),
    count: Type.Integer({ description: 'Periods that have begun' }),
    min: Type.Union([Type.Integer(), Type.Null()]),
    max: Type.Union([Type.Integer(), Type.Null()]),
    avg: Type.Union([Type.Number(), Type.Null()]),
    last: Type.Union([Type.Integer(), Type.Null()]),
    ...exactness,
  }),
  details: Type.Array(RatePeriod),
})
export type EventRateResults = Static<typeof EventRateResults>
