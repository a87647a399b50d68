import { Type } from 'typebox'
import type { RecentValue, ValueReader } from '../../query/dictionaries/recent-values.ts'
import { valueReaderOf } from '../auth/access.ts'
import { storeFaults } from '../description/faults.ts'
import type { App } from '../http/app.ts'
import { pathParameter } from '../http/path-parameters.ts'
import { CodeList, PresetList } from './fixed.ts'

/** Reads the recent values of fields. */
export interface ValueSource {
  /** Throws not_found for an unknown field. */
  list(reader: ValueReader, name: string, limit: number, signal: AbortSignal): Promise<RecentValue[]>
}

const ValueList = Type.Object({
  list: Type.Array(
    Type.Object({
      name: Type.Union([Type.String(), Type.Integer()]),
      count: Type.Integer({ description: 'Occurrences' }),
    }),
  ),
})

/** GET /api/dictionaries/{field}: recent values of a field. */
export function recentDictionaryRoute(app: App, values: ValueSource): void {
  app.get(
    '/api/dictionaries/:field',
    {
      compress: {},
      config: {
        access: 'search',
        exists: request =>
          values.list(valueReaderOf(request), pathParameter(request, 'field'), 1, request.clientGone),
      },
      schema: {
        summary: 'Values of the last seven days, most frequent first',
        params: Type.Object({ field: Type.String({ description: 'Name of the field, as in filters' }) }),
        querystring: Type.Object({
          limit: Type.Integer({
            minimum: 1,
            maximum: 100_000,
            default: 1_000,
            description: 'Maximum number of values',
          }),
        }),
        // In the API description, the paths of the fixed dictionaries match this route too.
        response: { 200: Type.Union([ValueList, CodeList, PresetList]) },
        faults: storeFaults,
      },
    },
    async request => {
      const { field } = request.params
      return {
        list: await values.list(valueReaderOf(request), field, request.query.limit, request.clientGone),
      }
    },
  )
}
