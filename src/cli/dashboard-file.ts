import { parseDocument, stringify } from 'yaml'

export const fileFormats = ['json', 'yaml'] as const
export type FileFormat = (typeof fileFormats)[number]

/** The format that a file's name says; undefined when it says none. */
export function formatOf(file: string): FileFormat | undefined {
  if (/\.json$/i.test(file)) return 'json'
  return /\.ya?ml$/i.test(file) ? 'yaml' : undefined
}

/** Dashboards as the text of a file: a list, whatever their number. */
export function fileText(dashboards: readonly unknown[], format: FileFormat): string {
  // Anchors would be a puzzle to whoever edits the file.
  return format === 'json'
    ? `${JSON.stringify(dashboards, null, 2)}\n`
    : stringify(dashboards, { aliasDuplicateObjects: false })
}

/** The dashboards of a file: an object, or a list of them. Throws an Error that tells where it cannot be read. */
export function dashboardsIn(text: string, format: FileFormat): unknown[] {
  const content: unknown = format === 'json' ? JSON.parse(text) : fromYaml(text)
  return Array.isArray(content) ? content : [content]
}

function fromYaml(text: string): unknown {
  const document = parseDocument(text, { schema: 'core', customTags: [] })
  const [fault] = document.errors
  if (fault !== undefined) throw new Error(fault.message)
  return document.toJS({ maxAliasCount: 100 })
}
