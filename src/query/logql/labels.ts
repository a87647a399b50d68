import type { TextField } from '../../filter/predicate/predicate.ts'
import { tagValue } from '../../filter/predicate/tag-value.ts'
import { eventTypes, facilities, type StoredEvent, severities } from '../../schema/event/event.ts'
import type { Field, Value } from '../../storage/contract/field.ts'
import { isErrorLabel } from './syntax/parse-log.ts'

/** Values of labels by name; no value is empty. */
export type Labels = Readonly<Record<string, string>>

/** Where a label's values come from. */
export type LabelSource =
  | { kind: 'text'; field: Exclude<TextField, 'message'> }
  /** A number; the label's values are names of its codes. Several codes may have the same name. */
  | { kind: 'code'; field: 'severity' | 'facility'; names: readonly string[] }
  /** No event has it. */
  | { kind: 'none' }

/** Labels that distinguish streams. All other labels belong to single lines. */
export const streamLabels = ['facility', 'host', 'program', 'severity', 'type'] as const

const severityNames = severities.map(name => name.toLowerCase())
const facilityNames = facilities.map(name => name.toLowerCase())
/** Names of the levels that Loki detects, by severity. Grafana colours lines by them. */
const levels = ['critical', 'critical', 'critical', 'error', 'warn', 'info', 'info', 'debug'] as const

const sources: ReadonlyMap<string, LabelSource> = new Map<string, LabelSource>([
  ['host', { kind: 'text', field: 'host' }],
  ['program', { kind: 'text', field: 'program' }],
  // Grafana's Logs Drilldown selects streams by it.
  ['service_name', { kind: 'text', field: 'program' }],
  ['type', { kind: 'text', field: 'type' }],
  ['cisco_mnemonic', { kind: 'text', field: 'cisco_mnemonic' }],
  ['severity', { kind: 'code', field: 'severity', names: severityNames }],
  ['facility', { kind: 'code', field: 'facility', names: facilityNames }],
  ['detected_level', { kind: 'code', field: 'severity', names: levels }],
])

/** Labels that only lines have: selectors and groupings cannot use them. */
const lineOnly: ReadonlySet<string> = new Set(['counter', 'id'])

/** The source of a label's values, by default a tag; undefined for labels that only lines have. */
export function labelSource(name: string): LabelSource | undefined {
  if (lineOnly.has(name)) return undefined
  if (isErrorLabel(name)) return { kind: 'none' }
  const source = sources.get(name)
  if (source !== undefined) return source
  return { kind: 'text', field: { tag: tagsOfLabel(name) } }
}

/**
 * The tags that a label may stand for, of which the first one that an event has counts: the label `ut_a_b`
 * for the tags `ut_a_b`, `a_b` and `a.b`.
 */
function tagsOfLabel(label: string): readonly string[] {
  const bare = label.startsWith('ut_') ? label.slice(3) : ''
  return bare === '' ? spellings(label) : [label, ...spellings(bare)]
}

/** Maximum underscores of a label that may be dots in the tag: each doubles the tags to compare. */
const maxSeparators = 4

/** The names that a label may stand for. As in Loki, `_` may be a dot: `deployment_environment`. */
function spellings(label: string): readonly string[] {
  const [first = '', ...others] = label.split('_')
  if (others.length > maxSeparators) return [label]
  let names = [first]
  for (const part of others) names = names.flatMap(name => [`${name}_${part}`, `${name}.${part}`])
  return names
}

/** The field to count for a label; undefined for labels that no event has. */
export function countedField(source: LabelSource): Field | undefined {
  return source.kind === 'none' ? undefined : source.field
}

/** The value of a label for a counted value of its field. */
export function labelValue(source: LabelSource, value: Value): string {
  return source.kind === 'code' ? (source.names[Number(value)] ?? '') : String(value)
}

/** The labels of an event's stream. */
export function streamOf({ host, program, severity, facility, type }: StoredEvent): Labels {
  return withoutEmpty([
    ['facility', facilityNames[facility] ?? ''],
    ['host', host],
    ['program', program],
    ['severity', severityNames[severity] ?? ''],
    ['type', eventTypes[type] ?? ''],
  ])
}

/** Structured metadata of a line: the tags and fields of its event that are not labels of its stream. */
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

/** Labels that selectors and groupings may name, but that lines do not show. */
export function aliasesOf({ program }: StoredEvent): Labels {
  return withoutEmpty([['service_name', program]])
}

/**
 * The label of a tag: with `_` for dots (unless there are more than `maxSeparators`), and with `ut_` before
 * the name of another label.
 */
export function tagLabel(name: string): string {
  const written = name.replaceAll('.', '_')
  const label = spellings(written).includes(name) ? written : name
  return sources.has(label) || lineOnly.has(label) ? `ut_${label}` : label
}

/** Labels without the ones that have an empty value, which count as missing. */
export function withoutEmpty(
  labels: readonly (readonly [name: string, value: string])[],
): Record<string, string> {
  return Object.fromEntries(labels.filter(([, value]) => value !== ''))
}
