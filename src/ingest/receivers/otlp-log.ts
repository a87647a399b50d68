import { viaTag } from '../../schema/forwarding/loop-detection.ts'
import type { JsonObject } from '../../schema/text/json-object.ts'
import { scalarText } from '../fields/json.ts'
import type { EventBuilder } from './event-builder.ts'

/** A LogRecord of the OpenTelemetry protocol with its values as plain JSON ones. */
export interface OtlpLog {
  /** Microseconds; 0 or less: unknown. */
  time: number
  /** When a collector observed the record; in the same unit. */
  observed: number
  /** 0: unknown. */
  severityNumber: number
  severityText: string
  body: unknown
  attributes: JsonObject
  eventName: string
  /** Hexadecimal; '' if absent. */
  traceId: string
  spanId: string
}

/** Where records come from: the resource and the scope of a group. */
export interface OtlpSource {
  resource: JsonObject
  scope: string
  /** BodyText.encoding after the group was read. */
  encoding: string | undefined
}

/** SeverityNumber 1 to 24 as syslog severity: the reverse of the log data model's table. */
const severities = [7, 7, 7, 7, 7, 7, 7, 7, 6, 5, 5, 5, 4, 4, 4, 4, 3, 2, 1, 1, 0, 0, 0, 0]

const hosts = ['host.name', 'k8s.node.name', 'net.host.name', 'server.address']
const programs = ['service.name', 'process.executable.name', 'k8s.container.name', 'container.name']
/** Attributes of records that were syslog messages. */
const syslogHosts = ['syslog.hostname', 'hostname', 'log.syslog.hostname']
const syslogPrograms = ['syslog.appname', 'appname', 'log.syslog.appname']
const syslogPriorities = ['syslog.priority', 'priority', 'log.syslog.priority']
/**
 * Attributes that change at every start of a process. They become extra fields instead of user tags, since
 * the values of tags are counted in memory.
 */
const volatileAttributes = new Set([
  'process.pid',
  'process.parent_pid',
  'service.instance.id',
  'container.id',
])

/** Attributes of an event of another Millrace that are fields of the event, or its id there. */
const forwardedAttributes = new Set(['log.record.uid', 'syslog.facility.name', 'cisco_mnemonic'])

/** Fills the builder's event from a record. */
export function readOtlpLog({ resource, scope }: OtlpSource, log: OtlpLog, builder: EventBuilder): void {
  const micros = log.time > 0 ? log.time : log.observed
  if (micros > 0) builder.time(micros)
  // Resource attributes that give the event its host and its program do not become tags. A collector that
  // forwards a syslog message is not its origin, so its own host and program stay tags. `find` and `some`
  // stop at the first usable value: `builder.host` and `builder.program` return whether they have set one.
  let host: string | undefined
  if (!syslogHosts.some(name => builder.host(log.attributes[name]))) {
    host = hosts.find(name => builder.host(resource[name]))
    if (host === undefined) hosts.find(name => builder.host(log.attributes[name]))
  }
  let program: string | undefined
  if (!syslogPrograms.some(name => builder.program(log.attributes[name])))
    program = programs.find(name => builder.program(resource[name]))
  const severity = severities[log.severityNumber - 1]
  if (severity !== undefined) builder.severity(severity)
  else if (log.severityText !== '') builder.severity(log.severityText)
  else readPriority(log.attributes, builder)
  builder.facility(log.attributes['syslog.facility.name'] ?? log.attributes.facility)
  for (const name in resource) {
    if (name === host || name === program) continue
    if (volatileAttributes.has(name)) builder.extra(name, resource[name])
    else builder.tag(name, resource[name])
  }
  // Before the attributes, since an event has room for a limited number of fields.
  if (log.traceId !== '') builder.extra('trace_id', log.traceId)
  if (log.spanId !== '') builder.extra('span_id', log.spanId)
  const isForwarded = resource[viaTag] !== undefined
  for (const name in log.attributes)
    if (!(isForwarded && forwardedAttributes.has(name))) builder.extra(name, log.attributes[name])
  if (scope !== '') builder.extra('otel.scope.name', scope)
  if (log.eventName !== '') builder.extra('event.name', log.eventName)
  builder.message(textOf(log))
}

/** Reads facility times eight plus severity, for a record without a severity. */
function readPriority(attributes: JsonObject, builder: EventBuilder): void {
  const name = syslogPriorities.find(candidate => attributes[candidate] !== undefined)
  const value = name === undefined ? '' : attributes[name]
  // The number 0 is rather a priority of the application than the syslog priority of emergencies. scalarText,
  // since Number would throw for a map, which has no prototype.
  const text = value === 0 ? '' : scalarText(value)
  const priority = text === '' ? Number.NaN : Number(text)
  if (!Number.isInteger(priority) || priority < 0 || priority > 191) return
  builder.facility(priority >> 3)
  builder.severity(priority & 7)
}

/** The message of a record: the body as text, otherwise the event name, otherwise the attributes. */
function textOf({ body, eventName, attributes }: OtlpLog): string {
  if (typeof body === 'string') return body
  if (body !== null && body !== undefined) return JSON.stringify(body)
  return eventName === '' ? JSON.stringify(attributes) : eventName
}
