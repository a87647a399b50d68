import { type Static, Type } from 'typebox'
import { nullable } from '../shapes.ts'
import { approximationMembers, eventParams, periodMembers } from './shared-members.ts'

/** EventRate: occurrences in each period of a range. */
export const EventRateParams = Type.Object({ ...eventParams }, { additionalProperties: false })
export type EventRateParams = Static<typeof EventRateParams>

export const RatePeriod = Type.Object({
  ...periodMembers,
  count: Type.Integer({ description: 'Occurrences' }),
})
export type RatePeriod = Static<typeof RatePeriod>

const countOfBegun = 'count of the periods that have begun; null: none has'

export const EventRateResults = Type.Object({
  totals: Type.Object({
    ...periodMembers,
    drill_up_time_range: nullable(Type.Object(periodMembers), {
      description: 'A range around this one to zoom out to; null: there is none',
    }),
    sum: Type.Integer({ description: 'Occurrences in the range' }),
    count: Type.Integer({ description: 'Periods that have begun' }),
    min: nullable(Type.Integer(), { description: `Smallest ${countOfBegun}` }),
    max: nullable(Type.Integer(), { description: `Largest ${countOfBegun}` }),
    avg: nullable(Type.Number(), { description: `Mean ${countOfBegun}` }),
    last: nullable(Type.Integer(), { description: `Last ${countOfBegun}` }),
    ...approximationMembers,
  }),
  details: Type.Array(RatePeriod),
})
export type EventRateResults = Static<typeof EventRateResults>
