import { nameText } from '../../../charts/name-text.ts'
import { fieldNamed } from '../../../filter/typed/condition-pill.ts'
import { codeNames, eventFields, type FieldKind } from '../../../filter/typed/event-fields.ts'
import { searchBoxTexts as texts } from '../../texts/search/search-box.ts'
import type { RecentSearch } from '../history/search-history.ts'
import { type Completion, writeValue } from './completion.ts'

/** An entry of the list below the box. */
export type Suggestion =
  | {
      kind: 'name' | 'operator' | 'value'
      key: string
      label: string
      detail: string
      /** Events in the range; undefined if they are not counted. */
      count: number | undefined
      /** Replaces the text from `start` to `end`. */
      start: number
      end: number
      text: string
      /** The value, if quotation marks cannot enclose it. */
      unquotable?: string
    }
  | { kind: 'recent'; key: string; recent: RecentSearch }

/** A tag of the range. */
export interface KnownName {
  name: string
  count: number
}
/** A value of the field at the caret. */
export interface KnownValue {
  name: string | number
  count: number
}

const maxRecent = 6
const maxNames = 8
export const maxValues = 8

/** Fields that users type, most used first. */
const typedFields = [
  'host',
  'program',
  'severity',
  'facility',
  'mnemonic',
  'message',
  'status',
  'type',
  'count',
  'first_occurrence',
  'last_occurrence',
]

/** Fields, tags and operators for a word. */
export function nameSuggestions(at: Completion & { kind: 'name' }, tags: readonly KnownName[]): Suggestion[] {
  const lower = at.typed.toLowerCase()
  const fields = typedFields
    .filter(name => name.startsWith(lower))
    .map(name => entry(at, `f ${name}`, name, texts.kinds[kindOf(name)], undefined, `${name}:`))
  const named = tags
    .filter(({ name }) => name.toLowerCase().startsWith(lower))
    .map(({ name, count }) => {
      // A tag named like a field needs the prefix.
      const written = fieldNamed(name) === undefined ? name : `ut_${name}`
      return entry(at, `t ${name}`, written, texts.kinds.tag, count, `${written}:`)
    })
  const isExact = (typedFields.includes(lower) || tags.some(({ name }) => name === at.typed)) && lower !== ''
  const names = [...fields, ...named].slice(0, maxNames)
  return isExact
    ? [...operatorSuggestions(at, at.typed), ...names.filter(each => each.key !== `f ${lower}`)]
    : names
}

function operatorSuggestions(at: Completion & { kind: 'name' }, name: string): Suggestion[] {
  return operatorsOf(kindOf(name)).map(sign => ({
    ...entry(at, `o ${sign}`, `${name}${sign}`, texts.signs[sign], undefined, `${name}${sign}`),
    kind: 'operator',
  }))
}

const signs = {
  text: [':', '!=', '=~', '!~'],
  code: [':', '!=', '<=', '>='],
  number: [':', '!=', '>', '>=', '<', '<='],
  tag: [':', '!=', '>', '<', '=~', '!~'],
} as const
type Sign = (typeof signs)[keyof typeof signs][number]

/** Operators that are offered for a kind of field. */
function operatorsOf(kind: FieldKind | 'tag'): readonly Sign[] {
  return signs[kind]
}

function kindOf(name: string): FieldKind | 'tag' {
  return eventFields.get(fieldNamed(name) ?? '') ?? 'tag'
}

/** Values for a condition. Code names need no answer of the service; its counts are added to them. */
export function valueSuggestions(
  at: Completion & { kind: 'value' },
  values: readonly KnownValue[],
): Suggestion[] {
  const field = fieldNamed(at.name) ?? at.name
  const known = codeNames.get(field)
  const lower = at.typed.toLowerCase()
  const counts = new Map(values.map(({ name, count }) => [String(name), count]))
  const listed = new Set(at.listed.map(value => value.toLowerCase()))
  const items: [value: string, label: string, count: number | undefined][] = known
    ? known.map((name, code) => [
        name.toLowerCase().replaceAll('_', '-'),
        `${nameText(field, code)} (${code})`,
        counts.get(String(code)),
      ])
    : values.map(({ name, count }) => [String(name), nameText(field, name), count])
  return items
    .filter(([value]) => value.toLowerCase().startsWith(lower) && !listed.has(value.toLowerCase()))
    .slice(0, known ? known.length : maxValues)
    .map(([value, label, count]) => valueEntry(at, value, label, count))
}

function valueEntry(
  at: Completion & { kind: 'value' },
  value: string,
  label: string,
  count: number | undefined,
): Suggestion {
  const written = writeValue(value)
  const isPlain = written === value
  // A list may contain only plain values.
  const unquotable = written === undefined || (!isPlain && at.listed.length > 0)
  const text = `${[...at.listed, written ?? ''].join(',')} `
  return {
    kind: 'value',
    key: `v ${value}`,
    label,
    detail: '',
    count,
    start: at.start,
    end: at.end,
    text,
    ...(unquotable && { unquotable: value }),
  }
}

function entry(
  at: Completion & { kind: 'name' },
  key: string,
  label: string,
  detail: string,
  count: number | undefined,
  text: string,
): Suggestion & { kind: 'name' | 'operator' | 'value' } {
  return { kind: 'name', key, label, detail, count, start: at.start, end: at.end, text }
}

/** Recent searches that contain the typed text, newest first. `current` is the shown one. */
export function recentSuggestions(
  typed: string,
  recent: readonly RecentSearch[],
  describe: (search: RecentSearch) => string,
  current: string,
): Suggestion[] {
  const lower = typed.trim().toLowerCase()
  return recent
    .map(search => ({ search, described: describe(search) }))
    .filter(({ described }) => described !== current && described.toLowerCase().includes(lower))
    .slice(0, maxRecent)
    .map(({ search, described }) => ({ kind: 'recent', key: `r ${described} ${search.at}`, recent: search }))
}
