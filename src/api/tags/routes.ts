import { Type } from 'typebox'
import type { TagList } from '../../query/dictionaries/tag-list.ts'
import { TagListRecord } from '../../schema/event/tag-list.ts'
import { Fault } from '../../schema/fault.ts'
import { maxNameLength } from '../../schema/name-length.ts'
import { valueReaderOf } from '../auth/access.ts'
import { storeFaults } from '../description/faults.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'
import { parameterFault } from '../http/validation/validation.ts'

const maxTagNames = 1_000

const TagsQuery = Type.Object({
  preset: Type.Optional(
    Type.String({ maxLength: 60, description: 'A relative range; default: last_1_hours' }),
  ),
  ts_from: Type.Optional(Type.Integer({ description: 'Start of the range, as in `time_range`' })),
  ts_to: Type.Optional(Type.Integer({ description: 'End of the range, as in `time_range`' })),
  timezone: Type.Optional(
    Type.String({
      maxLength: 60,
      description: 'IANA time zone, which decides when `today` and `yesterday` begin',
    }),
  ),
  prefix: Type.String({
    default: '',
    maxLength: maxNameLength,
    description: 'Only names that begin with this text, ignoring case',
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: maxTagNames,
    default: 100,
    description: 'Maximum number of names',
  }),
})

/** GET /api/tags: the names of tags in a time range, for lists of fields and for dashboards. */
export function tagRoutes(app: App, tags: Pick<TagList, 'list'>): void {
  app.addSchema(TagListRecord)
  app.get(
    '/api/tags',
    {
      compress: {},
      config: { access: 'search' },
      schema: {
        summary: 'Tags of the events in a time range',
        querystring: TagsQuery,
        response: { 200: refTo(TagListRecord) },
        faults: storeFaults,
      },
    },
    async request => {
      const { prefix, limit, ...range } = request.query
      const { from, to, count, sampled, total, list } = await tags
        .list(valueReaderOf(request), { range, prefix, limit }, request.clientGone)
        .catch(rethrowAsParameterFault)
      return { ts_from: from, ts_to: to, count, sampled, total, list }
    },
  )
}

/** Rethrows an error of the time range as an error of the query parameter with that name. */
function rethrowAsParameterFault(error: unknown): never {
  if (!(error instanceof Fault) || error.fields === undefined) throw error
  const fields = Object.entries(error.fields).map(([path, messages]) => [
    path.replace('params.time_range.', ''),
    messages,
  ])
  throw parameterFault(Object.fromEntries(fields))
}
