import type { TextField } from '../../filter/predicate/predicate.ts'
import { tagValue } from '../../filter/predicate/tag-value.ts'
import { eventTypes, facilities, type StoredEvent, severities } from '../../schema/event/event.ts'
import type { Field, Value } from '../../storage/contract/field.ts'
import { isErrorLabel } from './syntax/parse-log.ts'

/** Labels by their names; none is empty. */
export type Labels = Readonly<Record<string, string>>

/** The source of a label's values. */
export type LabelSource =
  | { kind: 'text'; field: Exclude<TextField, 'message'> }
  /** A number, whose names by code are the values of the label. Several codes may have one name. */
  | { kind: 'code'; field: 'severity' | 'facility'; names: readonly string[] }
  /** No event has it. */
  | { kind: 'none' }

/** Labels of a stream. All other labels are of single lines. */
export const streamLabels = ['facility', 'host', 'program', 'severity', 'type'] as const

const severityNames = severities.map(name => name.toLowerCase())
const facilityNames = facilities.map(name => name.toLowerCase())
/** The names of the levels that Loki detects, which Grafana uses to colour lines. */
const levels = ['critical', 'critical', 'critical', 'error', 'warn', 'info', 'info', 'debug'] as const

const sources: ReadonlyMap<string, LabelSource> = new Map<string, LabelSource>([
  ['host', { kind: 'text', field: 'host' }],
  ['program', { kind: 'text', field: 'program' }],
  // Grafana's Logs Drilldown chooses by it.
  ['service_name', { kind: 'text', field: 'program' }],
  ['type', { kind: 'text', field: 'type' }],
  ['cisco_mnemonic', { kind: 'text', field: 'cisco_mnemonic' }],
  ['severity', { kind: 'code', field: 'severity', names: severityNames }],
  ['facility', { kind: 'code', field: 'facility', names: facilityNames }],
  ['detected_level', { kind: 'code', field: 'severity', names: levels }],
])

/** Members of a line that no selector can read. */
const unreadable: ReadonlySet<string> = new Set(['counter', 'id'])

/**
 * The source of a label's values; every name without a field is a tag. undefined for `counter` and `id`,
 * which only lines have.
 */
export function labelSource(name: string): LabelSource | undefined {
  if (unreadable.has(name)) return undefined
  if (isErrorLabel(name)) return { kind: 'none' }
  const source = sources.get(name)
  if (source !== undefined) return source
  return { kind: 'text', field: { tag: tagsOfLabel(name) } }
}

/** The tags that a label may stand for; an event's first one counts. */
function tagsOfLabel(label: string): readonly string[] {
  const bare = label.startsWith('ut_') ? label.slice(3) : ''
  return bare === '' ? spellings(label) : [label, ...spellings(bare)]
}

/** Separators of a name that may be dots in the tag: each doubles the tags that are compared. */
const maxSeparators = 4

/** As in Loki, `_` of a label may be a dot in the name: `deployment_environment`. */
function spellings(label: string): readonly string[] {
  const parts = label.split('_')
  if (parts.length === 1 || parts.length - 1 > maxSeparators) return [label]
  return parts
    .slice(1)
    .reduce<string[]>(
      (names, part) => names.flatMap(name => [`${name}_${part}`, `${name}.${part}`]),
      parts.slice(0, 1),
    )
}

/** The field whose values are counted for a label; undefined for labels that no event has. */
export function countedField(source: LabelSource): Field | undefined {
  return source.kind === 'none' ? undefined : source.field
}

/** The label value for a counted value of its field. */
export function labelValue(source: LabelSource, value: Value): string {
  return source.kind === 'code' ? (source.names[Number(value)] ?? '') : String(value)
}

/** The labels of the stream of an event. */
export function streamOf({ host, program, severity, facility, type }: StoredEvent): Labels {
  return withoutEmpty([
    ['facility', facilityNames[facility] ?? ''],
    ['host', host],
    ['program', program],
    ['severity', severityNames[severity] ?? ''],
    ['type', eventTypes[type] ?? ''],
  ])
}

/** Structured metadata of a line: tags and other fields of its event that are not labels of its stream. */
export function metadataOf(event: StoredEvent): Record<string, string> {
  const fields = withoutEmpty([
    ['cisco_mnemonic', event.mnemonic],
    ['counter', event.counter > 1 ? String(event.counter) : ''],
    ['detected_level', levels[event.severity] ?? ''],
    ['id', String(event.id)],
  ])
  const labels = Object.keys(event.tags).map(tagLabel)
  const tags = labels.map(label => [label, tagValue(event.tags, tagsOfLabel(label))] as const)
  return { ...withoutEmpty(tags), ...fields }
}

/** Labels that selectors and groupings may name, but lines do not show. */
export function aliasesOf({ program }: StoredEvent): Labels {
  return withoutEmpty([['service_name', program]])
}

/**
 * The label of a tag: with `_` for dots, which LogQL cannot write, and `ut_<name>` where the name means
 * something else.
 */
export function tagLabel(name: string): string {
  const written = name.replaceAll('.', '_')
  const label = spellings(written).includes(name) ? written : name
  return sources.has(label) || unreadable.has(label) ? `ut_${label}` : label
}

export function withoutEmpty(
  labels: readonly (readonly [name: string, value: string])[],
): Record<string, string> {
  return Object.fromEntries(labels.filter(([, value]) => value !== ''))
}
