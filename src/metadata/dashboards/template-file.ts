import { type FileFormat, parseFile } from './file-format.ts'

/** Content of a template file; undefined when it cannot be parsed. A list of one dashboard, as exports often are, is that dashboard. */
export function parseTemplate(text: string, format: FileFormat): unknown {
  try {
    const content = parseFile(text, format)
    return Array.isArray(content) && content.length === 1 ? content[0] : content
  } catch {
    return undefined
  }
}

/** Title of the dashboard in a template, '' when it has none. */
export function templateTitle(content: unknown): string {
  if (typeof content !== 'object' || content === null) return ''
  const { config, title } = content as { config?: unknown; title?: unknown } // members of any object
  if (typeof title === 'string') return title
  if (typeof config !== 'object' || config === null || !('title' in config)) return ''
  return typeof config.title === 'string' ? config.title : ''
}
