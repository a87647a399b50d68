import { JsonError, type JsonMember, jsonError, maxDepth, membersAt, unescapeJson } from './json-tokens.ts'
import { nestedKey, withoutReplacements } from './label-names.ts'
import type { LineStage, PipelineLine } from './line-stage.ts'

/** Maximum characters of a line's labels: nested names repeat outer names, and may outgrow the line. */
const maxLabelCharacters = 1_000_000

/** `| json`: a label for each text, number and boolean: `{"a": {"b": 1}}` gives a_b 1. Skips arrays. */
export const jsonStage: LineStage = line => {
  if (line.labels.hints.needsNothing) return true
  try {
    return readMembers(line, 0, '', 1) !== 'dropped'
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    line.labels.fail('JSONParserErr', error.message)
    return true
  }
}

/** Result of reading members. `complete`: needs no further label. `dropped`: a filter rejects the line. */
type Outcome = 'read' | 'complete' | 'dropped'

function readMembers(line: PipelineLine, from: number, prefix: string, depth: number): Outcome {
  if (depth > maxDepth) throw jsonError('depth')
  for (const member of membersAt(line.text, from)) {
    const outcome = readMember(line, member, prefix, depth)
    if (outcome !== 'read') return outcome
  }
  return 'read'
}

function readMember(line: PipelineLine, { key, value }: JsonMember, prefix: string, depth: number): Outcome {
  const { text, labels } = line
  if (value.type === 'object') {
    const nested = nestedKey(prefix, key)
    return labels.hints.needsPrefix(nested) ? readMembers(line, value.start, nested, depth + 1) : 'read'
  }
  if (value.type !== 'array' && value.type !== 'null') {
    const name = labels.parsedName(nestedKey(prefix, key))
    if (labels.hints.needs(name)) {
      if (labels.characters > maxLabelCharacters) throw jsonError('size')
      const raw = text.slice(value.start, value.end)
      labels.set(name, value.type === 'string' ? withoutReplacements(unescapeJson(raw) ?? '') : raw)
      if (!labels.hints.accepts(name, labels)) return 'dropped'
    }
  }
  return labels.hints.hasEverything ? 'complete' : 'read'
}
