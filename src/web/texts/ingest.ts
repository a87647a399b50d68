import { exactNumber } from '../../charts/number-text.ts'
import type { HealthCheckName, HostState } from '../../schema/intake/ingest-health.ts'
import { healthTexts } from './ingest-health.ts'

const count = (n: number, one: string, many: string) => `${exactNumber(n)} ${n === 1 ? one : many}`

/** Texts of the ingest page, with the texts that it shares with the ingest light. */
export const ingestTexts = {
  ...healthTexts,
  title: 'Ingest',
  levels: { ok: 'Healthy', warning: 'Warning', critical: 'Critical' },
  checks: {
    open: 'Accepting',
    balance: 'Balance',
    spool: 'Spool',
    held: 'Refused files',
    disk: 'Disk',
    drops: 'UDP drops',
    refused: 'Refused',
    clock: 'Clocks',
    quiet: 'Quiet hosts',
  } satisfies Record<HealthCheckName, string>,
  unmark: 'Warn again',
  unmarkHost: (host: string) => `Warn about ${host} again`,
  marked: {
    acknowledged: (by: string) => `Acknowledged by ${by}`,
    ignored: (by: string) => `Ignored by ${by}`,
  },
  asOf: (clock: string) => `As of ${clock}`,
  loading: 'Loading',
  healthFailed: 'The state of ingest cannot be loaded',
  balance: {
    heading: 'Balance',
    equals: '=',
    plus: '+',
    members: {
      received: 'received',
      stored: 'stored',
      duplicates: 'duplicates',
      dropped: 'dropped by rule',
      out_of_time: 'out of time',
      refused: 'refused',
      in_flight: 'in flight',
    },
    hints: {
      received: 'Complete events since the data folder was created',
      stored: 'Stored as separate events',
      duplicates: 'Counted as repeats of an earlier event by deduplication',
      dropped: 'Dropped by a rule',
      out_of_time: 'Older than the tolerance (MILLRACE_TIME_TOLERANCE_BACK)',
      refused: 'Not stored for another reason, listed below',
      in_flight: 'In memory or in the spool, not in the store yet',
    },
    holds: 'Balanced: every received event is in one of these counts.',
    outside: (datagrams: number, turnedAway: number) =>
      `Not counted here, because it was never received: ${[
        datagrams > 0 &&
          count(datagrams, 'datagram dropped by the kernel', 'datagrams dropped by the kernel'),
        turnedAway > 0 &&
          count(
            turnedAway,
            'connection or body refused as a whole',
            'connections or bodies refused as a whole',
          ),
      ]
        .filter(part => part !== false)
        .join(', ')}.`,
    broken: 'The counts do not add up. Please report this.',
    failed: 'The ledger cannot be loaded',
    someHosts: 'The ledger is visible only to users who see the events of all hosts.',
  },
  rate: {
    heading: 'Received, last hour',
    new: 'New',
    duplicates: 'Duplicates',
    outOfTime: 'Out of time',
    now: (rate: string) => `${rate}/s in the last minute`,
    failed: 'The rate cannot be loaded',
  },
  hosts: {
    heading: 'Hosts',
    search: 'Search hosts',
    state: 'State',
    any: 'Any state',
    states: { active: 'Active', quiet: 'Quiet', gone: 'Gone', new: 'New' } satisfies Record<
      HostState,
      string
    >,
    hints: {
      active: 'Sends as usual',
      quiet: 'Silent for more than twice its usual silence',
      gone: 'Quiet for a week or more',
      new: 'First seen within a day',
    } satisfies Record<HostState, string>,
    columns: {
      host: 'Host',
      state: 'State',
      last: 'Last event',
      usual: 'Usual silence',
      events: 'Events',
      actions: 'Actions',
    },
    unknownRhythm: 'Not known yet',
    clock: (length: string) => `Clock ${length} behind`,
    clockHint: 'Its events keep coming late by the same time: its clock or time zone is wrong.',
    empty: 'No host matches this name and state',
    showAll: 'Show all hosts',
    none: 'No host has sent anything yet',
    noneHint: 'Point a device, a server or a shipper at this service.',
    failed: 'Hosts cannot be loaded',
    tracked: 'Usual silence and events, counted since hosts are tracked',
  },
  sources: {
    heading: 'Sources and listeners',
    hint: 'Counts since the data folder was created.',
    search: 'Search sources',
    columns: {
      source: 'Source',
      address: 'Address',
      received: 'Received',
      refused: 'Refused',
      faults: 'Faults',
      connections: 'Connections',
      last: 'Last event',
    },
    http: 'HTTP',
    tls: 'TLS',
    clientCertificates: 'client certificates',
    zone: (zone: string) => `zone ${zone}`,
    bytes: (bytes: string) => `${bytes} received`,
    notListening: 'Not listening now',
    neverSinceStart: 'None since the start',
    empty: 'No source or listener has this name',
    showAll: 'Show all sources',
  },
  faults: {
    heading: 'Refused, dropped and truncated',
    since: (moment: string) => `Since ${moment}`,
    none: 'Nothing was refused, dropped or truncated.',
    columns: { source: 'Source', what: 'Problem', count: 'Count', remedy: 'What to do' },
    turnedAway: (what: string) => `Refused as a whole: ${what}`,
    counters: {
      udp_dropped: {
        what: 'Datagrams dropped by the kernel',
        remedy: 'Increase the socket buffer: sysctl net.core.rmem_max=16777216. Use TCP if the sender can.',
      },
      frame_errors: {
        what: 'Framing errors of streams',
        remedy: 'The sender mixes octet counts and lines, or something else speaks to this port.',
      },
      truncated: {
        what: 'Events truncated to the maximum size',
        remedy: 'Increase max_frame_bytes of the listener. The tag truncated_from has the original length.',
      },
      fields_omitted: {
        what: 'Extra fields cut or left out',
        remedy: 'An event has room for 256 tags: send fewer, or longer ones as text.',
      },
      clock_ahead: {
        what: 'Events from the future',
        remedy:
          'The clock of a sender is ahead: synchronize it with NTP. These events have the time of their receipt.',
      },
      out_of_time: {
        what: 'Events older than the tolerance',
        remedy: 'Increase MILLRACE_TIME_TOLERANCE_BACK, or correct the clock of the sender.',
      },
    },
    reasons: {
      overload: ['Over capacity', 'Use a larger spool or disk or a faster store, or avoid bursts over UDP.'],
      invalid: ['Invalid', 'The response to the sender says what is wrong.'],
      not_allowed: ['Sender not allowed', 'Add the sender to the list `allow` of this listener.'],
      proxy_header: [
        'PROXY header missing or not trusted',
        'Check proxy_protocol and trusted_proxies of this listener.',
      ],
      tls: ['TLS handshake failed', 'Check the certificate of the sender and `client_certificates`.'],
      connections: ['Too many connections', 'Increase max_connections of this listener.'],
      rate: ['Rate limit exceeded', 'Increase max_rate_per_sender of this listener.'],
      incomplete: ['Chunks missing', 'GELF over UDP loses chunks: use TCP or HTTP.'],
      corrupted: ['Spool file damaged', 'Check the disk. The file is in spool/broken.'],
      store: [
        'Spool file refused by the store',
        'This is a bug in Millrace: please report it. The file is in spool/refused.',
      ],
      evicted: ['Dropped from a full spool', 'Use a larger spool or a faster store.'],
      loop: [
        'Came back after it was forwarded',
        'The destination of a forwarder sends its events to this service.',
      ],
    } as Readonly<Record<string, readonly [string, string]>>,
  },
  searchHost: (host: string) => `Search the events of ${host}`,
}
