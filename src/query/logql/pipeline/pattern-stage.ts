import { LogqlError } from '../syntax/logql-error.ts'
import type { LineStage } from './line-stage.ts'
import type { CompileContext } from './text-matcher.ts'

/** A capture, `<ip>`, and the text after it. The capture `<_>` sets no label. */
interface Capture {
  name: string
  /** Empty only after the last capture. */
  literal: string
}

/**
 * `| pattern "<ip> - <_> <path>"`: sets labels to the texts between fixed texts: `1.2.3.4 - GET /a` gives ip
 * 1.2.3.4 and path /a.
 */
export function patternStage(
  { expression, at }: { expression: string; at: number },
  { text }: CompileContext,
): LineStage {
  const { begin, captures } = parsePattern(expression, message => {
    throw new LogqlError(message, text, at)
  })
  return ({ text: line, labels }) => {
    const { hints } = labels
    if (hints.needsNothing || line === '' || !line.startsWith(begin)) return true
    let from = begin.length
    for (const { name, literal } of captures) {
      const valueEnd = literal === '' ? -1 : line.indexOf(literal, from)
      // If the text after a capture is missing, that capture takes the rest, and later ones are not set.
      const value = line.slice(from, valueEnd === -1 ? undefined : valueEnd)
      const label = labels.parsedName(name)
      if (name !== '_' && hints.needs(label)) {
        labels.set(label, value)
        if (!hints.accepts(label, labels)) return false
      }
      if (valueEnd === -1) break
      from = valueEnd + literal.length
    }
    return true
  }
}

function parsePattern(
  expression: string,
  refuse: (message: string) => never,
): { begin: string; captures: Capture[] } {
  // Text before the first capture; then alternately the name of a capture and the text after it.
  const [begin = '', ...parts] = expression.split(/<([A-Za-z_][A-Za-z0-9_]*)>/)
  const captures: Capture[] = []
  for (let i = 0; i < parts.length; i += 2)
    captures.push({ name: parts[i] ?? '', literal: parts[i + 1] ?? '' })
  const names = captures.flatMap(({ name }) => (name === '_' ? [] : [name]))
  if (names.length === 0) return refuse('at least one capture is required')
  if (captures.slice(0, -1).some(({ literal }) => literal === ''))
    return refuse('found consecutive capture: invalid expression')
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) return refuse(`duplicate capture name (${twice}): invalid expression`)
  return { begin, captures }
}
