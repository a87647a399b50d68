import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { type ConfigPath, formatConfigPath } from './ingest/listen/config/faults.ts'
import { readListeners } from './ingest/listen/config/read-listeners.ts'
import type { ListenerSettings } from './ingest/listen/settings.ts'

const maxFileBytes = 1_048_576

/**
 * Reads a file of listeners, YAML or JSON: those that are on. `taken` are names of listeners that stand elsewhere. Throws one Error
 * with every fault there is, each with its line and its place.
 */
export function readListenersFile(file: string, taken: readonly string[]): ListenerSettings[] {
  const lines = new LineCounter()
  const document = parseDocument(readText(file), {
    schema: 'core',
    customTags: [],
    prettyErrors: true,
    lineCounter: lines,
  })
  const wrong = [...document.errors, ...document.warnings]
  if (wrong.length > 0) throw new Error(`${file} is no YAML or JSON: ${wrong[0]?.message.split('\n')[0]}`)
  let content: unknown
  try {
    content = document.toJS({ maxAliasCount: 100 })
  } catch {
    throw new Error(`${file} has too many aliases`)
  }
  const read = readListeners(content, path.dirname(file), taken)
  if ('listeners' in read) return read.listeners
  const told = read.faults.map(({ path: place, message }) => {
    const line = lineOfPath(document, place, lines)
    return `  ${file}${line === undefined ? '' : `:${line}`}: ${formatConfigPath(place)}: ${message}`
  })
  throw new Error(`The listeners are not usable:\n${told.join('\n')}`)
}

function readText(file: string): string {
  try {
    if (statSync(file).size > maxFileBytes) throw new Error(`is larger than ${maxFileBytes} bytes`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const code = 'code' in error ? error.code : undefined
    const reason =
      code === 'ENOENT' ? 'is not there' : code === undefined ? error.message : `cannot be read (${code})`
    throw new Error(`The file of listeners, ${file}, ${reason}`)
  }
}

/** The line of a place, or of the nearest thing around it that is there. */
function lineOfPath(document: Document, place: ConfigPath, lines: LineCounter): number | undefined {
  for (let length = place.length; length > 0; length--) {
    const node = document.getIn(place.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return undefined
}
