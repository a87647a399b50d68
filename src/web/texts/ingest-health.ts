import { exactNumber } from '../../charts/number-text.ts'
import { lengthText } from '../../charts/time-text.ts'
import type { HealthCheckName } from '../../schema/intake/ingest-health.ts'

const plural = (n: number, one: string, many: string) => (n === 1 ? one : many)

/** Texts of checks that are not ok. `value` and `limit` are formatted; `n` is the value as a number. */
const wrong: Record<HealthCheckName, (value: string, limit: string, n: number) => string> = {
  open: () => 'No events are accepted: senders wait or are refused',
  balance: value => `${value} received events are unaccounted for`,
  spool: (value, limit) => `${value} of ${limit} waiting for the event store`,
  held: (value, _limit, n) =>
    `${value} refused spool ${plural(n, 'file waits', 'files wait')}: spool/refused is full, move or remove its files`,
  disk: (value, limit) => `Only ${value} free on the disk; below ${limit} no events are accepted`,
  drops: (value, _limit, n) =>
    `${value} ${plural(n, 'datagram', 'datagrams')} dropped by the kernel in 10 min`,
  refused: (value, _limit, n) =>
    `${value} ${plural(n, 'event or connection', 'events or connections')} refused in 10 min`,
  clock: (value, _limit, n) =>
    `${value} ${plural(n, 'event or host has', 'events or hosts have')} a wrong clock`,
  quiet: (value, _limit, n) => `${value} ${plural(n, 'host is', 'hosts are')} quiet`,
}

/** Texts of the ingest light, and texts that it shares with its page. */
export const healthTexts = {
  light: {
    ok: 'Logs OK',
    none: 'No logs yet',
    quiet: (n: number) => `${exactNumber(n)} quiet`,
    warning: 'Check ingest',
    critical: 'Ingest problem',
    unknown: 'Ingest status unknown',
    loading: 'Checking logs',
    label: (text: string) => `Ingest: ${text}`,
    allWell: 'Every event is accounted for, nothing was refused, and every host sends as usual.',
    someHosts: 'Your hosts send as usual.',
    noEvents: 'No event has come in yet.',
    send: 'Send data',
    open: 'Open ingest',
    failed: 'The state of ingest cannot be loaded.',
    more: (n: number) => `and ${exactNumber(n)} more`,
  },
  right: {
    open: 'Events are accepted',
    balance: 'Every event is accounted for',
    spool: 'The store keeps up',
    held: 'None',
    disk: 'Enough space',
    drops: 'None in 10 min',
    refused: 'None in 10 min',
    clock: 'No wrong clocks',
    quiet: 'None',
  } satisfies Record<HealthCheckName, string>,
  balancedBut: (lost: string) => `Every received event is accounted for. ${lost}`,
  wellBut: (lost: string) => `Nothing was refused in the last 10 min, and every host sends as usual. ${lost}`,
  lost: (datagrams: number, refused: number, since: string) =>
    `Since ${since}: ${[
      datagrams > 0 &&
        `${exactNumber(datagrams)} ${plural(datagrams, 'datagram', 'datagrams')} dropped by the kernel`,
      refused > 0 &&
        `${exactNumber(refused)} ${plural(refused, 'event or connection', 'events or connections')} refused`,
    ]
      .filter(part => part !== false)
      .join(', ')}`,
  free: (bytes: string) => `${bytes} free`,
  wrong,
  silent: (seconds: number) => `silent for ${lengthText(seconds)}`,
  usually: (seconds: number) => `(usually at most ${lengthText(seconds)})`,
  acknowledge: 'Acknowledge',
  acknowledgeHost: (host: string) => `Acknowledge ${host}`,
  acknowledgeHint: 'No warning until it sends again',
  ignore: 'Ignore',
  ignoreHost: (host: string) => `Ignore ${host}`,
  ignoreHint: 'Never warn about this host',
  markedToast: {
    acknowledged: (host: string) => `${host}: no warning until it sends again`,
    ignored: (host: string) => `${host}: ignored`,
    none: (host: string) => `${host}: warns again`,
  },
}
