import path from 'node:path'
import { type Document, isNode, type LineCounter } from 'yaml'
import { type ConfigPath, formatConfigPath } from '../../ingest/listen/config/faults.ts'
import { readListeners } from '../../ingest/listen/config/read-listeners.ts'
import type { ListenerSettings } from '../../ingest/listen/settings.ts'
import { parseYaml, readText } from './yaml-file.ts'

const maxFileBytes = 1_048_576

/**
 * Reads the enabled listeners of a file, YAML or JSON. `taken`: names of other listeners. Throws one Error
 * with the line and path of every fault.
 */
export function readListenersFile(file: string, taken: readonly string[]): ListenerSettings[] {
  const text = readText(file, maxFileBytes)
  if ('fault' in text) throw new Error(`The file of listeners, ${file}, ${text.fault}`)
  const yaml = parseYaml(text.text, 'YAML or JSON')
  if ('fault' in yaml) throw new Error(`${file} ${yaml.fault}`)
  const read = readListeners(yaml.content, path.dirname(file), taken)
  if ('listeners' in read) return read.listeners
  const faults = read.faults.map(({ path, message }) => {
    const line = lineOfPath(yaml.document, path, yaml.lines)
    return `  ${file}${line === undefined ? '' : `:${line}`}: ${formatConfigPath(path)}: ${message}`
  })
  throw new Error(`The listeners are not usable:\n${faults.join('\n')}`)
}

/** The line of a path, or of the nearest node around it. */
function lineOfPath(document: Document, path: ConfigPath, lines: LineCounter): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return undefined
}
