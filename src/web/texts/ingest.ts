import type { HealthCheckName, HostState } from '../../schema/intake/ingest-health.ts'
import { healthTexts } from './ingest-health.ts'

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

export const ingestTexts = {
  ...healthTexts,
  title: 'Ingest',
  levels: { ok: 'All well', warning: 'Attention', critical: 'Problem' },
  checks: {
    open: 'Accepting',
    balance: 'Balance',
    spool: 'Spool',
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
      received: 'Complete events, since the data folder was made',
      stored: 'In the store as events of their own',
      duplicates: 'Counted with an earlier event by deduplication',
      dropped: 'A rule says so',
      out_of_time: 'Older than the tolerance (MILLRACE_TIME_TOLERANCE_BACK)',
      refused: 'Not kept for another reason, named below',
      in_flight: 'In memory or in the spool, not in the store yet',
    },
    holds: 'The account is balanced: every event that was received is in one of these counts.',
    outside: (datagrams: number, turnedAway: number) =>
      `Not in the account, since it was never received: ${[
        datagrams > 0 &&
          count(datagrams, 'datagram dropped by the kernel', 'datagrams dropped by the kernel'),
        turnedAway > 0 &&
          count(
            turnedAway,
            'connection or body turned away as a whole',
            'connections or bodies turned away as a whole',
          ),
      ]
        .filter(part => part !== false)
        .join(', ')}.`,
    broken: 'The account is not balanced. Please report this.',
    failed: 'The ledger cannot be loaded',
    someHosts: 'The ledger is for users who see the events of all hosts.',
  },
  rate: {
    heading: 'Received, last hour',
    new: 'New',
    duplicates: 'Duplicates',
    oot: 'Out of time',
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
    empty: 'No host found',
    emptyHint: 'No host has that name or state.',
    none: 'No host has sent anything yet',
    failed: 'Hosts cannot be loaded',
    tracked: 'Rhythm and events since hosts are tracked',
  },
  sources: {
    heading: 'Sources and listeners',
    hint: 'Counts since the data folder was made.',
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
    empty: 'No source found',
  },
  faults: {
    heading: 'Refused and faulty',
    since: (moment: string) => `Since ${moment}`,
    none: 'Nothing was ever refused, dropped or cut.',
    columns: { source: 'Source', what: 'What', count: 'Count', remedy: 'What to do' },
    turnedAway: (what: string) => `Turned away as a whole: ${what}`,
    counters: {
      udp_dropped: {
        what: 'Datagrams dropped by the kernel',
        remedy: 'Give it room: sysctl net.core.rmem_max=16777216; TCP where the sender can.',
      },
      frame_errors: {
        what: 'Framing errors of streams',
        remedy: 'The sender mixes octet counts and lines, or something else speaks to this port.',
      },
      truncated: {
        what: 'Events cut to the maximum size',
        remedy: 'max_frame_bytes of the listener; the tag truncated_from has the length.',
      },
      fields_omitted: {
        what: 'Extra fields cut or left out',
        remedy: 'An event has room for 256 tags: send fewer, or longer ones as text.',
      },
      clock_ahead: {
        what: 'Events from the future',
        remedy: 'The clock of a sender is ahead: NTP. They got the time of their receipt.',
      },
      out_of_time: {
        what: 'Events older than the tolerance',
        remedy: 'MILLRACE_TIME_TOLERANCE_BACK, or the clock of a sender.',
      },
    },
    reasons: {
      overload: ['Over capacity', 'A larger spool or disk, a faster store, fewer bursts over UDP.'],
      invalid: ['Not valid', 'The answer to the sender says what is wrong.'],
      not_allowed: ['Sender not allowed', 'The list `allow` of this listener.'],
      proxy_header: [
        'PROXY header missing or not trusted',
        'proxy_protocol and trusted_proxies of this listener.',
      ],
      tls: ['TLS handshake failed', 'The certificate of the sender, or `client_certificates`.'],
      connections: ['Too many connections', 'max_connections of this listener.'],
      rate: ['Too many a second', 'max_rate_per_sender of this listener.'],
      incomplete: ['Chunks missing', 'GELF over UDP loses chunks: use TCP or HTTP.'],
      corrupted: ['Spool file damaged', 'Look at the disk. The file is in spool/broken.'],
      store: [
        'Spool file refused by the store',
        'A fault of ours: please report it. The file is in spool/refused.',
      ],
      evicted: ['Dropped from a full spool', 'A larger spool, or a faster store.'],
    } as Readonly<Record<string, readonly [string, string]>>,
  },
  searchHost: (host: string) => `Search the events of ${host}`,
}
