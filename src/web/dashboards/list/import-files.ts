import type { DashboardDraft } from '../../../schema/dashboards/dashboard.ts'
import { isObject } from '../../../schema/text/json-object.ts'
import { parseJson } from '../../api/http/request.ts'

/** A larger file is refused: it would block the page. */
export const maxFileBytes = 5_000_000

/** The dashboards of a file, or why it has none. */
export type ReadFile = { drafts: DashboardDraft[] } | { reason: 'syntax' | 'content'; detail: string }

/**
 * Reads a file with one dashboard or a list of them, as JSON or YAML. The service validates the dashboards.
 * `parseYaml` throws for a text that is not YAML.
 */
export function readDashboards(text: string, parseYaml: (text: string) => unknown): ReadFile {
  let value = parseJson(text)
  if (value === undefined) {
    try {
      value = parseYaml(text)
    } catch (error) {
      return { reason: 'syntax', detail: error instanceof Error ? (error.message.split('\n')[0] ?? '') : '' }
    }
  }
  const values = Array.isArray(value) ? value : [value]
  if (values.length === 0 || !values.every(isDashboard)) return { reason: 'content', detail: '' }
  return { drafts: values.map(draftIn) }
}

/** Objects with a config or widgets are taken for dashboards. */
function isDashboard(value: unknown): value is Record<string, unknown> {
  return isObject(value) && (isObject(value.config) || Array.isArray(value.widgets))
}

/**
 * The members of a dashboard that the service accepts. Files may contain API responses: their ids and owners
 * are left out, and a title that only repeats the title of the config.
 */
function draftIn(value: Record<string, unknown>): DashboardDraft {
  const { title, config, is_public } = value
  const widgets = Array.isArray(value.widgets) ? value.widgets : []
  return {
    ...(title !== undefined && !(isObject(config) && config.title === title) && { title }),
    ...(config !== undefined && { config }),
    ...(is_public !== undefined && { is_public }),
    widgets: widgets.map((widget: unknown) => (isObject(widget) ? widgetIn(widget) : widget)),
    // The service checks the body against the same schema and reports faults.
  } as DashboardDraft
}

/** The members of a widget in a file. */
const widgetMembers = ['type', 'title', 'config', 'is_public', 'position', 'size'] as const

/** The members of a widget that the service accepts. A title beside a config repeats the config's title. */
function widgetIn(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    widgetMembers.flatMap(name => {
      if (value[name] === undefined || value[name] === null) return []
      if (name === 'title' && isObject(value.config)) return []
      return [[name, value[name]]]
    }),
  )
}
