import type { Extraction } from '../syntax/expression.ts'
import { errorLabel } from './label-kinds.ts'
import { sanitizedKey, withoutReplacements } from './label-names.ts'
import type { LineStage } from './line-stage.ts'
import { LogfmtReader } from './logfmt.ts'

/** `strict`: a fault ends the line and becomes its error. Otherwise the word with the fault is skipped. */
interface LogfmtOptions {
  strict: boolean
  keepEmpty: boolean
}

/** `| logfmt`: sets a label for each pair: `level=info msg="a b"` gives level info and msg `a b`. */
export function logfmtStage({ strict, keepEmpty }: LogfmtOptions): LineStage {
  return ({ text, labels }) => {
    const { hints } = labels
    if (hints.needsNothing) return true
    const reader = new LogfmtReader(text)
    while (!reader.isAtEnd && !hints.hasEverything) {
      const pair = reader.next()
      if (pair === undefined) {
        if (strict) break
        continue
      }
      const key = sanitizedKey(pair.key)
      const name = key === '' ? '' : labels.parsedName(key)
      if (name === '' || !hints.needs(name) || (pair.value === '' && !keepEmpty)) continue
      labels.set(name, withoutReplacements(pair.value))
      if (!hints.accepts(name, labels)) return false
    }
    if (strict && reader.fault !== undefined) {
      labels.fail('LogfmtParserErr', reader.fault.message)
      return hints.accepts(errorLabel, labels)
    }
    return true
  }
}

/** Parses a key: `a` or `"a b"`, also with `]` or nothing instead of the last `"`. Otherwise undefined. */
export function parseLogfmtKey(expression: string): string | undefined {
  const [, bare, quoted] = /^\s*(?:([A-Za-z_][A-Za-z0-9_]*)|"([^"\]]*)["\]]?)\s*$/.exec(expression) ?? []
  return bare ?? quoted
}

/**
 * `| logfmt a="b"`: sets labels to the values of these keys; a missing key gives an empty label.
 *
 * Does the steps of Loki's LogfmtExpressionParser in their order, including what looks like mistakes there:
 * - A key counts only if it is also the name of one of the labels, or the query needs a label of its name. So
 *   in a metric by `a`, the key `b` is skipped, and `a` stays empty.
 * - A label that the stream has too, and whose other name the query does not need, ends the line.
 * - A value with U+FFFD becomes empty.
 */
export function logfmtKeysStage(
  wanted: readonly (Extraction & { key: string })[],
  { strict }: LogfmtOptions,
): LineStage {
  // Of several labels for one key, the first is set.
  const labelsOfKeys = new Map(wanted.toReversed().map(({ key, label }) => [key, label]))
  const names = new Set(wanted.map(({ label }) => label))
  return ({ text, labels }) => {
    const { hints } = labels
    if (hints.needsNothing) return true
    for (const name of names) if (!labels.isOfStream(name)) labels.set(name, '')
    const reader = new LogfmtReader(text)
    while (!reader.isAtEnd) {
      const pair = reader.next()
      if (pair === undefined) {
        if (strict) break
        continue
      }
      const key = sanitizedKey(pair.key)
      if (key === '' || !(names.has(key) || hints.needs(key))) continue
      const label = labelsOfKeys.get(key) ?? key
      if (!names.has(label)) continue
      const name = labels.parsedName(label)
      if (name !== label && !hints.needs(name)) break
      labels.set(name, pair.value.includes('\ufffd') ? '' : pair.value)
      if (hints.hasEverything) break
    }
    if (strict && reader.fault !== undefined) labels.fail('LogfmtParserErr', reader.fault.message)
    return true
  }
}
