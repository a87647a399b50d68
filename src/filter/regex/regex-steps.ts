/** `\d`, `\.`, `\x41`, `\x{1f600}`, `\pL`, `\p{Greek}`, or quoted text: `\Qa.b\E`. */
const escaped = /\\(?:x\{[0-9A-Fa-f]+\}|x[0-9A-Fa-f]{2}|[pP](?:\{[^}]*\}|.)|Q(?:[^\\]|\\(?!E))*(?:\\E)?|.)/sy
/** `[a-z]`, `[^]x]` or `[[:alpha:]\p{Greek}]`; also without the final `]`. */
const characterClass = /\[\^?\]?(?:\[:\^?\w+:\]|\\[pP]\{[^}]*\}|\\x\{[^}]*\}|\\.|[^\]\\])*\]?/sy
/** `{2}`, `{2,}` or `{2,5}`. */
const repetition = /\{(\d{1,4})(?:,(\d{0,4}))?\}/y
/** A Unicode class (\pL) takes as long to compile as this many characters. */
const unicodeClassSteps = 20

/**
 * Estimates the steps of a regular expression with its repetitions written out: `.{1000}` has a thousand.
 * Compiling takes proportional time, and so does matching each character in the worst case. Never fails, even
 * for invalid patterns.
 */
export function regexSteps(pattern: string): number {
  /** For each open group: its steps, and the steps of its last element, which a repetition would multiply. */
  const open = [{ steps: 0, lastSteps: 0 }]
  const add = (steps: number): void => {
    const group = open.at(-1)
    if (group === undefined) return
    group.steps += steps
    group.lastSteps = steps
  }
  for (let at = 0; at < pattern.length; ) {
    const element = matchAt(escaped, pattern, at) ?? matchAt(characterClass, pattern, at)
    if (element !== undefined) {
      const ownSteps = element.startsWith('\\Q') ? element.length : 1
      add(ownSteps + unicodeClassSteps * (element.match(/\\[pP]/g)?.length ?? 0))
      at += element.length
      continue
    }
    const times = matchAt(repetition, pattern, at)
    if (times !== undefined) {
      const group = open.at(-1)
      const count = Math.max(1, ...times.slice(1, -1).split(',').map(Number))
      if (group !== undefined) {
        group.steps += (count - 1) * group.lastSteps
        group.lastSteps *= count
      }
      at += times.length
      continue
    }
    const character = pattern.charAt(at++)
    if (character === '(') open.push({ steps: 0, lastSteps: 0 })
    // A group records its start and its end, a step each.
    else if (character === ')' && open.length > 1) add((open.pop()?.steps ?? 0) + 2)
    else if ('*+?'.includes(character)) {
      const group = open.at(-1)
      if (group !== undefined) group.steps++
    } else add(1)
  }
  return open.reduce((sum, { steps }) => sum + steps, 1)
}

/** The match of a sticky expression at this position; never the empty text. */
function matchAt(sticky: RegExp, text: string, at: number): string | undefined {
  sticky.lastIndex = at
  return sticky.exec(text)?.[0]
}
