import { parseDocument, stringify } from 'yaml'
import type { DashboardExport } from '../../schema/dashboard.ts'
import type { TemplateFormat } from './template-path.ts'

export function templateText(dashboard: DashboardExport, format: TemplateFormat): string {
  // Anchors would be a puzzle to whoever edits the file.
  return format === 'json'
    ? `${JSON.stringify(dashboard, null, 2)}\n`
    : stringify(dashboard, { aliasDuplicateObjects: false })
}

/** What the file holds; undefined when it cannot be read. A list of one, which exports often are, is that one. */
export function templateContent(text: string, format: TemplateFormat): unknown {
  const content = format === 'json' ? fromJson(text) : fromYaml(text)
  return Array.isArray(content) && content.length === 1 ? content[0] : content
}

/** The title of what the file holds, '' when it has none. */
export function titleIn(content: unknown): string {
  if (typeof content !== 'object' || content === null) return ''
  const { config, title } = content as { config?: unknown; title?: unknown } // members of any object
  if (typeof title === 'string') return title
  if (typeof config !== 'object' || config === null || !('title' in config)) return ''
  return typeof config.title === 'string' ? config.title : ''
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fromYaml(text: string): unknown {
  const document = parseDocument(text, { schema: 'core', customTags: [] })
  if (document.errors.length > 0) return undefined
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch {
    return undefined
  }
}
