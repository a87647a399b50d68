import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A test that claims to prove a row of the interface. */
export interface Proof {
  row: string
  /** Relative to the root of the project, with slashes. */
  file: string
  /** The names of the enclosing blocks and of the test. */
  test: string
}

const sources = ['src/**/*.test.ts', 'scenarios/**/*.test.ts']
/** `proves('a', 'b')` and the comment `// proves 'a', 'b'`. */
const claim = /\bproves\(([^)]*)\)|\/\/ proves ('.*)$/gm
const literal = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g
/** `'title', async () =>`: how the formatter writes the first line of a test or describe. */
const title = /(['"`])((?:(?!\1)[^\\]|\\.)*)\1, (?:async )?(?:\(|\w+ =>)/
/** The end of a table: `)('title',`. */
const titleOfTable = /^,?\s*\)\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/
const skipped = /\b(?:test|it|describe)(?:\.\w+)*\.(?:skip|todo|fails)\b/

/** The proofs in all tests of the project, in order of files and lines. A skipped test proves nothing. */
export function proofsIn(root: string): Proof[] {
  return sources
    .flatMap(pattern => globSync(pattern, { cwd: root }))
    .map(file => file.split(path.sep).join('/'))
    .sort()
    .flatMap(file => proofsOf(file, readFileSync(path.join(root, file), 'utf8')))
}

/** The proofs in the text of one test file. */
export function proofsOf(file: string, text: string): Proof[] {
  const lines = text.split('\n')
  return [...text.matchAll(claim)].flatMap(({ index, 0: whole, 1: called, 2: given = called ?? '' }) => {
    const line = text.slice(0, index).split('\n').length - 1
    const around = titlesAround(lines, line)
    if (around === null || skipped.test(lines[line] ?? '')) return []
    const [, , ofTable] = titleOfTable.exec(text.slice(index + whole.length)) ?? []
    const names = ofTable === undefined ? around : [...around, ofTable]
    // The rows are the table, so each test's title is its row.
    const test = names.filter(name => name !== '%s').join(' > ')
    return [...given.matchAll(literal)].map(([, single, double]) => ({
      row: (single ?? double ?? '').replaceAll("\\'", "'"),
      file,
      test,
    }))
  })
}

/**
 * Titles of the test and its enclosing blocks around a line, found by indentation; null if one of them is
 * skipped.
 */
function titlesAround(lines: readonly string[], line: number): string[] | null {
  const titles: string[] = []
  let depth = indentation(lines[line] ?? '')
  for (let at = line - 1; at >= 0 && depth > 0; at--) {
    const text = lines[at] ?? ''
    if (text.trim() === '' || indentation(text) >= depth) continue
    depth = indentation(text)
    if (skipped.test(text)) return null
    // A long opening has the function on the line after the title.
    const opening = /^\s*(?:async )?\(/.test(text) ? `${lines[at - 1]?.trim()} ${text.trim()}` : text
    const [, , name] = title.exec(opening) ?? []
    if (name !== undefined) titles.unshift(name)
  }
  return titles
}

function indentation(line: string): number {
  return line.length - line.trimStart().length
}
