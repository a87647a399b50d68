import { type Static, Type } from 'typebox'
import { nullable } from '../shapes.ts'

/**
 * What a filter of a trigger costs ingest, counted since triggers were last changed. A pair has two filters.
 */
export const FilterCost = Type.Object(
  {
    trigger_id: Type.Integer(),
    matched: nullable(Type.Integer(), {
      description: 'Events that fit the filter; null for readers of some hosts',
    }),
    tried: nullable(Type.Integer(), {
      description: 'Events tested against it; the index excludes others. null for readers of some hosts',
    }),
    micros: nullable(Type.Number(), {
      description:
        'Mean microseconds of a test, of one in 64; null: none was timed, or for readers of some hosts',
    }),
    is_unindexed: Type.Boolean({ description: 'No index excludes it: every event is tested' }),
  },
  { $id: 'FilterCost', additionalProperties: false },
)
export type FilterCost = Static<typeof FilterCost>
