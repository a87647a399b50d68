import type { Static } from 'typebox'
import { snmpSecrets } from '../triggers/trigger-parts.ts'
import { ElasticsearchTarget } from './targets/elasticsearch.ts'
import { FileTarget } from './targets/file.ts'
import { GelfTarget } from './targets/gelf.ts'
import { HttpTarget } from './targets/http.ts'
import { KafkaTarget } from './targets/kafka.ts'
import { LokiTarget } from './targets/loki.ts'
import { MillraceTarget } from './targets/millrace.ts'
import { OtlpTarget } from './targets/otlp.ts'
import { SnmpForwarding } from './targets/snmp.ts'
import { SplunkHecTarget } from './targets/splunk-hec.ts'
import { SyslogTarget } from './targets/syslog.ts'

/** The kinds of destinations. A forwarder has exactly one of these members, which says where events go. */
export const targets = {
  syslog: SyslogTarget,
  http: HttpTarget,
  splunk_hec: SplunkHecTarget,
  elasticsearch: ElasticsearchTarget,
  loki: LokiTarget,
  otlp: OtlpTarget,
  kafka: KafkaTarget,
  file: FileTarget,
  gelf: GelfTarget,
  millrace: MillraceTarget,
  snmp: SnmpForwarding,
} as const
export type TargetKind = keyof typeof targets

/** A destination: its kind and settings. */
export type Target = { [Kind in TargetKind]: { kind: Kind } & Static<(typeof targets)[Kind]> }[TargetKind]

/** Members of each kind that are stored encrypted and never returned. */
export const targetSecrets = {
  syslog: ['key'],
  http: ['authorization'],
  splunk_hec: ['token'],
  elasticsearch: ['authorization'],
  loki: ['authorization'],
  otlp: ['authorization'],
  kafka: ['key', 'password'],
  file: [],
  gelf: ['key'],
  millrace: ['token'],
  snmp: snmpSecrets,
} as const satisfies Record<TargetKind, readonly string[]>

// The keys of an object literal.
export const targetKinds = Object.keys(targets) as TargetKind[]

/** A forwarder's members, of which one is its destination. */
export type TargetMembers = { [Kind in TargetKind]?: Static<(typeof targets)[Kind]> | undefined }

/** The kinds of the destinations among these members. A valid forwarder has one. */
export function kindsOf(members: TargetMembers): TargetKind[] {
  return targetKinds.filter(kind => members[kind] !== undefined)
}

/** Where a destination receives, in a line: `tls 10.0.0.5:6514`, a URL, the name of a file, a topic. */
export function placeText(members: TargetMembers): string {
  const { kafka, file, snmp, http, splunk_hec, elasticsearch, loki, otlp, millrace } = members
  if (kafka !== undefined) return `${kafka.topic} at ${kafka.brokers.join(', ')}`
  if (file !== undefined) return file.name
  if (snmp !== undefined) return socketText('udp', snmp.host, snmp.port ?? 162)
  const socket = members.syslog ?? members.gelf
  if (socket !== undefined) return socketText(socket.transport ?? 'tcp', socket.host, socket.port)
  const { url = '' } = http ?? splunk_hec ?? elasticsearch ?? loki ?? otlp ?? millrace ?? {}
  return url
}

function socketText(transport: string, host: string, port: number): string {
  return `${transport} ${host.includes(':') ? `[${host}]` : host}:${port}`
}
