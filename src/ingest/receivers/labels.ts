import { maxTags } from '../event/event-limits.ts'
import type { EventBuilder } from './event-builder.ts'

/** Names and values that a sender gives a stream (Loki), or metadata of a line. */
export type Labels = readonly (readonly [name: string, value: string])[]

const hosts = ['host', 'hostname', 'host_name', 'nodename', 'node_name', 'instance']
const programs = [
  'service_name',
  'app',
  'application',
  'program',
  'syslog_identifier',
  'unit',
  'container',
  'job',
]
const severities = ['level', 'detected_level', 'severity', 'severity_text']

/** The fields that the labels of a stream give all of its events. */
export interface LabelFields {
  host: string | undefined
  program: string | undefined
  /** Labels that may hold the severity or the facility. */
  levels: Labels
  tags: Labels
}

/** Finds host, program, severity and facility among labels. All except host and program become user tags. */
export function labelFields(labels: Labels): LabelFields {
  const host = findFirst(labels, hosts)
  const program = findFirst(labels, programs)
  return {
    host: host?.[1],
    program: program?.[1],
    levels: labels.filter(([name]) => severities.includes(name) || name === 'facility'),
    tags: labels.filter(label => label !== host && label !== program).slice(0, maxTags),
  }
}

/** Sets host, program, severity, facility and tags of the builder's event. */
export function applyLabelFields({ host, program, levels, tags }: LabelFields, builder: EventBuilder): void {
  builder.host(host)
  builder.program(program)
  applyLevels(levels, builder)
  for (const [name, value] of tags) builder.tag(name, value)
}

/** Sets severity and facility from the first labels that have them. */
export function applyLevels(labels: Labels, builder: EventBuilder): void {
  for (const name of severities) {
    if (builder.severity(findLabel(labels, name)?.[1])) break
  }
  builder.facility(findLabel(labels, 'facility')?.[1])
}

/** Parses Loki's labels, `{job="nginx", host="web-1"}`, quoted as in Go. Undefined for another syntax. */
export function parseLabels(text: string): Labels | undefined {
  const body = text.trim()
  if (!body.startsWith('{') || !body.endsWith('}') || body.length > maxLabelsLength) return undefined
  const labels: [string, string][] = []
  const pair = /\s*([A-Za-z_][\w.:-]*)\s*=\s*("(?:[^"\\]|\\.)*"|`[^`]*`)\s*(?:,|$)/sy
  const inner = body.slice(1, -1)
  while (pair.lastIndex < inner.length) {
    const from = pair.lastIndex
    const found = pair.exec(inner)
    if (found === null) return inner.slice(from).trim() === '' ? labels : undefined
    const [, name = '', quoted = ''] = found
    if (labels.length >= maxLabels) return undefined
    labels.push([name, unquote(quoted)])
  }
  return labels
}

const maxLabels = 1_000
const maxLabelsLength = 65_536
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
}

/** The text in double quotes, with escapes as in Go (`\n`, `\x41`, `\u0041`), or in backquotes. */
function unquote(quoted: string): string {
  const inner = quoted.slice(1, -1)
  if (quoted.startsWith('`') || !inner.includes('\\')) return inner
  return inner.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/gs,
    (
      whole,
      byte: string | undefined,
      short: string | undefined,
      long: string | undefined,
      plain: string | undefined,
    ) => {
      const digits = byte ?? short ?? long
      if (digits !== undefined) {
        const code = Number.parseInt(digits, 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
      }
      return plain === undefined ? whole : (escapes[plain] ?? plain)
    },
  )
}

function findLabel(labels: Labels, name: string): Labels[number] | undefined {
  return labels.find(label => label[0] === name && label[1] !== '')
}

function findFirst(labels: Labels, names: readonly string[]): Labels[number] | undefined {
  for (const name of names) {
    const label = findLabel(labels, name)
    if (label !== undefined) return label
  }
  return undefined
}
