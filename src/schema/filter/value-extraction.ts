import { type Static, Type } from 'typebox'
import { maxNameLength } from '../name-length.ts'
import { nullable } from '../shapes.ts'
import { TimeRange } from '../time-range.ts'
import { givenFilter } from './condition.ts'

/** Maximum values of one answer. */
export const maxExtractedValues = 200

/** Body of POST /api/events/extract: asks for the values that a regular expression finds in events. */
export const ExtractionRequest = Type.Object(
  {
    pattern: Type.String({
      title: 'Pattern',
      description:
        'A regular expression (RE2); its first group is the value, the whole match without a group. At most 1,000 characters',
      minLength: 1,
      maxLength: 1_000,
    }),
    field: Type.Optional(
      Type.String({
        title: 'Field',
        description: 'A text field or a tag',
        minLength: 1,
        maxLength: maxNameLength,
        default: 'message',
      }),
    ),
    filter: Type.Optional(givenFilter('Filter', 'Conditions that all events must meet')),
    time_range: Type.Optional({ ...TimeRange, description: 'The last hour when absent' }),
    limit: Type.Optional(
      Type.Integer({ title: 'Values', minimum: 1, maximum: maxExtractedValues, default: 10 }),
    ),
  },
  { $id: 'ExtractionRequest', additionalProperties: false },
)
export type ExtractionRequest = Static<typeof ExtractionRequest>

export const ExtractionResult = Type.Object(
  {
    ts_from: Type.Integer({ description: 'Start of the time range, Unix seconds' }),
    ts_to: Type.Integer({ description: 'End of the time range, exclusive' }),
    count: Type.Integer({ description: 'Occurrences of events with a value' }),
    distinct: Type.Integer({ description: 'Distinct values; an estimate if there are thousands' }),
    values: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }), {
      description: 'The most frequent values, with their occurrences',
    }),
    numbers: nullable(
      Type.Object({
        count: Type.Integer({ description: 'Rows of events whose value is a number' }),
        min: Type.Number(),
        max: Type.Number(),
        avg: Type.Number(),
        p50: Type.Number(),
        p90: Type.Number(),
        p95: Type.Number(),
        p99: Type.Number(),
      }),
      {
        description:
          'Statistics of the values that are numbers. Percentiles are estimates. Repeats of an event within a second count once. null: no value is a number',
      },
    ),
  },
  { $id: 'ExtractionResult', additionalProperties: false },
)
export type ExtractionResult = Static<typeof ExtractionResult>
