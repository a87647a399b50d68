import { createQuery, readQuery, removeQuery } from '../api/queries.ts'
import type { QueryApi } from './live-query.ts'

/** The requests of the service for queries. */
export const queryApi: QueryApi = { create: createQuery, read: readQuery, remove: removeQuery }
