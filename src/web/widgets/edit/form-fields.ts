import { WidgetDraft } from '../../../schema/dashboards/widget.ts'
import { type QueryType, queryTypes } from '../../../schema/query/query.ts'
import { type FieldShape, memberTitle } from '../../components/forms/shape-field.ts'
import { isOverTime, type View } from '../views/views.ts'

/**
 * A field of the form that edits a widget. `control` says which control FormControl.tsx draws; everything
 * comes from the schema of a param or view setting.
 */
export type FormField = {
  /** The member of the widget's config. */
  name: string
  title: string
  hint: string | undefined
} & (
  | { control: 'text' | 'text-area' | 'field' | 'fields' | 'filter' | 'range'; default?: string | undefined }
  | { control: 'integer'; min: number | undefined; max: number | undefined; default: number | undefined }
  | { control: 'boolean'; default: boolean | undefined }
  | { control: 'choice' | 'order'; choices: readonly string[]; default: string | undefined }
  | { control: 'choices'; choices: readonly string[]; default: readonly string[] }
)

/**
 * Params that the form leaves out: the service ignores `host`, a widget shows only the
 * first page of events, and `limit` is the same as `page_size`.
 */
const hidden: ReadonlySet<string> = new Set(['page', 'page_size', 'offset', 'host'])

/** Members of a widget's config that are no params: its view reads them. */
const viewSettings: Readonly<Partial<Record<QueryType, readonly string[]>>> = {
  EventRate: ['show_last', 'show_avg', 'show_max', 'show_min'],
  Search: ['columns'],
}

/** Members that views of one number read. */
const thresholdSettings = ['warning_from', 'error_from'] as const

/**
 * The fields of a widget of this type in this view, in the order of the schema. `hasArchive`: whether there
 * are archived days.
 */
export function formFields(type: QueryType, view: View, hasArchive = false): FormField[] {
  // A TypeBox schema is a JSON schema.
  const params = (queryTypes[type].params as FieldShape).properties ?? {}
  const config = (WidgetDraft.properties.config as FieldShape).properties ?? {}
  const settings = viewSettings[type] ?? []
  const thresholds = view === 'badge' ? thresholdSettings : []
  const shapes: [string, FieldShape | undefined][] = [
    ['description', config.description],
    ...Object.entries(params).filter(
      ([name]) =>
        !hidden.has(name) &&
        (name !== 'with_archive' || (hasArchive && params.filter !== undefined)) &&
        !(name === 'with_subperiods' && isOverTime(view)),
    ),
    ...[...settings, ...thresholds].map((name): [string, FieldShape | undefined] => [name, config[name]]),
  ]
  return shapes.flatMap(([name, shape]) => {
    const field = shape && fieldOf(name, shape)
    return field ? [field] : []
  })
}

/** The field of a note: its text. */
export function noteFields(): FormField[] {
  const { note_text: shape } = (WidgetDraft.properties.config as FieldShape).properties ?? {}
  const field = shape && fieldOf('note_text', shape)
  return field ? [field] : []
}

/** The control for a member of this shape; undefined for a shape without a control. */
function fieldOf(name: string, shape: FieldShape): FormField | undefined {
  const named = { name, title: memberTitle(name, shape), hint: shape.description }
  const value = shape.default
  if (shape.$id === 'TimeRange') return { ...named, hint: undefined, control: 'range' }
  if (name === 'filter') return { ...named, control: 'filter' }
  if (shape.enum)
    return { ...named, control: 'choice', choices: shape.enum.map(String), default: textOf(value) }
  const order = shape.anyOf?.find(({ pattern }) => pattern !== undefined)
  if (order && name === 'sort')
    return { ...named, control: 'order', choices: orderChoices(order.pattern ?? ''), default: textOf(value) }
  if (shape.type === 'boolean')
    return { ...named, control: 'boolean', default: typeof value === 'boolean' ? value : undefined }
  if (shape.type === 'integer') {
    const { minimum: min, maximum: max } = shape
    return { ...named, control: 'integer', min, max, default: typeof value === 'number' ? value : undefined }
  }
  if (shape.type === 'array') {
    if (shape.items?.enum)
      return {
        ...named,
        control: 'choices',
        choices: shape.items.enum.map(String),
        default: Array.isArray(value) ? value.map(String) : [],
      }
    // All lists of texts are names of fields.
    return shape.items?.type === 'string' ? { ...named, control: 'fields' } : undefined
  }
  if (shape['x-control'] === 'text-area') return { ...named, control: 'text-area' }
  if (shape['x-control'] === 'field-picker') return { ...named, control: 'field', default: textOf(value) }
  // `anyOf`: a number or a name, such as a processor's.
  return shape.type === 'string' || shape.anyOf
    ? { ...named, control: 'text', default: textOf(value) }
    : undefined
}

/**
 * The orders that a pattern such as `^-?(created_at|updated_at)$` allows, for each name descending and then
 * ascending: `-created_at`, `created_at`, `-updated_at`, `updated_at`.
 */
function orderChoices(pattern: string): string[] {
  const names = /\(([a-z_|]+)\)/.exec(pattern)?.[1]?.split('|') ?? []
  return names.flatMap(name => [`-${name}`, name])
}

/** A default as text; the first element of a list. */
function textOf(value: unknown): string | undefined {
  const one = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' || typeof one === 'number' ? String(one) : undefined
}
