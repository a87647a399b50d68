import { type HostsQuery, readHosts } from '../api/ingest.ts'
import { useRead } from '../state/use-read.ts'

const intervalMs = 10_000

/** The first page of all hosts, in the default order of the service: quiet hosts first. */
export const firstHosts: HostsQuery = { search: '', state: '', ordering: '', page: 1, page_size: 25 }

/** A page of hosts, read every ten seconds while the page is visible. */
export function useHosts(query: HostsQuery) {
  return useRead(['ingest', 'hosts', query], signal => readHosts(query, signal), {
    refetchInterval: intervalMs,
    keepsPrevious: true,
  })
}
