import { findClosestName } from '../../../schema/text/closest-name.ts'
import type { ConfigPath, ListenerFaults } from './faults.ts'
import type { ValueReader } from './values.ts'

type Values<Readers> = { [K in keyof Readers]?: Readers[K] extends ValueReader<infer T> ? T : never }

/**
 * Reads the members of one object by a table of readers. Members that are not in the table or do not match it
 * are faults.
 */
export function readMembers<Readers extends Record<string, ValueReader<unknown>>>(
  object: Record<string, unknown>,
  readers: Readers,
  path: ConfigPath,
  faults: ListenerFaults,
): Values<Readers> {
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(object)) {
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
    if (reader === undefined) {
      const known = Object.keys(readers)
      const meant = findClosestName(name, known)
      const hint = meant === undefined ? `expected one of ${known.join(', ')}` : `did you mean ${meant}?`
      faults.add([...path, name.slice(0, 100)], `is not known; ${hint}`)
      continue
    }
    // An empty member of YAML counts as absent.
    if (value === null) continue
    const read = reader.read(value)
    if (read === undefined)
      faults.add([...path, name], `expected ${reader.expected}, not ${quoteValue(value)}`)
    else values[name] = read
  }
  // Each value came from the reader of its name.
  return values as Values<Readers>
}

function quoteValue(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 100)
}
