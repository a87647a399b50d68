import { type Static, Type } from 'typebox'
import { nullable } from '../shapes.ts'

/**
 * What a filter of a trigger costs ingest, counted since triggers were last changed. A trigger with the
 * condition `pair` has two filters.
 */
export const FilterCost = Type.Object(
  {
    trigger_id: Type.Integer(),
    matched: nullable(Type.Integer(), {
      description: 'Events that match the filter; null for readers who see only some hosts',
    }),
    tried: nullable(Type.Integer(), {
      description: 'Events tested against it; the index excludes others. null for readers of some hosts',
    }),
    micros: nullable(Type.Number(), {
      description:
        'Mean time of a test in microseconds, from one test in 64; null: no test was timed, or the reader sees only some hosts',
    }),
    is_unindexed: Type.Boolean({ description: 'The index cannot exclude it, so every event is tested' }),
  },
  { $id: 'FilterCost', additionalProperties: false },
)
export type FilterCost = Static<typeof FilterCost>
