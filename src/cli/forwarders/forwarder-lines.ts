import type { Forwarder } from '../../schema/forwarding/forwarder.ts'
import { kindsOf, placeText } from '../../schema/forwarding/targets.ts'

/** A forwarder in a list: `3  retrying  syslog tcp siem:514  120 sent  7 waiting  SIEM  (timed out)`. */
export function forwarderLine(forwarder: Forwarder): string {
  const { id, name, status } = forwarder
  const { state, sent, waiting, error } = status
  const shownError = error === null ? '' : `  (${error})`
  return `${id}  ${state}  ${destinationOf(forwarder)}  ${sent} sent  ${waiting} waiting  ${name}${shownError}`
}

/** The kind of the destination and where it receives. */
function destinationOf(forwarder: Forwarder): string {
  return `${kindsOf(forwarder)[0]} ${placeText(forwarder)}`
}

/** All about a forwarder, one member a line. */
export function forwarderLines(forwarder: Forwarder): string[] {
  const { id, name, filter, rules, secrets, status } = forwarder
  const [kind] = kindsOf(forwarder)
  const settings = Object.entries((kind && forwarder[kind]) ?? {})
  const members: [name: string, value: string | number | null][] = [
    ['Id', id],
    ['Name', name],
    ['Destination', destinationOf(forwarder)],
    ...settings.map(([member, value]): [string, string] => [`  ${member}`, shortText(value)]),
    ['Secrets', secrets.join(', ')],
    ['Filter', filter.length === 0 ? 'all events' : JSON.stringify(filter)],
    ['Rules', rules.length],
    ['Deduplication window', windowText(forwarder)],
    ['Rate limit', withUnit(forwarder.rate_limit, 'per second')],
    ['Oldest event', withUnit(forwarder.max_age, 'seconds')],
    ['Most that may wait', withUnit(forwarder.max_waiting_mb, 'MB')],
    ['State', status.state],
    ['Error', status.error],
    ['Error at', timeText(status.error_at)],
    ['Next attempt', timeText(status.retry_at)],
    ['Last sent', timeText(status.sent_at)],
    ['Sent', `${status.sent} events, ${status.occurrences} occurrences, ${status.rate} per second`],
    ['Waiting', waitingText(forwarder)],
    ['Dropped by rules', status.dropped],
    ['Refused', status.refused],
    ['Skipped', status.skipped],
    ['Expired', status.expired],
    ['Held back', status.held_back],
  ]
  const shown = members.filter(([, value]) => value !== null && value !== '')
  const width = Math.max(...shown.map(([title]) => title.length))
  return shown.map(([title, value]) => `${title.padEnd(width)}  ${value}`)
}

function withUnit(value: number | null, unit: string): string | null {
  return value === null ? null : `${value} ${unit}`
}

/** Maximum characters of a setting: certificates are longer. */
const maxSettingLength = 200

function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= maxSettingLength ? text : `${text.length} characters`
}

function windowText({ window_size, fast_forward_first }: Forwarder): string {
  if (window_size === 0) return 'none, every occurrence is forwarded'
  return `${window_size} s, the first event ${fast_forward_first ? 'at once' : 'when it ends'}`
}

function waitingText({ status: { waiting, oldest_waiting } }: Forwarder): string {
  return oldest_waiting === null ? String(waiting) : `${waiting}, since ${timeText(oldest_waiting)}`
}

/** ISO 8601 of Unix seconds; null for none. */
function timeText(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1_000).toISOString()
}
