import type { ForwarderDraft } from '../../schema/forwarding/forwarder.ts'
import { type FileTarget, fileFormats } from '../../schema/forwarding/targets/file.ts'
import { oidPattern, type SnmpForwarding } from '../../schema/forwarding/targets/snmp.ts'
import type { SplunkHecTarget } from '../../schema/forwarding/targets/splunk-hec.ts'
import { type SyslogTarget, syslogProtocols } from '../../schema/forwarding/targets/syslog.ts'
import { isObject, type JsonObject } from '../../schema/text/json-object.ts'
import type { Unsupported } from './filter-of-conditions.ts'

/** The destination of an entry in a configuration. */
interface TargetDraft {
  draft: Pick<ForwarderDraft, 'syslog' | 'splunk_hec' | 'file' | 'snmp'>
  /** The type and the place: `syslog 10.0.0.5:514`. */
  title: string
  /** Members of the entry that are used. */
  known: readonly string[]
  /** Members that are ignored. */
  ignored: Unsupported[]
}

export type ReadTarget = TargetDraft | { unsupported: Unsupported[] }

/** Types without a destination of forwarders, and what to use instead. */
const otherTypes: Readonly<Record<string, string>> = {
  sec: 'create a trigger with a condition, which correlates events, or forward to a file that SEC reads',
  'fluent-bit': 'create a forwarder with http, to the HTTP input of Fluent Bit',
}

const defaultSyslogPort = 514
const defaultTrapPort = 162
const splunkPath = '/services/collector/event'

/** Reads the type and the destination of an entry; `place`: its path. */
export function readTarget(entry: JsonObject, place: string): ReadTarget {
  const { type, target } = entry
  const other = typeof type === 'string' && Object.hasOwn(otherTypes, type) ? otherTypes[type] : undefined
  if (other !== undefined) return fault(`${place}.type`, `${type} is not supported: ${other}`)
  if (type !== 'syslog' && type !== 'file' && type !== 'snmp' && type !== 'splunk-hec')
    return fault(`${place}.type`, 'expected syslog, file, snmp or splunk-hec')
  if (typeof target !== 'string' || target === '')
    return fault(`${place}.target`, 'expected host:port, a path or a URL')
  return readers[type](entry, target, place)
}

type Reader = (entry: JsonObject, target: string, place: string) => ReadTarget

const readers: Readonly<Record<'syslog' | 'file' | 'snmp' | 'splunk-hec', Reader>> = {
  syslog: readSyslog,
  file: readFile,
  snmp: readSnmp,
  'splunk-hec': readSplunk,
}

function readSyslog(entry: JsonObject, target: string, place: string): ReadTarget {
  const { protocol, transport = 'tcp', octet_count: octetCount = false } = entry
  const known = ['protocol', 'transport', 'octet_count', 'unsent_buffer_limit']
  const endpoint = parseEndpoint(target)
  if (endpoint === undefined) return fault(`${place}.target`, 'expected host:port')
  if (transport !== 'tcp' && transport !== 'udp') return fault(`${place}.transport`, 'expected tcp or udp')
  if (typeof octetCount !== 'boolean') return fault(`${place}.octet_count`, 'expected true or false')
  const named = syslogProtocols.find(one => one === protocol)
  if (protocol !== undefined && named === undefined)
    return fault(`${place}.protocol`, `expected ${syslogProtocols.join(' or ')}`)
  const syslog: SyslogTarget = {
    ...endpoint,
    transport,
    ...(named !== undefined && { protocol: named }),
    ...(transport === 'tcp' && { framing: octetCount ? 'octet_count' : 'newline' }),
  }
  const ignored: Unsupported[] = []
  if (named === undefined) ignored.push({ place: `${place}.protocol`, message: 'is absent; rfc5424 is used' })
  if (entry.unsent_buffer_limit !== undefined) {
    const message = 'is ignored: events wait in the store; max_waiting_mb and max_age limit them'
    ignored.push({ place: `${place}.unsent_buffer_limit`, message })
  }
  return { draft: { syslog }, title: `syslog ${target}`, known, ignored }
}

/** A host with a port; IPv6 addresses are in brackets. */
function parseEndpoint(
  target: string,
  defaultPort = defaultSyslogPort,
): { host: string; port: number } | undefined {
  const found = /^(?:\[([0-9a-f:.]+)\]|([^\s:/[\]]+))(?::(\d{1,5}))?$/i.exec(target)
  const host = found?.[1] ?? found?.[2]
  const port = Number(found?.[3] ?? defaultPort)
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port }
}

const fileMembers = ['format', 'fields', 'separator', 'rotate_period']

function readFile(entry: JsonObject, target: string, place: string): ReadTarget {
  const { format, fields, separator, rotate_period: period } = entry
  const name = target.split('/').at(-1) ?? ''
  if (!/^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/.test(name))
    return fault(`${place}.target`, 'expected a path whose file name has letters, digits, ., _ and -')
  const named = fileFormats.find(one => one === format)
  if (format !== undefined && named === undefined)
    return fault(`${place}.format`, `expected ${fileFormats.join(' or ')}`)
  const areFields = Array.isArray(fields) && fields.length > 0 && fields.every(one => typeof one === 'string')
  if (fields !== undefined && !areFields) return fault(`${place}.fields`, 'expected a list of fields')
  const seconds = period === undefined ? undefined : parsePeriod(period)
  const file: FileTarget = {
    name,
    ...(named !== undefined && { format: named }),
    ...(areFields && { fields: fields.map(fieldOf) }),
    ...(seconds !== undefined && { rotate_seconds: seconds }),
  }
  const ignored: Unsupported[] = []
  if (target !== name) {
    const message = `is written to ${name} in the folder forwarded of the data folder`
    ignored.push({ place: `${place}.target`, message })
  }
  if (separator !== undefined && separator !== '\t' && separator !== '\\t')
    ignored.push({ place: `${place}.separator`, message: 'is ignored: fields are separated by tabs' })
  if (period !== undefined && seconds === undefined) {
    const message = 'is ignored: expected seconds, a time such as 12h or 1d, hourly, daily or weekly'
    ignored.push({ place: `${place}.rotate_period`, message })
  }
  return { draft: { file }, title: `file ${target}`, known: fileMembers, ignored }
}

/** Fields of events in files; all other names are tags. */
const eventFields = new Set([
  ...['id', 'host', 'program', 'severity', 'facility', 'message', 'first_occurrence', 'last_occurrence'],
  ...['counter', 'cisco_mnemonic', 'status'],
])

function fieldOf(name: string): string {
  if (eventFields.has(name) || name.startsWith('tag.')) return name
  return `tag.${name.replace(/^ut_(?=.)/, '')}`
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }
const namedPeriods: Readonly<Record<string, string>> = { hourly: '1h', daily: '1d', weekly: '1w' }
const minPeriod = 60
const maxPeriod = 31_622_400

/** Seconds of a period; undefined if it cannot be read, or files cannot be rotated after this time. */
function parsePeriod(value: unknown): number | undefined {
  const text = String(value)
  const [, count = '', unit = 's'] = /^(\d{1,9})\s*([smhdw])?$/.exec(namedPeriods[text] ?? text) ?? []
  const seconds = count === '' ? Number.NaN : Number(count) * (unitSeconds[unit] ?? Number.NaN)
  return seconds >= minPeriod && seconds <= maxPeriod ? seconds : undefined
}

function readSplunk(entry: JsonObject, target: string, place: string): ReadTarget {
  const { token } = entry
  const url = URL.parse(/^https?:\/\//.test(target) ? target : `https://${target}`)
  if (url === null || url.host === '') return fault(`${place}.target`, 'expected a URL or host:port')
  if (typeof token !== 'string' || token === '') return fault(`${place}.token`, 'expected the token')
  if (url.pathname === '/') url.pathname = splunkPath
  const splunk_hec: SplunkHecTarget = { url: url.href, token }
  return { draft: { splunk_hec }, title: `splunk-hec ${url.host}`, known: ['token'], ignored: [] }
}

const snmpMembers = ['version', 'community', 'oid_map', 'trap_oid']
const v2cNames: readonly unknown[] = [2, '2', '2c', 'v2c']

function readSnmp(entry: JsonObject, target: string, place: string): ReadTarget {
  const { version = 'v2c', community, oid_map: oids, trap_oid: trapOid } = entry
  const endpoint = parseEndpoint(target, defaultTrapPort)
  if (endpoint === undefined) return fault(`${place}.target`, 'expected host:port')
  if (!v2cNames.includes(version))
    return fault(`${place}.version`, 'expected v2c; create forwarders for v3 with their users')
  if (community !== undefined && typeof community !== 'string')
    return fault(`${place}.community`, 'expected a text')
  if (trapOid !== undefined && !isOid(trapOid)) return fault(`${place}.trap_oid`, 'expected an OID')
  if (oids !== undefined && !(isObject(oids) && Object.keys(oids).length > 0))
    return fault(`${place}.oid_map`, 'expected an object with an OID for each field')
  const fields = Object.entries(oids ?? {})
  const mapped: Record<string, string> = {}
  for (const [field, oid] of fields) {
    if (!isOid(oid)) return fault(`${place}.oid_map.${field}`, 'expected an OID')
    mapped[fieldOf(field)] = withoutDot(oid)
  }
  const snmp: SnmpForwarding = {
    ...endpoint,
    version: 'v2c',
    ...(community !== undefined && { community }),
    ...(trapOid !== undefined && { trap_oid: withoutDot(trapOid) }),
    ...(fields.length > 0 && { oid_map: mapped }),
  }
  return { draft: { snmp }, title: `snmp ${target}`, known: snmpMembers, ignored: [] }
}

function isOid(value: unknown): value is string {
  return typeof value === 'string' && oidPattern.test(withoutDot(value))
}

/** An OID without the dot that some programs write before it. */
function withoutDot(oid: string): string {
  return oid.replace(/^\./, '')
}

function fault(place: string, message: string): { unsupported: Unsupported[] } {
  return { unsupported: [{ place, message }] }
}
