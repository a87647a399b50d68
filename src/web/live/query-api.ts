import { createQuery, readQuery, readQueryPage, removeQuery, stopQuery } from '../api/queries.ts'
import { PageQueries } from './page-queries.ts'

/** The queries of this browser page. Nothing else sends requests for queries. */
export const queryApi = new PageQueries({
  create: createQuery,
  read: readQuery,
  readPage: readQueryPage,
  stop: stopQuery,
  remove: removeQuery,
})
