import type { TextTest } from '../../filter/predicate/predicate.ts'
import { text } from './literal.ts'
import { folded } from './normalise.ts'

/**
 * The column, hidden from the index of words. For `=` and LIKE the engine would otherwise look up their words
 * in that index, which has long words in another form (long-words.ts).
 */
export function unindexed(column: string): string {
  return `identity(${column})`
}

/** The SQL condition that the text of a column passes a test. */
export function textTest(column: string, test: TextTest): string {
  switch (test.kind) {
    case 'is':
      return `${test.fold ? folded(column) : column} = ${text(test.value)}`
    case 'like':
      return `${test.fold ? folded(column) : column} LIKE ${text(likePattern(test.pattern))}`
    case 'present':
      return `${column} != ''`
    case 'regex':
      return `match(${column}, ${text(`(?${test.fold ? 'i' : ''}s)${test.pattern}`)})`
  }
}

/** Translates the wildcards `*` and `?` of filters into `%` and `_` of LIKE. */
function likePattern(pattern: string): string {
  return pattern
    .replace(/[\\%_]/g, '\\$&')
    .replace(/\*/g, '%')
    .replace(/\?/g, '_')
}
