import { type Static, Type } from 'typebox'
import { EventRecord } from '../event/event-record.ts'
import { approximationMembers, eventParams, periodMembers } from './shared-members.ts'

/** Fields a Search may be sorted by; `count` is the old name of `counter`. A leading - means descending. */
const sortFields = ['first_occurrence', 'last_occurrence', 'counter', 'count'] as const
const SortKey = Type.String({ pattern: `^-?(${sortFields.join('|')})$` })

/** Maximum number of results that paging can reach. */
export const maxDepth = 1_000_000

/** Search: one page of the events that match a filter, and their number. */
export const SearchParams = Type.Object(
  {
    ...eventParams,
    sort: Type.Optional(
      Type.Union([SortKey, Type.Array(SortKey, { maxItems: 6 })], {
        title: 'Sort',
        default: ['-last_occurrence'],
      }),
    ),
    page: Type.Optional(Type.Integer({ title: 'Page', minimum: 1, default: 1 })),
    page_size: Type.Optional(Type.Integer({ title: 'Page size', minimum: 1, maximum: 10_000, default: 100 })),
    limit: Type.Optional(
      Type.Integer({ title: 'Rows', minimum: 1, maximum: 10_000, description: 'Alias of page_size' }),
    ),
    offset: Type.Optional(
      Type.Integer({
        title: 'Offset',
        minimum: 0,
        default: 0,
        description: 'Number of events to skip before the first page',
      }),
    ),
  },
  { additionalProperties: false },
)
export type SearchParams = Static<typeof SearchParams>

export const SearchResults = Type.Object({
  totals: Type.Object({
    ...periodMembers,
    count: Type.Integer({ description: 'Events with an occurrence in the range' }),
    occurrences: Type.Integer({ description: 'Occurrences inside the range' }),
    total_count: Type.Optional(
      Type.Integer({ description: 'The same as `count`; only if paging cannot reach all of these events' }),
    ),
    ...approximationMembers,
  }),
  events: Type.Object({
    page_number: Type.Integer({ description: 'From 1' }),
    page_size: Type.Integer(),
    offset: Type.Integer({ description: 'Events before the first page' }),
    page_count: Type.Integer(),
    item_count: Type.Integer({ description: 'Events that paging can reach' }),
    objects: Type.Array(EventRecord, { description: 'The events of the page' }),
  }),
})
export type SearchResults = Static<typeof SearchResults>
