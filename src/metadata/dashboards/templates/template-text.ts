// Texts of dashboard templates and of exported files: their formats, parsing and encoding.

import { stringify } from 'yaml'
import { readYaml } from '../../../schema/text/yaml-text.ts'

/** Larger files are not templates. */
export const maxTemplateBytes = 256 * 1024

/** The text of a template file. */
export interface TemplateText {
  text: string
  format: FileFormat
}

/** Reads the texts of templates: in a thread, since YAML of this size takes up to seconds. */
export interface TemplateReader {
  /** The content, not validated; undefined when it cannot be parsed. */
  content(template: TemplateText): Promise<unknown>
  /** The titles, '' for a template without one. */
  titles(templates: readonly TemplateText[]): Promise<readonly string[]>
}

/**
 * Content of a template file; undefined when it cannot be parsed. A list of one dashboard, as exports often
 * are, is that dashboard.
 */
export function parseTemplate({ text, format }: TemplateText): unknown {
  try {
    const content = format === 'json' ? JSON.parse(text) : readYaml(text, maxTemplateBytes).content
    return Array.isArray(content) && content.length === 1 ? content[0] : content
  } catch {
    return undefined
  }
}

/** Title of the dashboard in a template, '' when it has none. */
export function templateTitle(template: TemplateText): string {
  const content = parseTemplate(template)
  if (typeof content !== 'object' || content === null) return ''
  const { config, title } = content as { config?: unknown; title?: unknown } // members of any object
  if (typeof title === 'string') return title
  if (typeof config !== 'object' || config === null || !('title' in config)) return ''
  return typeof config.title === 'string' ? config.title : ''
}

export const fileFormats = ['json', 'yaml'] as const
export type FileFormat = (typeof fileFormats)[number]

/** The format of a file by its extension; undefined for others. */
export function fileFormat(name: string): FileFormat | undefined {
  if (name.endsWith('.json')) return 'json'
  return name.endsWith('.yaml') || name.endsWith('.yml') ? 'yaml' : undefined
}

/** The text of a file with this content. YAML gets no anchors, because people edit the file. */
export function encodeFile(content: unknown, format: FileFormat): string {
  return format === 'json'
    ? `${JSON.stringify(content, null, 2)}\n`
    : stringify(content, { aliasDuplicateObjects: false })
}

/** Maximum length of a YAML file that `parseFile` reads. */
const maxCharacters = 64 * 1024 ** 2

/** Parses a file of a user. Throws an Error that names the place of a syntax error. */
export function parseFile(text: string, format: FileFormat): unknown {
  return format === 'json' ? JSON.parse(text) : readYaml(text, maxCharacters).content
}
