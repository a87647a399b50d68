import { readFileSync, statSync } from 'node:fs'
import { type Document, LineCounter, parseDocument } from 'yaml'

const maxAliases = 100

/** The end of a sentence about a file that cannot be used. */
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

/** Parses YAML without tags of its own, or JSON. `format`: what a fault calls it. */
export function parseYaml(
  text: string,
  format: string,
): { content: unknown; document: Document; lines: LineCounter } | FileFault {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    schema: 'core',
    customTags: [],
    prettyErrors: true,
    lineCounter: lines,
  })
  const [problem] = [...document.errors, ...document.warnings]
  if (problem !== undefined) return { fault: `is no ${format}: ${problem.message.split('\n')[0]}` }
  try {
    return { content: document.toJS({ maxAliasCount: maxAliases }), document, lines }
  } catch {
    return { fault: 'has too many aliases' }
  }
}
