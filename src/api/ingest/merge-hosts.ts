import type { HostActivity } from '../../schema/intake/ingest-health.ts'

/**
 * The activity of each host over all nodes. Its rhythm is taken from the node that received most of its
 * events.
 */
export function mergeHosts(nodes: readonly (readonly HostActivity[])[]): readonly HostActivity[] {
  const [own = [], ...others] = nodes
  if (others.every(hosts => hosts.length === 0)) return own
  const merged = new Map<string, HostActivity>()
  for (const one of nodes.flat()) {
    const known = merged.get(one.host)
    merged.set(one.host, known === undefined ? one : together(known, one))
  }
  return [...merged.values()]
}

function together(a: HostActivity, b: HostActivity): HostActivity {
  const { silences, day } = a.events >= b.events ? a : b
  // The newer value, since only the current clock matters.
  const { delay, delayMinutes } = a.lastAt >= b.lastAt ? a : b
  return {
    host: a.host,
    firstAt: Math.min(a.firstAt, b.firstAt),
    lastAt: Math.max(a.lastAt, b.lastAt),
    events: a.events + b.events,
    silences,
    day,
    delay,
    delayMinutes,
  }
}
