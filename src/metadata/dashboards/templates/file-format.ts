import { stringify } from 'yaml'
import { readYaml } from '../../../schema/text/yaml-text.ts'

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

/** Maximum length of a file that a command reads. */
const maxCharacters = 64 * 1024 ** 2

/** Throws an Error that names the place of a syntax error. */
export function parseFile(text: string, format: FileFormat): unknown {
  return format === 'json' ? JSON.parse(text) : readYaml(text, maxCharacters).content
}
