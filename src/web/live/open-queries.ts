import type { QueryApi } from './live-query.ts'

/** The service drops older ones, too. */
const maxOpen = 500

/**
 * The same requests, and one that ends all: a closed page would leave its queries to be computed for nobody. A query is removed at most
 * once, and not when the service has said that it is gone.
 */
export function withOpenQueries(of: QueryApi): { api: QueryApi; removeAll: () => void } {
  const open = new Set<string>()
  const closing = new AbortController()
  const api: QueryApi = {
    ...of,
    create: async (ask, signal) => {
      const answer = await of.create(ask, signal)
      const [oldest] = open
      if (oldest !== undefined && open.size >= maxOpen) open.delete(oldest)
      open.add(answer.query_id)
      return answer
    },
    read: (id, signal) => of.read(id, AbortSignal.any([signal, closing.signal])),
    remove: id => {
      if (open.delete(id)) of.remove(id)
    },
    lost: id => void open.delete(id),
  }
  return {
    api,
    // A read that is under way would find its query removed.
    removeAll: () => {
      closing.abort()
      for (const id of open) api.remove(id)
    },
  }
}
