import { LogqlError } from './logql-error.ts'
import { readString } from './string-literal.ts'

export interface Token {
  kind: 'name' | 'text' | 'number' | 'duration' | 'bytes' | 'sign' | 'end'
  /** The characters of the token; for a text its meaning. */
  text: string
  /** Index of its first character. */
  at: number
}

/** Characters of an expression. */
const maxExpressionLength = 10_000

/** Longer signs first. */
const signs = ['|=', '|~', '|>', '!=', '!~', '!>', '=~', '==', '>=', '<=', ...'{}()[],=|+-*/%^><@'] as const

const space = /\s+|#[^\n]*/y
const name = /[A-Za-z_][A-Za-z0-9_]*/y
const duration = /(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d|w|y))+(?![A-Za-z0-9_.])/y
const bytes = /\d+(?:\.\d+)?(?:[KMGTPE]i?B|[kmgtpe]i?b|B|b)(?![A-Za-z0-9_.])/y
const decimal = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![A-Za-z0-9_.])/y

/** The tokens of an expression, followed by one of kind `end`. Throws a LogqlError. */
export function tokenize(text: string): Token[] {
  if (text.length > maxExpressionLength)
    throw new LogqlError(
      `expected at most ${maxExpressionLength} characters in an expression`,
      text,
      maxExpressionLength,
    )
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  while (at < text.length) {
    const skipped = match(space)
    if (skipped !== undefined) {
      at += skipped.length
      continue
    }
    const first = text.charAt(at)
    if (first === '"' || first === '`') {
      const { value, end } = readString(text, at)
      tokens.push({ kind: 'text', text: value, at })
      at = end
      continue
    }
    const found = tokenAt(match, text, at)
    tokens.push({ ...found, at })
    at += found.text.length
  }
  tokens.push({ kind: 'end', text: '', at: text.length })
  return tokens
}

function tokenAt(
  match: (pattern: RegExp) => string | undefined,
  text: string,
  at: number,
): Pick<Token, 'kind' | 'text'> {
  const kinds = [
    ['name', name],
    ['duration', duration],
    ['bytes', bytes],
    ['number', decimal],
  ] as const
  for (const [kind, pattern] of kinds) {
    const found = match(pattern)
    if (found !== undefined) return { kind, text: found }
  }
  const sign = signs.find(one => text.startsWith(one, at))
  if (sign !== undefined) return { kind: 'sign', text: sign }
  const [character = ''] = text.slice(at)
  throw new LogqlError(`syntax error: unexpected character ${JSON.stringify(character)}`, text, at)
}
