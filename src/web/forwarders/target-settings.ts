import { defaultIndex } from '../../schema/forwarding/targets/elasticsearch.ts'
import { type TargetKind, targetKinds, targetSecrets, targets } from '../../schema/forwarding/targets.ts'
import { memberShape } from '../components/forms/shape-field.ts'

/** The fields of a destination in the form, by member: texts of inputs, and whether checks are on. */
export type Settings = Readonly<Record<string, string | boolean>>

/** A field of the form for a kind of destination. */
export interface TargetField {
  member: string
  /** Less usual: hidden at first. */
  isMore?: true
  /** Whether the field applies with other settings. Default: always. */
  applies?: (settings: Settings) => boolean
}

const isTls = ({ transport }: Settings) => transport === 'tls'
const isV3 = ({ version }: Settings) => version === 'v3'
const hasTls = ({ tls }: Settings) => tls === true
const hasSasl = ({ sasl }: Settings) => sasl !== 'none'
const isHttps = ({ url }: Settings) => String(url).trim().startsWith('https:')

/** Less usual fields of every HTTP destination. */
const httpMore: readonly TargetField[] = [
  { member: 'compress', isMore: true },
  { member: 'verify_tls', isMore: true, applies: isHttps },
  { member: 'ca', isMore: true, applies: isHttps },
]

const streamFields: readonly TargetField[] = [
  { member: 'verify_tls', isMore: true, applies: isTls },
  { member: 'ca', isMore: true, applies: isTls },
  { member: 'certificate', isMore: true, applies: isTls },
  { member: 'key', isMore: true, applies: isTls },
]

/** The fields of each kind in their order. */
const targetFields: Readonly<Record<TargetKind, readonly TargetField[]>> = {
  syslog: [
    { member: 'host' },
    { member: 'port' },
    { member: 'transport' },
    { member: 'protocol' },
    { member: 'framing', isMore: true, applies: ({ transport }) => transport !== 'udp' },
    ...streamFields,
  ],
  http: [{ member: 'url' }, { member: 'authorization' }, { member: 'fields', isMore: true }, ...httpMore],
  splunk_hec: [
    { member: 'url' },
    { member: 'token' },
    { member: 'index' },
    { member: 'source', isMore: true },
    { member: 'sourcetype', isMore: true },
    { member: 'acknowledge', isMore: true },
    { member: 'verify_tls', isMore: true, applies: isHttps },
    { member: 'ca', isMore: true, applies: isHttps },
  ],
  elasticsearch: [{ member: 'url' }, { member: 'authorization' }, { member: 'index' }, ...httpMore],
  loki: [
    { member: 'url' },
    { member: 'authorization' },
    { member: 'tenant' },
    { member: 'labels' },
    ...httpMore,
  ],
  otlp: [{ member: 'url' }, { member: 'authorization' }, ...httpMore],
  kafka: [
    { member: 'brokers' },
    { member: 'topic' },
    { member: 'tls' },
    { member: 'sasl' },
    { member: 'user', applies: hasSasl },
    { member: 'password', applies: hasSasl },
    { member: 'record_key', isMore: true },
    { member: 'fields', isMore: true },
    { member: 'compression', isMore: true },
    { member: 'verify_tls', isMore: true, applies: hasTls },
    { member: 'ca', isMore: true, applies: hasTls },
    { member: 'certificate', isMore: true, applies: hasTls },
    { member: 'key', isMore: true, applies: hasTls },
  ],
  file: [
    { member: 'name' },
    { member: 'format' },
    { member: 'fields' },
    { member: 'rotate_seconds', isMore: true },
    { member: 'rotate_mb', isMore: true },
    { member: 'keep_files', isMore: true },
    { member: 'compression', isMore: true },
  ],
  gelf: [
    { member: 'host' },
    { member: 'port' },
    { member: 'transport' },
    { member: 'compress', isMore: true, applies: ({ transport }) => transport === 'udp' },
    ...streamFields,
  ],
  millrace: [
    { member: 'url' },
    { member: 'token' },
    { member: 'compress', isMore: true },
    { member: 'verify_tls', isMore: true, applies: isHttps },
    { member: 'ca', isMore: true, applies: isHttps },
  ],
  snmp: [
    { member: 'host' },
    { member: 'port' },
    { member: 'version' },
    { member: 'community', applies: settings => !isV3(settings) },
    { member: 'user', applies: isV3 },
    { member: 'auth_protocol', applies: isV3 },
    { member: 'auth_password', applies: isV3 },
    { member: 'priv_protocol', applies: isV3 },
    { member: 'priv_password', applies: isV3 },
    { member: 'oid_map', isMore: true },
    { member: 'trap_oid', isMore: true },
  ],
}

/** What the form shows for members that a destination does not have. */
const defaults: Readonly<Record<TargetKind, Settings>> = {
  syslog: { port: '514', transport: 'tcp', protocol: 'rfc5424', framing: 'octet_count', verify_tls: true },
  http: { compress: false, verify_tls: true },
  splunk_hec: { acknowledge: false, verify_tls: true },
  elasticsearch: { index: defaultIndex, compress: false, verify_tls: true },
  loki: { compress: false, verify_tls: true },
  otlp: { compress: false, verify_tls: true },
  kafka: { tls: false, sasl: 'none', record_key: 'host', compression: 'none', verify_tls: true },
  file: { format: 'json', compression: 'gzip' },
  gelf: { port: '12201', transport: 'tcp', compress: false, verify_tls: true },
  millrace: { compress: false, verify_tls: true },
  snmp: { port: '162', version: 'v2c', auth_protocol: 'sha256', priv_protocol: 'aes' },
}

/** Paths of all fields, as errors of the service name them: `syslog.host`. */
export const targetPaths = targetKinds.flatMap(kind =>
  targetFields[kind].map(({ member }) => `${kind}.${member}`),
)

export function isSecret(kind: TargetKind, member: string): boolean {
  const secrets: readonly string[] = targetSecrets[kind]
  return secrets.includes(member)
}

/** The fields of a kind that apply with these settings. */
export function shownFields(kind: TargetKind, settings: Settings): readonly TargetField[] {
  return targetFields[kind].filter(({ applies }) => applies?.(settings) ?? true)
}

/** The fields of a stored destination, or of a new one if `target` is undefined. */
export function settingsOf(kind: TargetKind, target: object | undefined): Settings {
  return Object.fromEntries(
    targetFields[kind].map(({ member }) => {
      const value: unknown = Reflect.get(target ?? {}, member) ?? defaults[kind][member] ?? ''
      if (typeof value === 'boolean') return [member, value]
      return [member, textOf(value)]
    }),
  )
}

/** A value as text of an input; the members of an object as `name=value`, a line each. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, text]) => `${name}=${text}`)
    .join('\n')
}

/** The object of such a text. */
function objectOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  return Object.fromEntries(
    lines.map(line => {
      const [name = '', ...value] = line.split('=')
      return [name.trim(), value.join('=').trim()]
    }),
  )
}

/** Whether a less usual field is not as in a new destination. */
export function usesMore(kind: TargetKind, settings: Settings): boolean {
  const fresh = settingsOf(kind, undefined)
  return shownFields(kind, settings).some(
    ({ member, isMore }) => isMore && settings[member] !== fresh[member],
  )
}

/**
 * The destination of the form, as the service takes it. Empty fields are left out. `removed`: secrets that
 * the service shall remove.
 */
export function targetMembers(
  kind: TargetKind,
  settings: Settings,
  removed: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    shownFields(kind, settings).flatMap(({ member }): [string, unknown][] => {
      const value = settings[member]
      if (typeof value === 'boolean') return [[member, value]]
      const text = value?.trim() ?? ''
      if (text === '') return isSecret(kind, member) && removed.includes(member) ? [[member, '']] : []
      const { type } = memberShape(targets[kind], member)
      if (type === 'integer') return [[member, Number(text)]]
      if (type === 'object') return [[member, objectOf(text)]]
      return [[member, type === 'array' ? text.split(/[\s,]+/).filter(Boolean) : text]]
    }),
  )
}
