import { type Static, Type } from 'typebox'
import { givenFilter } from '../filter/condition.ts'
import type { EventRecord } from './event-record.ts'

/** Maximum events of one answer. */
const maxArrivals = 10_000
/** Maximum characters of a cursor, which has up to two lists of 200 batch numbers as base64. */
const maxCursorLength = 12_000

/** Body of a read of the events that arrived after a cursor. */
export const ArrivalsRequest = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        title: 'After',
        description:
          '`next` of the previous answer; without it the answer has no events, and `next` is the current position',
        minLength: 1,
        maxLength: maxCursorLength,
      }),
    ),
    filter: Type.Optional(givenFilter('Filter', 'Conditions that all events must meet')),
    from: Type.Optional(
      Type.Integer({
        title: 'From',
        description: 'Unix seconds: leaves out events without an occurrence since then',
        minimum: 0,
        maximum: 2 ** 33,
      }),
    ),
    timezone: Type.Optional(
      Type.String({
        title: 'Time zone',
        description: 'Time zone of the dates, an IANA name',
        maxLength: 100,
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        title: 'Limit',
        description: 'Maximum number of events; answers with long events have fewer',
        minimum: 1,
        maximum: maxArrivals,
        default: 1_000,
      }),
    ),
  },
  { $id: 'ArrivalsRequest', additionalProperties: false },
)
export type ArrivalsRequest = Static<typeof ArrivalsRequest>

/** The events that arrived after a cursor, and the cursor of the next read. */
export const EventArrivals = Type.Object(
  {
    objects: Type.Array(Type.Unsafe<EventRecord>({ $ref: 'EventRecord#' }), {
      description:
        'In the order of their ids. An event that repeats is listed again with its current counter',
    }),
    next: Type.String({ description: 'Cursor of the next read' }),
    has_more: Type.Boolean({ description: 'Whether more events may be available already' }),
  },
  { $id: 'EventArrivals', additionalProperties: false },
)
export type EventArrivals = Static<typeof EventArrivals>
