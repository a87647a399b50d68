import { createQuery, readQuery, removeQuery, stopQuery } from '../api/queries.ts'
import { withOpenQueries } from './open-queries.ts'

/** The requests of the service for queries. */
export const { api: queryApi, removeAll: removeOpenQueries } = withOpenQueries({
  create: createQuery,
  read: readQuery,
  remove: removeQuery,
  stop: stopQuery,
  lost: () => {},
})
