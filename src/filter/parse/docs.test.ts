import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compileMatcher } from '../match/matcher.ts'
import { parseQuery } from '../qp/parser.ts'
import { toPredicate } from '../qp/to-predicate.ts'
import { eventWith } from '../testing/event.ts'
import { tokens } from '../words/tokens.ts'

/** The documentation of the language is true: each table of examples is tried. */
const page = readFileSync(new URL('../../../docs/search-language.md', import.meta.url), 'utf8')

/** The cells of the table with this heading, without code marks. */
function table(heading: string): string[][] {
  const lines = page.split('\n')
  const start = lines.findIndex(line => line.replace(/ +/g, ' ') === heading)
  expect(start, heading).toBeGreaterThan(0)
  const rest = lines.slice(start + 2)
  return rest
    .slice(
      0,
      rest.findIndex(line => !line.startsWith('|')),
    )
    .map(line =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map(cell =>
          cell
            .trim()
            .replace(/^`(.*)`$/, '$1')
            .replaceAll('\\|', '|'),
        ),
    )
}

it.each(table('| Message | Its words |'))('the words of %s', (message, words) => {
  expect(tokens(message ?? '').join(', ')).toBe(words)
})

it.each(table('| Search | Finds | Not |'))('%s finds %s', (search = '', finds = '', not = '') => {
  const test = compileMatcher(toPredicate(parseQuery(search)))
  expect(test(eventWith({ message: finds }))).toBe(true)
  expect(test(eventWith({ message: not }))).toBe(false)
})

it.each(table('| Search | Answer |'))('%s is refused', (search = '', answer) => {
  expect(() => parseQuery(search)).toThrow(answer)
})
