import { IsIPv4, IsIPv6 } from 'typebox/format'
import { maxRetentionClasses, readRetentionClass } from '../store/retention.ts'
import type { ListenAddress } from './listeners.ts'
import type { SettingFormat } from './setting-types.ts'
import type { SettingSchema } from './settings.ts'

/** A setting as the program uses it. */
export type SettingValue = string | number | boolean | readonly string[] | ListenAddress | null

/** How settings of one kind are described and read. */
interface ValueKind {
  /** The end of a sentence: "must be ...". */
  expected(schema: SettingSchema): string
  /** undefined: not what `expected` says. */
  read(text: string, schema: SettingSchema): SettingValue | undefined
  /** Also takes a list of texts in YAML. */
  isList?: true
}

/** Maximum days that events of a class are kept, as for all events. */
const maxRetentionDays = 36_500
/** Bounds of settings that are lists of names. */
const maxListedNameLength = 64
const maxNames = 32
/** Maximum LDAP servers: a sign-in may wait MILLRACE_LDAP_TIMEOUT for each. */
const maxLdapServers = 5

const formats: Readonly<Record<SettingFormat, ValueKind>> = {
  listener: { expected: () => 'host:port, a port, or off', read: readListenAddress },
  networks: {
    expected: () => 'IP addresses or networks (192.0.2.0/24), separated by commas',
    read: text => {
      const items = splitList(text).filter(item => item !== '')
      return items.every(isNetwork) ? items : undefined
    },
    isList: true,
  },
  names: {
    expected: () =>
      `names of at most ${maxListedNameLength} characters, separated by commas; at most ${maxNames}`,
    read: text => readNames(text, name => name !== '' && name.length <= maxListedNameLength),
    isList: true,
  },
  choices: {
    expected: schema => `off, all, or some of ${schema['x-choices']?.join(', ')}, separated by commas`,
    read: (text, schema) => readChoices(text, schema['x-choices'] ?? []),
    isList: true,
  },
  // `service/settings` looks the zone up: this room does not import `time`.
  zone: { expected: () => 'a time zone such as UTC or Europe/Berlin', read: readText },
  'node-name': {
    expected: () => 'at most 40 lower-case letters, digits and hyphens, the first a letter or a digit',
    read: text => (/^[a-z0-9][a-z0-9-]{0,39}$/.test(text) ? text : undefined),
  },
  'instance-key': {
    expected: () => '64 hexadecimal digits',
    read: text => (/^[0-9a-f]{64}$/i.test(text) ? text : undefined),
  },
  'user-token': {
    expected: () => 'user- followed by 48 hexadecimal digits in lower case',
    read: text => (/^user-[0-9a-f]{48}$/.test(text) ? text : undefined),
  },
  'web-address': {
    expected: () => 'an address such as https://logs.example.com',
    read: text => (/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i.test(text) ? text.replace(/\/+$/, '') : undefined),
  },
  issuer: {
    expected: () => 'an https address without a query (http for this machine only)',
    read: text => (isIssuer(text) ? text : undefined),
  },
  'clickhouse-addresses': {
    expected: () =>
      'addresses such as https://name:password@clickhouse.example.com:8443, separated by commas',
    read: text => {
      const items = splitList(text)
      // Stays one text, which `storage/clients/server/address.ts` splits.
      return items.every(item => /^https?:\/\/[^\s/?#]+\/?$/i.test(item)) ? items.join(',') : undefined
    },
    isList: true,
  },
  'ldap-addresses': {
    expected: () =>
      `addresses such as ldaps://ldap.example.com or ldap://ldap.example.com:389, separated by commas; at most ${maxLdapServers}`,
    read: text => {
      const items = splitList(text).map(item => item.replace(/\/$/, ''))
      return items.length <= maxLdapServers && items.every(isLdapAddress) ? items : undefined
    },
    isList: true,
  },
  'smtp-address': {
    expected: () => 'an address such as smtp://name:password@mail.example.com:587',
    read: text => (/^smtps?:\/\/[^\s/]+\S*$/i.test(text) ? text : undefined),
  },
  'snmp-address': {
    expected: () => 'an address such as snmp://community@traps.example.com:162',
    read: text => (isSnmpAddress(text) ? text : undefined),
  },
  'mail-sender': {
    expected: () => 'an address such as logs@example.com or Logs <logs@example.com>',
    read: text => (/^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text) ? text : undefined),
  },
  'retention-classes': {
    expected: () =>
      `names of classes with their days, such as debug=7, audit=400, separated by commas; at most ${maxRetentionClasses}`,
    read: readRetentionClasses,
    isList: true,
  },
  domains: {
    expected: () => `domains such as example.com, separated by commas; at most ${maxNames}`,
    read: text =>
      readNames(text.toLowerCase(), name => name.length <= 253 && /^[^\s@.,]+(\.[^\s@.,]+)*$/.test(name)),
    isList: true,
  },
  hosts: {
    expected: () =>
      `addresses, networks (192.0.2.0/24) and host names, separated by commas; at most ${maxNames}`,
    read: text => readNames(text.toLowerCase(), name => isNetwork(name) || isHostName(name)),
    isList: true,
  },
  bytes: {
    expected: ({ minimum }) =>
      `a number of bytes (also as 900MB or 4GiB)${minimum ? `, at least ${bytesText(minimum)}` : ''}`,
    read: (text, schema) => within(schema, parseBytes(text)),
  },
}

const types: Readonly<Record<NonNullable<SettingSchema['type']>, ValueKind>> = {
  boolean: { expected: () => 'true or false', read: text => booleans.get(text.toLowerCase()) },
  integer: {
    expected: ({ minimum, maximum }) => `a whole number from ${minimum} to ${maximum}`,
    read: (text, schema) => (/^\d{1,15}$/.test(text) ? within(schema, Number(text)) : undefined),
  },
  number: {
    expected: ({ minimum, maximum }) => `a number from ${minimum} to ${maximum}`,
    read: (text, schema) => (/^\d{1,15}(\.\d{1,15})?$/.test(text) ? within(schema, Number(text)) : undefined),
  },
  string: {
    expected: ({ maxLength }) =>
      maxLength === undefined ? 'a text' : `a text of at most ${maxLength} characters`,
    read: readText,
  },
}

const enumeration: ValueKind = {
  expected: ({ enum: words = [] }) => (words.length === 1 ? `${words[0]}` : `one of ${words.join(', ')}`),
  read: (text, { enum: words = [] }) => (words.includes(text) ? text : undefined),
}

function kindOf({ enum: words, format, type = 'string' }: SettingSchema): ValueKind {
  if (words !== undefined) return enumeration
  return format === undefined ? types[type] : formats[format]
}

/** What a setting takes, as the end of a sentence: "must be ...". */
export function expectedValue(schema: SettingSchema): string {
  return kindOf(schema).expected(schema)
}

/** Reads what a user wrote, text or a scalar of YAML. undefined: not what `expectedValue` says. */
export function readSetting(schema: SettingSchema, raw: unknown): SettingValue | undefined {
  const kind = kindOf(schema)
  const written = textOf(raw, kind.isList === true)
  if (written === undefined) return undefined
  // A password may begin or end with a space.
  return kind.read(schema['x-secret'] ? written : written.trim(), schema)
}

function textOf(raw: unknown, isList: boolean): string | undefined {
  if (typeof raw === 'string') return raw
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw)
  if (isList && Array.isArray(raw) && raw.every(item => typeof item === 'string')) return raw.join(',')
  return undefined
}

function readText(text: string, { minLength = 0, maxLength = 10_000 }: SettingSchema): string | undefined {
  return text.length >= minLength && text.length <= maxLength ? text : undefined
}

function splitList(text: string): string[] {
  return text.split(',').map(item => item.trim())
}

/** Each name once; an empty text is an empty list. */
function readNames(text: string, isName: (name: string) => boolean): readonly string[] | undefined {
  if (text === '') return []
  const names = [...new Set(splitList(text))]
  return names.length <= maxNames && names.every(isName) ? names : undefined
}

/** Reads some of `words`, and returns them in the order of `words`. */
function readChoices(text: string, words: readonly string[]): readonly string[] | undefined {
  if (text === 'off' || text === 'all') return text === 'all' ? words : []
  const chosen = splitList(text)
  return chosen.every(word => words.includes(word)) ? words.filter(word => chosen.includes(word)) : undefined
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
])

function within(
  { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: SettingSchema,
  value: number | undefined,
): number | undefined {
  return value !== undefined && value >= minimum && value <= maximum ? value : undefined
}

/** Bytes by the name of a unit in capital letters. */
const byteUnits = new Map([
  ['', 1],
  ['KB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['TB', 1e12],
  ['KIB', 1024],
  ['MIB', 1024 ** 2],
  ['GIB', 1024 ** 3],
  ['TIB', 1024 ** 4],
])

/** A number of bytes in the first unit of GiB, MiB, GB and MB that divides it. */
export function bytesText(bytes: number): string {
  if (bytes === 0) return '0'
  for (const unit of ['GiB', 'MiB', 'GB', 'MB']) {
    const factor = byteUnits.get(unit.toUpperCase()) ?? 1
    if (bytes % factor === 0) return `${bytes / factor}${unit}`
  }
  return String(bytes)
}

function parseBytes(text: string): number | undefined {
  const [, digits, unit] = /^(\d{1,15}) ?([A-Za-z]{0,3})$/.exec(text) ?? []
  const factor = byteUnits.get(unit?.toUpperCase() ?? '')
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor
}

/** Logs come from other machines: without a host a listener binds to all addresses. */
const allAddresses = '0.0.0.0'

/** Reads `5514`, `127.0.0.1:5514`, `[::1]:5514` or `off`. */
function readListenAddress(text: string): ListenAddress | null | undefined {
  if (text.toLowerCase() === 'off') return null
  const [, bracketed, plain, digits] =
    /^(?:(?:\[([0-9A-Fa-f:.]+)\]|([^\s:[\]]+)):)?(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === undefined || port > 65_535) return undefined
  return { host: bracketed ?? plain ?? allAddresses, port }
}

/** Whether a text is a host name. It must have a letter: URLs read `10.1` as an address. */
function isHostName(text: string): boolean {
  return text.length <= 253 && /^(?=.*[a-z_])[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/.test(text)
}

/**
 * Whether a text is the address of an issuer, without the path of its metadata, which the library adds. It is
 * used as written, with or without a slash at the end, since issuers are compared as texts.
 */
function isIssuer(text: string): boolean {
  const [, scheme = '', host = '', port = '0'] =
    /^(https?):\/\/(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+)(?::(\d{1,5}))?(?:\/[^\s?#]*)?$/i.exec(text) ?? []
  if (scheme === '' || Number(port) > 65_535 || text.includes('/.well-known/')) return false
  return scheme.toLowerCase() === 'https' || ['localhost', '127.0.0.1', '[::1]'].includes(host)
}

/** Whether a text is an ldap:// or ldaps:// address with a host, and optionally a port. */
function isLdapAddress(text: string): boolean {
  const [whole, port = '1'] = /^ldaps?:\/\/(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(text) ?? []
  return whole !== undefined && Number(port) >= 1 && Number(port) <= 65_535
}

/** Whether a text is an snmp:// address with a community, a host, and optionally a port. */
function isSnmpAddress(text: string): boolean {
  const [whole, community = '', , port = '162'] =
    /^snmp:\/\/([^\s@/:?#]{1,255})@([^\s@/:?#[\]]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?\/?$/i.exec(text) ?? []
  if (whole === undefined || Number(port) < 1 || Number(port) > 65_535) return false
  try {
    decodeURIComponent(community)
    return true
  } catch {
    return false
  }
}

/** Whether a text is an IP address or a network such as 192.0.2.0/24. */
export function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const isIPv4 = IsIPv4(address)
  if (!isIPv4 && !IsIPv6(address)) return false
  return prefix === undefined || Number(prefix) <= (isIPv4 ? 32 : 128)
}

/** Reads `debug=7, audit=400`, and returns each class as `debug=7`. */
function readRetentionClasses(text: string): readonly string[] | undefined {
  const daysByClass = new Map<string, number>()
  for (const item of splitList(text)) {
    if (item === '') continue
    const [, written, digits] = /^([^=\s]+)\s*=\s*(\d{1,5})$/.exec(item) ?? []
    const name = readRetentionClass(written)
    const days = Number(digits)
    // '' is the default class, which has a setting of its own.
    if (name === undefined || name === '' || daysByClass.has(name)) return undefined
    if (days < 1 || days > maxRetentionDays) return undefined
    daysByClass.set(name, days)
  }
  if (daysByClass.size > maxRetentionClasses) return undefined
  return [...daysByClass].map(([name, days]) => `${name}=${days}`)
}
