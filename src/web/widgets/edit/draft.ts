import type { WidgetDraft } from '../../../schema/dashboards/widget.ts'
import { ApiError, errorText } from '../../api/http/api-error.ts'
import { faultText } from '../../components/forms/fault-text.ts'
import { type FormFaults, noFaults } from '../../components/forms/form-faults.ts'
import { widgetEditorTexts as texts } from '../../texts/dashboards/widget-editor.ts'
import type { FormField } from './form-fields.ts'

/** The config of a widget, as the form edits it. */
export type Config = Readonly<Record<string, unknown>>

/**
 * A config with another value of a member; undefined and the empty text remove it. Other members stay
 * unchanged.
 */
export function withMember(config: Config, name: string, value: unknown): Config {
  const { [name]: _, ...others } = config
  return value === undefined || value === '' ? others : { ...config, [name]: value }
}

/** The draft to save. A title is stored once, in the config. */
export function draftOf(widget: WidgetDraft, config: Config): WidgetDraft {
  const { title: _, ...rest } = widget
  return { ...rest, config: { ...config } }
}

/**
 * The faults in an error of the service by member of the config. `names`: members that have a field in the
 * form; the faults of others are joined in `generalFault`.
 */
export function faultsOf(error: unknown, names: readonly string[]): FormFaults {
  if (error === undefined) return noFaults
  const paths = error instanceof ApiError ? Object.entries(error.fields) : []
  if (paths.length === 0) return { ...noFaults, generalFault: errorText(error) }
  const fields = new Map<string, string>()
  const rest: string[] = []
  for (const [path, messages] of paths) {
    const name = memberOf(path)
    if (names.includes(name))
      fields.set(name, [fields.get(name), faultText(messages)].filter(Boolean).join(' '))
    else rest.push(`${path}: ${faultText(messages)}`)
  }
  return { fields, generalFault: rest.length > 0 ? rest.join(' ') : undefined }
}

/**
 * The member of the config that a path is about: `limit` for `params.limit`, `config.limit` and
 * `widgets[2].config.limit`; `filter` for `params.filter[0].value`.
 */
function memberOf(path: string): string {
  const within = /(?:^|\.)(?:params|config)\.(.+)$/.exec(path)?.[1] ?? path
  return within.split(/[.[]/)[0] ?? within
}

/** Checks the integers, so that the form can report faults before it asks the service. */
export function checkConfig(config: Config, fields: readonly FormField[]): FormFaults {
  const faults = new Map<string, string>()
  for (const field of fields) {
    const value = config[field.name]
    if (field.control !== 'integer' || value === undefined) continue
    if (typeof value !== 'number' || !Number.isInteger(value)) faults.set(field.name, texts.whole)
    else if (field.min !== undefined && value < field.min) faults.set(field.name, texts.atLeast(field.min))
    else if (field.max !== undefined && value > field.max) faults.set(field.name, texts.atMost(field.max))
  }
  return { fields: faults, generalFault: undefined }
}
