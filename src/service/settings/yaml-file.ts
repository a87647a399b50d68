// Reads text and YAML files that operators write.

import { readFileSync, statSync } from 'node:fs'
import {
  readYaml,
  TooManyAliasesError,
  YamlError,
  type YamlText,
  yamlErrorAt,
} from '../../schema/text/yaml-text.ts'

/** A limit that readYaml needs. No file reaches it, since callers limit the bytes of a file to fewer. */
const maxCharacters = 16 * 1024 ** 2

/** Why a file cannot be used, as the end of a sentence: `is larger than 100 bytes`. */
export interface FileFault {
  fault: string
}

/** Reads a text file of at most `maxBytes`. */
export function readText(file: string, maxBytes: number): { text: string } | FileFault {
  try {
    const { size } = statSync(file)
    if (size > maxBytes) return { fault: `is larger than ${maxBytes} bytes` }
    return { text: readFileSync(file, 'utf8') }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return { fault: code === 'ENOENT' ? 'is not there' : `cannot be read (${code})` }
  }
}

/** Parses YAML without custom tags, or JSON. `format`: the name of the format in faults. */
export function parseYaml(text: string, format: string): YamlText | FileFault {
  try {
    const yaml = readYaml(text, maxCharacters)
    const [warning] = yaml.document.warnings
    if (warning === undefined) return yaml
    throw yamlErrorAt(warning.message, warning.pos[0], yaml.lines)
  } catch (error) {
    if (error instanceof TooManyAliasesError) return { fault: error.message }
    if (error instanceof YamlError) return { fault: `is no ${format}: ${error.message}` }
    throw error
  }
}
