import { parseDocument, stringify } from 'yaml'

export const fileFormats = ['json', 'yaml'] as const
export type FileFormat = (typeof fileFormats)[number]

/** The format of a file by its extension; undefined for others. */
export function fileFormat(name: string): FileFormat | undefined {
  if (name.endsWith('.json')) return 'json'
  return name.endsWith('.yaml') || name.endsWith('.yml') ? 'yaml' : undefined
}

export function encodeFile(content: unknown, format: FileFormat): string {
  // No anchors: people edit the file.
  return format === 'json'
    ? `${JSON.stringify(content, null, 2)}\n`
    : stringify(content, { aliasDuplicateObjects: false })
}

/** Throws an Error that names the place of a syntax error. */
export function parseFile(text: string, format: FileFormat): unknown {
  if (format === 'json') return JSON.parse(text)
  const document = parseDocument(text, { schema: 'core', customTags: [] })
  const [fault] = document.errors
  if (fault !== undefined) throw new Error(fault.message)
  return document.toJS({ maxAliasCount: 100 })
}
