import { type Static, Type } from 'typebox'
import { httpMembers, httpUrl } from './members.ts'

/** The default of `index`. */
export const defaultIndex = 'millrace'

/** Elasticsearch, OpenSearch, or another server with their `_bulk` interface. */
export const ElasticsearchTarget = Type.Object(
  {
    url: httpUrl,
    index: Type.Optional(
      Type.String({
        title: 'Index',
        description: `An index or a data stream. %Y, %m and %d are year, month and day of the event, UTC. Default: ${defaultIndex}`,
        pattern: '^(?![-_+])(?:[^A-Z\\s\\\\/*?"<>|,#:%]|%[Ymd])+$',
        maxLength: 200,
      }),
    ),
    ...httpMembers,
  },
  { $id: 'ElasticsearchTarget', additionalProperties: false },
)
export type ElasticsearchTarget = Static<typeof ElasticsearchTarget>
