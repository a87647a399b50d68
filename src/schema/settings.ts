import { type Static, type TSchema, Type } from 'typebox'
import { extraFieldsModes } from './extra-fields.ts'
import { type GeoDetail, geoDetails } from './geo-detail.ts'
import { ListenerProperties } from './listener-settings.ts'
import { messageFormats } from './message-format.ts'

/** Texts that mean more than their characters, by their `format`; setting-value.ts reads each. */
type SettingFormat =
  | 'listener'
  | 'networks'
  | 'names'
  | 'choices'
  | 'bytes'
  | 'zone'
  | 'user-token'
  | 'web-address'
  | 'smtp-address'
  | 'mail-sender'
  | 'domains'

/** A number of bytes, written as a number or with a unit (900MB, 4GiB). */
function bytes(options: { title: string; description: string; default: number; minimum: number }) {
  return Type.Integer({ ...options, format: 'bytes', maximum: Number.MAX_SAFE_INTEGER })
}

/** Some of these words, separated by commas; `all` of them, or `off`. */
function choices<Word extends string>(
  words: readonly Word[],
  options: { title: string; description: string; default: string },
) {
  return Type.Unsafe<readonly Word[]>({ type: 'string', format: 'choices', 'x-choices': words, ...options })
}

const secret = { 'x-secret': true } as const

const placeDetailNames = Object.keys(geoDetails) as GeoDetail[] // the keys of this very object

/**
 * Every setting of Millrace, declared once: the reader (src/settings.ts) and docs/settings.md are made from it. The name
 * that people write is `settingName(key)`.
 */
const SettingsShape = Type.Object({
  httpHost: Type.String({
    title: 'Address of the page and the HTTP interface',
    description: 'The default is reached from this machine only; 0.0.0.0 opens it to the network.',
    default: '127.0.0.1',
    minLength: 1,
  }),
  httpPort: Type.Integer({
    title: 'Port of the page and the HTTP interface',
    description: '0 = any free one; the line `listening http://host:port` tells which.',
    default: 8080,
    minimum: 0,
    maximum: 65_535,
  }),
  dataDir: Type.String({
    title: 'Folder of everything that Millrace keeps',
    description:
      'Relative to the working directory. One process at a time. What is in it is for the user of the service alone (0600, 0700).',
    default: './data',
    minLength: 1,
  }),
  templatesDir: Type.Optional(
    Type.String({
      title: 'Folder of dashboard templates',
      description: 'Relative to the working directory. Without it `templates` in the data folder.',
      minLength: 1,
    }),
  ),
  rulesDir: Type.Optional(
    Type.String({
      title: 'Folder of rules',
      description:
        'Files .yaml, .yml and .json, read at the start and by `millrace rules reload`. Relative to the working directory. Without it `rules` in the data folder.',
      minLength: 1,
    }),
  ),
  adminPassword: Type.Optional(
    Type.String({
      title: 'Password of the user `admin`',
      description: 'Used at the first start only. Without it a random one is made and printed once.',
      minLength: 1,
      maxLength: 1_000,
      ...secret,
    }),
  ),
  passwordMinLength: Type.Integer({
    title: 'Characters of a password at least',
    description:
      'Of passwords that are set from now on, MILLRACE_ADMIN_PASSWORD too; those that are set already stay valid. The commonest are refused, whatever their length.',
    default: 8,
    minimum: 1,
    maximum: 100,
  }),
  adminToken: Type.Optional(
    Type.String({
      title: 'A USER token of `admin`, for automation',
      description: 'Used at the first start only. Without it a random one is made and printed once.',
      format: 'user-token',
      ...secret,
    }),
  ),
  ...ListenerProperties,
  timezone: Type.String({
    title: 'Time zone',
    description: 'Of timestamps that name none and of queries that name none.',
    format: 'zone',
    default: 'UTC',
    minLength: 1,
    maxLength: 60,
  }),
  dedupWindow: Type.Integer({
    title: 'Deduplication window, seconds',
    description:
      'Repeats of an event this soon after its first are counted with it; 0 = every event stands alone.',
    default: 60,
    minimum: 0,
    maximum: 3_600,
  }),
  automaticFields: choices(messageFormats, {
    title: 'Messages whose fields become user tags',
    description:
      'CEF, LEEF, JSON objects, `key=value` pairs. [automatic-fields.md](automatic-fields.md) tells how they are read.',
    default: 'off',
  }),
  extraFields: Type.Enum([...extraFieldsModes], {
    title: 'What is sent beside a message and becomes user tags',
    description:
      'structured_data: parameters of RFC 5424 structured data. all: also unknown members of events and of JSON lines. off: only rules see them. [extra-fields.md](extra-fields.md) tells how they are named.',
    default: 'structured_data',
  }),
  timeToleranceBack: Type.Integer({
    title: 'Oldest event taken in, days back',
    description:
      'Older ones are dropped and counted as out of time. Never longer than the retention, whose length it has by default when that is shorter.',
    default: 30,
    minimum: 1,
    maximum: 36_500,
  }),
  timeToleranceAhead: Type.Integer({
    title: 'Clocks ahead of ours, seconds',
    description: 'An event further in the future is kept with the time of its receipt.',
    default: 2,
    minimum: 0,
    maximum: 86_400,
  }),
  retentionDays: Type.Integer({
    title: 'Days that events are kept',
    description:
      'Whole days (UTC) of event time are dropped once they are older, slowly and announced: [retention.md](retention.md).',
    default: 30,
    minimum: 1,
    maximum: 36_500,
  }),
  spoolMax: bytes({
    title: 'Size of the spool at most',
    description:
      'Events wait here while the store is behind; when it is full, MILLRACE_SPOOL_POLICY says what gives way.',
    default: 4 * 1024 ** 3,
    minimum: 64 * 1024 ** 2,
  }),
  spoolPolicy: Type.Enum(['refuse', 'drop_oldest'], {
    title: 'What gives way when the spool is full',
    description:
      'refuse: nothing more is taken, senders are slowed down. drop_oldest: what waits longest is given up, acknowledged or not, and counted.',
    default: 'refuse',
  }),
  diskFloor: bytes({
    title: 'Free space of the disk below which nothing is taken in',
    description: 'So that queries, deletes and the store itself still have room; 0 = none.',
    default: 256 * 1024 ** 2,
    minimum: 0,
  }),
  engineMemory: bytes({
    title: 'Memory of the embedded event store',
    description: 'A query that would need more ends with `query_memory`.',
    default: 900_000_000,
    minimum: 256_000_000,
  }),
  queryTimeout: Type.Integer({
    title: 'Time of a query at most, seconds',
    description: 'A statement of a query that takes longer ends with `query_timeout`.',
    default: 120,
    minimum: 1,
    maximum: 3_600,
  }),
  queryTtl: Type.Integer({
    title: 'Life of a query that nobody reads, seconds',
    description: 'Its id is then unknown; widgets keep theirs.',
    default: 900,
    minimum: 60,
    maximum: 86_400,
  }),
  exportMax: Type.Optional(
    Type.Integer({
      title: 'Rows of an export as csv or json at most',
      description:
        'Without it these have every event that matches, as have reports. Excel, Word and pdf have bounds of their own.',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  ),
  bodyLimit: bytes({
    title: 'Size of a request body at most',
    description: 'A larger one is answered with 413.',
    default: 1024 ** 2,
    minimum: 1024,
  }),
  incomingLimit: bytes({
    title: 'Size of a body on /incoming at most',
    description: 'As received, and again once it is decompressed.',
    default: 64 * 1024 ** 2,
    minimum: 1024 ** 2,
  }),
  rateLimit: Type.Integer({
    title: 'Requests a minute for each token',
    description: 'More are answered with 429; 0 = no limit.',
    default: 0,
    minimum: 0,
    maximum: 1_000_000,
  }),
  sessionAge: Type.Number({
    title: 'Life of a login, days',
    description: 'Fractions are fine: 0.5 = twelve hours.',
    default: 14,
    minimum: 0.01,
    maximum: 400,
  }),
  trustedProxies: Type.Unsafe<string[]>({
    type: 'string',
    format: 'networks',
    title: 'Reverse proxies in front of the HTTP interface',
    description:
      'Their X-Forwarded-For and X-Forwarded-Proto are believed, nobody else’s are. [reverse-proxy.md](reverse-proxy.md).',
    default: '',
  }),
  geoipFile: Type.Optional(
    Type.String({
      title: 'MaxMind DB that tells where addresses are',
      description:
        'GeoLite2 City, GeoIP2 City or Country, or another file (.mmdb) of that form, held in memory. Replace it at any time: within 10 s it is read anew. Without one no places are told.',
      minLength: 1,
      maxLength: 4_000,
    }),
  ),
  geoipAsnFile: Type.Optional(
    Type.String({
      title: 'MaxMind DB that tells to whom networks belong',
      description: 'GeoLite2 ASN or another file (.mmdb) of that form, for the tags of MILLRACE_GEOIP_TAGS.',
      minLength: 1,
      maxLength: 4_000,
    }),
  ),
  geoipTags: Type.Unsafe<readonly string[]>({
    type: 'string',
    format: 'names',
    title: 'Tags whose addresses get tags of their places',
    description:
      'SrcIP gives an event with that tag `SrcIP Country`, `SrcIP State`, `SrcIP City`, `SrcIP ASN`, `SrcIP Organization`, as far as the files know them; `host` stands for the host. [geoip.md](geoip.md).',
    default: '',
  }),
  geoipDetails: choices(placeDetailNames, {
    title: 'What is told of a place',
    description: 'Other tags of MILLRACE_GEOIP_TAGS are not written.',
    default: 'all',
  }),
  publicUrl: Type.Optional(
    Type.String({
      title: 'Address under which people reach this service',
      description:
        'For links in mails, which have none without it. With https the cookies of the page are Secure, whatever a proxy says: then nobody signs in by http. https://logs.example.com',
      format: 'web-address',
      maxLength: 2_000,
    }),
  ),
  smtpUrl: Type.Optional(
    Type.String({
      title: 'Server that takes mails',
      description:
        'smtp://name:password@host:587 (STARTTLS where the server offers it), or smtps:// for TLS from the start. Without one reports cannot be mailed.',
      format: 'smtp-address',
      maxLength: 2_000,
      ...secret,
    }),
  ),
  mailFrom: Type.String({
    title: 'Sender of mails',
    description: 'An address, also with a name: Logs <logs@example.com>.',
    format: 'mail-sender',
    default: 'millrace@localhost',
    maxLength: 500,
  }),
  mailAttachmentMax: bytes({
    title: 'Size of an attachment at most',
    description: 'A larger report is mailed as a link.',
    default: 10 * 1024 ** 2,
    minimum: 1_024,
  }),
  mailDomains: Type.Unsafe<readonly string[]>({
    type: 'string',
    format: 'domains',
    title: 'Domains that reports are mailed to',
    description:
      'Besides the addresses of users, which then can only be set by who manages users where they are in none of these. Subdomains are named by themselves. Empty: everybody is mailed to.',
    default: '',
  }),
  reportDisk: bytes({
    title: 'Disk space of the files of all reports',
    description:
      'The oldest go first, those of owners who hold much before those of others. Reports also leave free twice MILLRACE_DISK_FLOOR.',
    default: 4 * 1024 ** 3,
    minimum: 1024 ** 2,
  }),
  reportDiskOwner: bytes({
    title: 'Disk space of the files of the reports of one owner',
    description: 'The oldest go first. A report whose file would be larger is a FAILURE.',
    default: 1024 ** 3,
    minimum: 1024 ** 2,
  }),
  reportTimeout: Type.Integer({
    title: 'Time of a report at most, seconds',
    description: 'One that takes longer is a FAILURE.',
    default: 1_800,
    minimum: 1,
    maximum: 86_400,
  }),
  reportRetention: Type.Integer({
    title: 'Days that reports are kept',
    description: 'Where the schedule does not say otherwise.',
    default: 30,
    minimum: 1,
    maximum: 3_650,
  }),
  metrics: Type.Enum(['off', 'token'], {
    title: 'GET /metrics',
    description: 'Counts for Prometheus: off, or for whoever shows a USER token that sees all hosts.',
    default: 'off',
  }),
  logLevel: Type.Enum(['silent', 'error', 'warn', 'info', 'debug', 'trace'], {
    title: 'Least severe lines of our own log',
    description: 'The log goes to standard error: JSON lines, or plain text on a terminal.',
    default: 'info',
  }),
  demo: Type.Boolean({
    title: 'Feed made-up logs through the syslog port',
    description: 'As `--demo` does.',
    default: false,
  }),
})

/** The settings as the program uses them, complete and checked. */
export type Settings = Static<typeof SettingsShape>
export type SettingKey = keyof Settings

/** What the reader and the documents look at in the declaration of a setting. */
export interface SettingSchema {
  type?: 'string' | 'integer' | 'number' | 'boolean'
  enum?: readonly string[]
  'x-choices'?: readonly string[]
  format?: SettingFormat
  title: string
  description?: string
  default?: string | number | boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  'x-secret'?: boolean
}

/** All settings in the order of the documents. */
export const settingKeys = Object.keys(SettingsShape.properties) as SettingKey[] // the keys of this very object

/** The declaration of one setting. */
export function settingSchema(key: SettingKey): SettingSchema {
  const schema: TSchema = SettingsShape.properties[key]
  // Each property above is made with a title and of these members only; settings.test.ts goes through all of them.
  return schema as SettingSchema
}

/** The name of a setting in the environment and in the file: httpPort is MILLRACE_HTTP_PORT. */
export function settingName(key: SettingKey): string {
  return `MILLRACE_${key.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`
}

/** A secret may also be given as the path of a file that holds it, under this name. */
export function settingFileName(key: SettingKey): string {
  return `${settingName(key)}_FILE`
}
