import { Lexer } from 'yaml'

/** Maximum quoted texts of a file that are indented. */
const maxIndentedTexts = 1_000
/** Maximum text that is read again, as a multiple of the text's length. */
const maxPasses = 8
/** Maximum spaces before the first word of a line. */
const maxIndent = 200

/** The YAML lexer puts it before a plain or block scalar, which may contain quotes and brackets. */
const scalarMark = '\x1f'
/** Control characters that the YAML lexer puts between tokens. */
const lexerMarks: ReadonlySet<string> = new Set(['\x02', '\x18', scalarMark])

/** A quoted text that the lexer ends too early. */
interface BrokenQuote {
  /** Positions of the opening and the closing quote. */
  open: number
  close: number
  /** Start of the line to read again from: the line of the quote, or of the flow collection around it. */
  from: number
}

/**
 * Repairs quoted YAML texts whose further lines are indented less than their surroundings:
 *
 *     - value: "first line
 *     second line"
 *
 * Indents those lines, which does not change the values. Many YAML readers accept such texts, but ours does
 * not. `quoteLines`: lines (from 1) of the opening quotes. Takes linear time; leaves texts beyond the limits.
 */
export function indentQuoted(text: string): { text: string; quoteLines: number[] } {
  const quoteLines: number[] = []
  let repaired = ''
  let remaining = text
  let budget = maxPasses * text.length
  let line = 1
  while (quoteLines.length < maxIndentedTexts && budget > 0) {
    const broken = findBrokenQuote(remaining)
    if (broken === undefined) break
    const { open, close, from } = broken
    budget -= open
    const lineStart = remaining.lastIndexOf('\n', open) + 1
    const indent = /^[ -]*/.exec(remaining.slice(lineStart, lineStart + maxIndent))?.[0].length ?? 0
    quoteLines.push(line + countLineBreaks(remaining.slice(0, open)))
    const quoted = remaining.slice(open, close + 1).replaceAll('\n', `\n${' '.repeat(indent + 1)}`)
    repaired += remaining.slice(0, from)
    line += countLineBreaks(remaining.slice(0, from))
    remaining = remaining.slice(from, open) + quoted + remaining.slice(close + 1)
  }
  return { text: repaired + remaining, quoteLines }
}

/** Finds the first quoted text that the lexer ends before its closing quote. */
function findBrokenQuote(text: string): BrokenQuote | undefined {
  let at = 0
  let previous = ''
  // Of the flow collections (`[…]`, `{…}`) around `at`: their number, and the start of the outermost.
  let flowDepth = 0
  let flowStart = 0
  for (const token of new Lexer().lex(text)) {
    const isQuoted = previous !== scalarMark && (token[0] === '"' || token[0] === "'")
    if (isQuoted) {
      const close = findClosingQuote(text, at)
      if (close === -1) return undefined
      if (close !== at + token.length - 1) {
        const within = flowDepth > 0 ? flowStart : at
        return { open: at, close, from: text.lastIndexOf('\n', within) + 1 }
      }
    }
    if (previous !== scalarMark && (token === '[' || token === '{') && flowDepth++ === 0) flowStart = at
    if (previous !== scalarMark && (token === ']' || token === '}') && flowDepth > 0) flowDepth--
    previous = token
    if (!lexerMarks.has(token)) at += token.length
  }
  return undefined
}

/** The closing quote that belongs to the quote at `open`. */
function findClosingQuote(text: string, open: number): number {
  const quote = text[open] ?? ''
  let close = text.indexOf(quote, open + 1)
  for (; close !== -1; close = text.indexOf(quote, close + 1)) {
    if (quote === "'") {
      if (text[close + 1] !== quote) break
      close++
    } else {
      let backslashes = 0
      while (text[close - 1 - backslashes] === '\\') backslashes++
      if (backslashes % 2 === 0) break
    }
  }
  return close
}

function countLineBreaks(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
