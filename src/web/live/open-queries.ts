import type { QueryApi } from './live-query.ts'

/** The service drops older ones, too. */
const maxOpen = 500

/** The same requests, and one that removes all queries that are open: a closed page would leave them to be computed for nobody. */
export function withOpenQueries(of: QueryApi): { api: QueryApi; removeAll: () => void } {
  const open = new Set<string>()
  const api: QueryApi = {
    create: async (ask, signal) => {
      const answer = await of.create(ask, signal)
      const [oldest] = open
      if (oldest !== undefined && open.size >= maxOpen) open.delete(oldest)
      open.add(answer.query_id)
      return answer
    },
    read: (id, signal) => of.read(id, signal),
    remove: id => {
      open.delete(id)
      of.remove(id)
    },
  }
  return { api, removeAll: () => [...open].forEach(api.remove) }
}
