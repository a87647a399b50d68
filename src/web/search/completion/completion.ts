import { isEventField } from '../../../filter/typed/condition-pill.ts'

/** The part at the caret that can be completed. Positions are UTF-16 units, `end` exclusive. */
export type Completion =
  | {
      kind: 'name'
      /** The word up to the caret; empty where a term may begin. */
      typed: string
      start: number
      end: number
    }
  | {
      kind: 'value'
      name: string
      operator: string
      /** The value up to the caret. */
      typed: string
      /** Earlier values of the list: `host:a,b`. */
      listed: readonly string[]
      /** Start of the whole value, with earlier values and quotation marks. */
      start: number
      end: number
      /** Start of the condition. */
      termStart: number
    }

/** A name such as `host` or `@timestamp`, which does not end in punctuation. */
const namePattern = /[\p{L}_@](?:[\p{L}\p{N}_.@/-]*[\p{L}\p{N}_])?/uy
/** An operator and the spaces around it. As in inline-conditions.ts, `>=` must come before its prefix `>`. */
const operatorPattern = /([ \t]*)(!=|>=|<=|=~|!~|==|:>=|:<=|:>|:<|:|=|>|<)([ \t]*)/y
/** A word or value without quotation marks. */
const barePattern = /[^\s|()"]*/y

/** The name or value at the caret; undefined within a phrase, and where neither may stand. */
export function completionAt(text: string, caret: number): Completion | undefined {
  let at = 0
  while (at < caret) {
    const char = text.charAt(at)
    if (char === '"') {
      const close = text.indexOf('"', at + 1)
      if (close < 0 || close >= caret) return undefined
      at = close + 1
    } else if (/[\s|()!-]/.test(char)) {
      // White space, OR, parentheses, and the NOT of `!host:a` and `-host:a`.
      at += 1
    } else {
      const term = readTerm(text, at)
      if (term.end >= caret) return completionIn(text, term, caret)
      at = term.end
    }
  }
  // The caret is between terms: a name may begin, but not in front of an existing word.
  return /^[^\s|()]/.test(text.slice(caret))
    ? undefined
    : { kind: 'name', typed: '', start: caret, end: caret }
}

/** A word of the text, or a condition. */
interface Term {
  start: number
  end: number
  /** The word as far as it is a name; empty if it does not begin like a name. */
  name: string
  /** The operator of a condition, and the position after it and its spaces. */
  operator?: { text: string; end: number }
}

/** Reads the word at `start`, with operator and value if it is a condition. */
function readTerm(text: string, start: number): Term {
  const name = matchAt(namePattern, text, start)?.[0] ?? ''
  const bareEnd = start + (matchAt(barePattern, text, start)?.[0].length ?? 0)
  const operator = name === '' ? undefined : matchAt(operatorPattern, text, start + name.length)
  const [whole = '', spaceBefore = '', operatorText = '', spaceAfter = ''] = operator ?? []
  const isSpaced = spaceBefore !== '' || spaceAfter !== ''
  // Spaces around the operator are allowed only after event fields: users also write `error: disk full`.
  if (!operator || (isSpaced && !isEventField(name)))
    return { start, end: Math.max(bareEnd, start + 1), name }
  const operatorEnd = start + name.length + whole.length
  const end = endOfValue(text, operatorEnd)
  return { start, end, name, operator: { text: operatorText, end: operatorEnd } }
}

/** The end of the value at `start`: after its closing quotation mark, or before the next white space. */
function endOfValue(text: string, start: number): number {
  const quote = text.charAt(start)
  if (quote !== '"' && quote !== "'") return start + (matchAt(barePattern, text, start)?.[0].length ?? 0)
  const close = text.indexOf(quote, start + 1)
  return close < 0 ? text.length : close + 1
}

/** The name or value at a caret within a term. */
function completionIn(text: string, term: Term, caret: number): Completion | undefined {
  const { start, end, name, operator } = term
  if (!operator || caret < operator.end) {
    const typed = text.slice(start, caret)
    // A name is completed only at the end of its word.
    return !operator && caret === end && typed === name ? { kind: 'name', typed, start, end } : undefined
  }
  const written = text.slice(operator.end, caret)
  const isQuoted = /^["']/.test(written)
  const isClosed = isQuoted && caret === end && end > operator.end + 1 && written.at(-1) === written.at(0)
  if (isClosed) return undefined
  // A quoted value or an expression is not a list.
  const isSingle = isQuoted || operator.text.endsWith('~')
  const parts = isSingle ? [written.replace(/^["']/, '')] : written.split(',')
  return {
    kind: 'value',
    name,
    operator: operator.text,
    typed: parts.at(-1) ?? '',
    listed: parts.slice(0, -1).filter(value => value !== ''),
    start: operator.end,
    end,
    termStart: start,
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

/** A value as it is typed into the box; undefined if it contains both kinds of quotation marks. */
export function writeValue(value: string): string | undefined {
  // Without quotation marks, a value that begins with one of these is read as a part of an address, an
  // expression, a range or text.
  if (value !== '' && !/[\s|()"',=<>]|^[:/\\[{]/.test(value)) return value
  if (!value.includes('"')) return `"${value}"`
  return value.includes("'") ? undefined : `'${value}'`
}
