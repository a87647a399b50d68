import { defaultIndex } from '../../schema/forwarding/targets/elasticsearch.ts'
import { type TargetKind, targetKinds, targetSecrets, targets } from '../../schema/forwarding/targets.ts'
import { memberShape } from '../components/forms/shape-field.ts'

/** The values of a destination in the form by member: the text of an input, or whether a checkbox is on. */
export type Settings = Readonly<Record<string, string | boolean>>

/** A field of the form for a kind of destination. */
export interface TargetField {
  member: string
  /** Less usual: hidden until the user opens "More". */
  isMore?: true
  /** Whether the field has a meaning with these settings of other fields. Default: always. */
  applies?: Applies
}

type Applies = (settings: Settings) => boolean

const isTls = ({ transport }: Settings) => transport === 'tls'
const isV3 = ({ version }: Settings) => version === 'v3'
const hasTls = ({ tls }: Settings) => tls === true
const hasSasl = ({ sasl }: Settings) => sasl !== 'none'
const isHttps = ({ url }: Settings) => String(url).trim().startsWith('https:')

/** Whether and with which authority the certificate of the destination is checked. */
const serverCertificateFields = (applies: Applies): TargetField[] => [
  { member: 'verify_tls', isMore: true, applies },
  { member: 'ca', isMore: true, applies },
]

/** Fields of TLS, with our own certificate and its key. */
const tlsFields = (applies: Applies): TargetField[] => [
  ...serverCertificateFields(applies),
  { member: 'certificate', isMore: true, applies },
  { member: 'key', isMore: true, applies },
]

/** Less usual fields of most HTTP destinations. */
const httpMore: readonly TargetField[] = [
  { member: 'compress', isMore: true },
  ...serverCertificateFields(isHttps),
]

/** The fields of each kind in their order. */
const targetFields: Readonly<Record<TargetKind, readonly TargetField[]>> = {
  syslog: [
    { member: 'host' },
    { member: 'port' },
    { member: 'transport' },
    { member: 'protocol' },
    { member: 'framing', isMore: true, applies: ({ transport }) => transport !== 'udp' },
    ...tlsFields(isTls),
  ],
  http: [{ member: 'url' }, { member: 'authorization' }, { member: 'fields', isMore: true }, ...httpMore],
  splunk_hec: [
    { member: 'url' },
    { member: 'token' },
    { member: 'index' },
    { member: 'source', isMore: true },
    { member: 'sourcetype', isMore: true },
    { member: 'acknowledge', isMore: true },
    ...serverCertificateFields(isHttps),
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
    ...tlsFields(hasTls),
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
    ...tlsFields(isTls),
  ],
  millrace: [{ member: 'url' }, { member: 'token' }, ...httpMore],
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

/** What the form shows for members that a destination does not have. Members without a default are empty. */
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

/** Whether the service stores a member encrypted, and never returns it. */
export function isSecret(kind: TargetKind, member: string): boolean {
  const secrets: readonly string[] = targetSecrets[kind]
  return secrets.includes(member)
}

/** The fields of a kind that apply with these settings. */
export function shownFields(kind: TargetKind, settings: Settings): readonly TargetField[] {
  return targetFields[kind].filter(({ applies }) => applies?.(settings) ?? true)
}

/** The values of the fields for a stored destination, or for a new one if `target` is undefined. */
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

/** The object that `textOf` has written as lines of `name=value`. A value may contain `=`. */
function objectOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  return Object.fromEntries(
    lines.map(line => {
      const [name = '', ...value] = line.split('=')
      return [name.trim(), value.join('=').trim()]
    }),
  )
}

/** Whether a less usual field has another value than in a new destination. */
export function usesMore(kind: TargetKind, settings: Settings): boolean {
  const initial = settingsOf(kind, undefined)
  return shownFields(kind, settings).some(
    ({ member, isMore }) => isMore && settings[member] !== initial[member],
  )
}

/**
 * The destination in the form of the API. Leaves out fields that do not apply or are empty: the service keeps
 * a stored secret that is left out. A secret in `removed` is sent as an empty text, which removes it.
 */
export function targetMembers(
  kind: TargetKind,
  settings: Settings,
  removed: readonly string[],
): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (const { member } of shownFields(kind, settings)) {
    const value = settings[member] ?? ''
    if (typeof value === 'boolean') members[member] = value
    else if (value.trim() !== '') members[member] = memberOfText(kind, member, value.trim())
    else if (isSecret(kind, member) && removed.includes(member)) members[member] = ''
  }
  return members
}

/** The value of a member from the text of its input, of the type that the schema says. */
function memberOfText(kind: TargetKind, member: string, text: string): unknown {
  const { type } = memberShape(targets[kind], member)
  if (type === 'integer') return Number(text)
  if (type === 'object') return objectOf(text)
  return type === 'array' ? text.split(/[\s,]+/).filter(item => item !== '') : text
}
