import { parseDocument, stringify } from 'yaml'

export const fileFormats = ['json', 'yaml'] as const
export type FileFormat = (typeof fileFormats)[number]

/** The format that a file's name says; undefined when it says none. */
export function fileFormat(name: string): FileFormat | undefined {
  if (name.endsWith('.json')) return 'json'
  return name.endsWith('.yaml') || name.endsWith('.yml') ? 'yaml' : undefined
}

/** What is to be exported, as the text of a file. */
export function encodeFile(content: unknown, format: FileFormat): string {
  // Anchors would be a puzzle to whoever edits the file.
  return format === 'json'
    ? `${JSON.stringify(content, null, 2)}\n`
    : stringify(content, { aliasDuplicateObjects: false })
}

/** What the text of a file holds. Throws an Error that tells where it cannot be read. */
export function parseFile(text: string, format: FileFormat): unknown {
  if (format === 'json') return JSON.parse(text)
  const document = parseDocument(text, { schema: 'core', customTags: [] })
  const [fault] = document.errors
  if (fault !== undefined) throw new Error(fault.message)
  return document.toJS({ maxAliasCount: 100 })
}
