import type { BoundAddress } from '../ingest/listen/listeners.ts'
import { settingKeys, settingName } from '../schema/settings/settings.ts'

/** Hosts that mean all addresses of the machine. */
const wildcardHosts: readonly string[] = ['0.0.0.0', '::']

/**
 * Lists the listeners that are reachable from the network, and how to close each; undefined if no listener
 * is. `addresses` are keyed by listener name.
 */
export function openPortsNotice(addresses: Readonly<Record<string, BoundAddress>>): string | undefined {
  const open = Object.entries(addresses).filter(
    ([, { host, path }]) => path === undefined && wildcardHosts.includes(host),
  )
  if (open.length === 0) return undefined
  const known = new Set(settingKeys.map(settingName))
  const shown = open.map(([name, { port }]) => {
    const setting = `MILLRACE_${name.toUpperCase()}`
    return `${port} (${known.has(setting) ? setting : `${name}, in the file of MILLRACE_LISTENERS`})`
  })
  return `open to the network, for senders of logs: ${shown.join(', ')}. Close one by its setting: off, or 127.0.0.1 and the port for this machine alone.`
}
