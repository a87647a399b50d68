import type { SourceHost } from '../../schema/intake/ingest-health.ts'

/** Hosts that have sent since the page was opened. */
export interface Arrivals {
  /** The expected host: the named one, or the first new one. */
  arrived: SourceHost | undefined
  /** Other hosts that have sent since. */
  others: readonly SourceHost[]
}

const maxOthers = 5

/**
 * Arrivals since a moment (Unix seconds). `wanted`: name of the expected host, ignoring case; '' for any new
 * host.
 */
export function arrivalsSince(hosts: readonly SourceHost[], since: number, wanted: string): Arrivals {
  const recentHosts = hosts.filter(({ last_at: last }) => last >= since)
  const name = wanted.trim().toLowerCase()
  const arrived =
    name === ''
      ? recentHosts.toSorted((a, b) => a.first_at - b.first_at).find(({ first_at: first }) => first >= since)
      : recentHosts.find(({ host }) => host.toLowerCase() === name)
  return { arrived, others: recentHosts.filter(host => host !== arrived).slice(0, maxOthers) }
}
