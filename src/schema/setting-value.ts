import type { ListenAddress } from './listener-settings.ts'
import type { SettingSchema } from './settings.ts'

/** A setting as the program uses it. */
export type SettingValue = string | number | boolean | readonly string[] | ListenAddress | null

/** What a setting takes, as the end of a sentence: "must be ...". Used by faults and by docs/settings.md. */
export function expectedValue(schema: SettingSchema): string {
  if (schema.enum !== undefined) {
    return schema.enum.length === 1 ? `${schema.enum[0]}` : `one of ${schema.enum.join(', ')}`
  }
  switch (schema.format) {
    case 'listener':
      return 'host:port, a port, or off'
    case 'networks':
      return 'IP addresses or networks (192.0.2.0/24), separated by commas'
    case 'names':
      return `names of at most ${maxNameLength} characters, separated by commas; at most ${maxNames}`
    case 'choices':
      return `off, all, or some of ${schema['x-choices']?.join(', ')}, separated by commas`
    case 'zone':
      return 'a time zone such as UTC or Europe/Berlin'
    case 'user-token':
      return 'user- followed by 48 hexadecimal digits in lower case'
    case 'web-address':
      return 'an address such as https://logs.example.com'
    case 'smtp-address':
      return 'an address such as smtp://name:password@mail.example.com:587'
    case 'mail-sender':
      return 'an address such as logs@example.com or Logs <logs@example.com>'
    case 'domains':
      return `domains such as example.com, separated by commas; at most ${maxNames}`
    case 'bytes':
      return `a number of bytes (also as 900MB or 4GiB)${schema.minimum ? `, at least ${bytesText(schema.minimum)}` : ''}`
  }
  switch (schema.type) {
    case 'boolean':
      return 'true or false'
    case 'integer':
      return `a whole number from ${schema.minimum} to ${schema.maximum}`
    case 'number':
      return `a number from ${schema.minimum} to ${schema.maximum}`
    default:
      return schema.maxLength === undefined ? 'a text' : `a text of at most ${schema.maxLength} characters`
  }
}

/** A number of bytes in the largest unit that holds it whole. */
export function bytesText(bytes: number): string {
  const unit = ['GiB', 'MiB', 'GB', 'MB'].find(name => bytes % (byteUnits.get(name.toUpperCase()) ?? 0) === 0)
  return unit === undefined ? String(bytes) : `${bytes / (byteUnits.get(unit.toUpperCase()) ?? 1)}${unit}`
}

/** Reads what a person wrote, text or a scalar of YAML. undefined: not what `expectation` says. */
export function readSetting(schema: SettingSchema, raw: unknown): SettingValue | undefined {
  const written = textOf(raw, isList(schema))
  if (written === undefined) return undefined
  // A password may begin or end with a space.
  const text = schema['x-secret'] ? written : written.trim()
  if (schema.enum !== undefined) return schema.enum.includes(text) ? text : undefined
  switch (schema.format) {
    case 'listener':
      return listenAddress(text)
    case 'networks':
      return networks(text)
    case 'names':
      return names(text)
    case 'choices':
      return choices(text, schema['x-choices'] ?? [])
    case 'user-token':
      return /^user-[0-9a-f]{48}$/.test(text) ? text : undefined
    case 'web-address':
      return /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i.test(text) ? text.replace(/\/+$/, '') : undefined
    case 'smtp-address':
      return /^smtps?:\/\/[^\s/]+\S*$/i.test(text) ? text : undefined
    case 'mail-sender':
      return /^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text) ? text : undefined
    case 'domains':
      return domains(text)
    case 'bytes':
      return within(schema, byteCount(text))
  }
  switch (schema.type) {
    case 'boolean':
      return flags.get(text.toLowerCase())
    case 'integer':
      return /^\d{1,15}$/.test(text) ? within(schema, Number(text)) : undefined
    case 'number':
      return /^\d{1,15}(\.\d{1,15})?$/.test(text) ? within(schema, Number(text)) : undefined
    default: {
      const { minLength = 0, maxLength = 10_000 } = schema
      return text.length >= minLength && text.length <= maxLength ? text : undefined
    }
  }
}

function textOf(raw: unknown, list: boolean): string | undefined {
  if (typeof raw === 'string') return raw
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw)
  if (list && Array.isArray(raw) && raw.every(item => typeof item === 'string')) return raw.join(',')
  return undefined
}

function isList({ format }: SettingSchema): boolean {
  return format === 'domains' || format === 'networks' || format === 'names' || format === 'choices'
}

const maxNameLength = 64
const maxNames = 32

/** Each once; none of an empty text. */
function names(text: string): readonly string[] | undefined {
  if (text === '') return []
  const found = [...new Set(text.split(',').map(name => name.trim()))]
  const fits = found.length <= maxNames && found.every(name => name !== '' && name.length <= maxNameLength)
  return fits ? found : undefined
}

/** In lower case, each once; none of an empty text. */
function domains(text: string): readonly string[] | undefined {
  if (text === '') return []
  const found = [...new Set(text.split(',').map(name => name.trim().toLowerCase()))]
  const fits = found.every(name => name.length <= 253 && /^[^\s@.,]+(\.[^\s@.,]+)*$/.test(name))
  return fits && found.length <= maxNames ? found : undefined
}

/** In the order of the words there are. */
function choices(text: string, words: readonly string[]): readonly string[] | undefined {
  if (text === 'off' || text === 'all') return text === 'all' ? words : []
  const chosen = text.split(',').map(word => word.trim())
  return chosen.every(word => words.includes(word)) ? words.filter(word => chosen.includes(word)) : undefined
}

const flags = new Map([
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
) {
  return value !== undefined && value >= minimum && value <= maximum ? value : undefined
}

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

function byteCount(text: string): number | undefined {
  const [, digits, unit] = /^(\d{1,15}) ?([A-Za-z]{0,3})$/.exec(text) ?? []
  const factor = byteUnits.get(unit?.toUpperCase() ?? '')
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor
}

/** Without a host a listener is open to the network: logs come from elsewhere. */
const everyAddress = '0.0.0.0'

function listenAddress(text: string): ListenAddress | null | undefined {
  if (text.toLowerCase() === 'off') return null
  const [, bracketed, plain, digits] =
    /^(?:(?:\[([0-9A-Fa-f:.]+)\]|([^\s:[\]]+)):)?(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === undefined || port > 65_535) return undefined
  return { host: bracketed ?? plain ?? everyAddress, port }
}

function networks(text: string): string[] | undefined {
  const items = text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')
  return items.every(isNetwork) ? items : undefined
}

/** An address, or an address and the length of its prefix. */
function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const bits = isIpv4(address) ? 32 : isIpv6(address) ? 128 : -1
  return bits > 0 && (prefix === undefined || Number(prefix) <= bits)
}

function isIpv4(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every(part => Number(part) <= 255)
}

/** Eight groups, or fewer around one `::`; the last two groups may be written as an IPv4 address. */
function isIpv6(text: string): boolean {
  const tail = text.slice(text.lastIndexOf(':') + 1)
  const whole = isIpv4(tail) ? `${text.slice(0, -tail.length)}0:0` : text
  const halves = whole.split('::')
  const groups = halves.flatMap(half => (half === '' ? [] : half.split(':')))
  return (
    groups.every(group => /^[0-9A-Fa-f]{1,4}$/.test(group)) &&
    (halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8)
  )
}
