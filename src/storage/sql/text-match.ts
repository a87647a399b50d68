import type { TextTest } from '../../filter/predicate/predicate.ts'
import { text } from './literal.ts'
import { folded } from './normalise.ts'

/**
 * The message in comparisons and patterns: the engine would otherwise look their words up in the index, which
 * has long words in another form (long-words.ts).
 */
export function unindexed(column: string): string {
  return `identity(${column})`
}

/** A test of the text of a column. */
export function textTest(column: string, what: TextTest): string {
  switch (what.kind) {
    case 'is':
      return `${what.fold ? folded(column) : column} = ${text(what.value)}`
    case 'like':
      return `${what.fold ? folded(column) : column} LIKE ${text(likePattern(what.pattern))}`
    case 'present':
      return `${column} != ''`
    case 'regex':
      return `match(${column}, ${text(`(?${what.fold ? 'i' : ''}s)${what.pattern}`)})`
  }
}

function likePattern(pattern: string): string {
  return pattern
    .replace(/[\\%_]/g, '\\$&')
    .replace(/\*/g, '%')
    .replace(/\?/g, '_')
}
