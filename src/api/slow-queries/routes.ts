import { Type } from 'typebox'
import type { SlowQueries } from '../../query/life/slow-queries.ts'
import { nullable } from '../../schema/shapes.ts'
import { SlowQuery } from '../../schema/store/slow-query.ts'
import { requireAllHosts } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { findUsernames } from '../people/find-usernames.ts'
import type { UserRepository } from '../people/user-routes.ts'

const ListedSlowQuery = Type.Object(
  { ...SlowQuery.properties, user: nullable(Type.String(), { description: 'Username; null: deleted' }) },
  { additionalProperties: false },
)

/**
 * GET /api/monitor/slow-queries. Requires the rights to see all users' queries and all hosts, since the
 * amount of data that a query read shows how many events there are.
 */
export function slowQueryRoutes(
  app: App,
  {
    slowQueries,
    users,
  }: { slowQueries: Pick<SlowQueries, 'thresholdMs' | 'list'>; users: Pick<UserRepository, 'get'> },
): void {
  app.get(
    '/api/monitor/slow-queries',
    {
      config: { access: 'manage_queries' },
      schema: {
        summary: 'Slow queries',
        response: {
          200: Type.Object({
            threshold: Type.Integer({ minimum: 0, description: 'MILLRACE_SLOW_QUERY, milliseconds; 0: off' }),
            list: Type.Array(ListedSlowQuery, { description: 'Since the start, newest first, at most 200' }),
          }),
        },
      },
    },
    async request => {
      requireAllHosts(request)
      const { thresholdMs: threshold, list } = slowQueries
      const names = await findUsernames(
        users,
        list.map(({ user_id: id }) => id),
      )
      return { threshold, list: list.map(entry => ({ ...entry, user: names.get(entry.user_id) ?? null })) }
    },
  )
}
