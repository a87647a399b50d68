import { placeholders } from '../src/schema/event/template.ts'

/** The events that fill a store. A message consists of a subject, a verb, a user, addresses and numbers. */
export interface Corpus {
  hosts: number
  programs: number
  /** Tenths of all events that come from one host and program, before the others get theirs at random. */
  hotTenths: number
  /**
   * SQL over the names defined by `rowsOf` (corpus.ts): the number of the message kind, the message, its
   * template, an address.
   */
  kind: string
  message: string
  template: string
  address: string
}

/** The rare word of each corpus: in one of a million events. */
export const rareToken = 'zqxrare7f3a'

export const subjects = [
  'connection',
  'session',
  'request',
  'login',
  'packet',
  'transaction',
  'backup',
  'interface',
] as const
export const verbs = ['opened', 'closed', 'failed', 'denied', 'accepted'] as const
export const firstNames = ['anna', 'boris', 'chen', 'dora', 'emil', 'fatima'] as const
export const lastNames = ['son', 'ley', 'ov', 'ini', 'ez'] as const

const { digits, hex, mixed } = placeholders
const anyAddress = [digits, digits, digits, digits].join('.')
const rare = (text: string) => `if(n % 1000000 = 500000, ' ${text}', '')`
/** One of 40 kinds, for any program; one of six kinds of the program. */
const anyKind = 'toUInt32(floor(40 * pow((r4 % 1000003) / 1000003, 1.8)))'
const ownKind = 'toUInt32(p * 6 + floor(6 * pow((r4 % 1000003) / 1000003, 1.8)))'
const services = `['https', 'ssh', 'dns', 'ldap'][p % 4 + 1]`
const kindTemplate = `replaceRegexpAll(kind, '[0-9]+', '${digits}')`

/** Messages with random values, including an id of 16 hexadecimal digits. */
const byChance = {
  message: `concat(kind, ' for ', if(isNamed, name, concat('user', toString(r1 % 5000))),
    ' from 10.', toString(r2 % 256), '.', toString(r3 % 256), '.', toString(r4 % 256), ' port ', toString(r1 % 60000),
    ' to 192.0.2.', toString(r3 % 254), ' service https duration ', toString(r2 % 1000), 'ms bytes ', toString(r4 % 1000000),
    ' reason template-', toString(k), ' trace ', trace, ${rare(rareToken)})`,
  template: `concat(${kindTemplate}, ' for ', if(isNamed, name, 'user${digits}'),
    ' from ${anyAddress} port ${digits} to ${anyAddress} service https duration ${digits}ms bytes ${digits} reason template-${digits} trace ',
    if(match(trace, '[a-f]'), if(match(trace, '[0-9]'), '${hex}', trace), '${digits}'), ${rare(mixed)})`,
  address: `concat('10.', toString(r2 % 256), '.', toString(r3 % 256), '.', toString(r4 % 256))`,
}

export const corpora = {
  /**
   * 500 hosts and 60 programs of uneven frequency, 40 kinds of message with addresses, ids and users (a third
   * of them names without digits, so there are 1,240 templates and a few strays), about 175 bytes each. Host,
   * program and message are unrelated, unlike in real logs.
   */
  bench: { hosts: 500, programs: 60, hotTenths: 0, kind: anyKind, ...byChance },
  /**
   * Like the logs of a fleet: each program has its own messages; users, addresses and process ids belong to
   * their host. 140 bytes each.
   */
  real: {
    hosts: 200,
    programs: 11,
    hotTenths: 0,
    kind: ownKind,
    message: `concat(kind, ' for ', nameOfHost, ' from 10.', toString(h), '.', toString(r2 % 4), '.', toString(r3 % 12),
      ' port ', toString(1024 + r1 % 60000), ' to 192.0.2.', toString(r3 % 25), ' service ', ${services},
      ' pid ', toString(1000 + p * 100 + intDiv(n, 400000)), ' duration ', toString(r2 % 100), 'ms bytes ', toString((r4 % 200) * 64),
      ' reason template-', toString(k), ${rare(rareToken)})`,
    template: `concat(${kindTemplate}, ' for ', nameOfHost,
      ' from ${anyAddress} port ${digits} to ${anyAddress} service ', ${services},
      ' pid ${digits} duration ${digits}ms bytes ${digits} reason template-${digits}', ${rare(mixed)})`,
    address: `concat('10.', toString(h), '.', toString(r3 % 4), '.', toString(r3 % 12))`,
  },
  /** 2,000 hosts with 20 programs, each with its own messages. */
  wide: { hosts: 2_000, programs: 20, hotTenths: 0, kind: ownKind, ...byChance },
  /** One host and program has nine tenths of all events; each program has its own messages. */
  hot: { hosts: 500, programs: 60, hotTenths: 9, kind: ownKind, ...byChance },
} satisfies Record<string, Corpus>

export type CorpusName = keyof typeof corpora
export const corpusNames = ['bench', 'real', 'wide', 'hot'] as const satisfies readonly CorpusName[]
