import { translate } from '../../filter/expressions/translate.ts'
import type { TextTest } from '../../filter/predicate.ts'
import { text } from './literal.ts'
import { folded } from './normalise.ts'
import { mayContainOneOf } from './template.ts'

/** A test of the message. Tests with literals look at templates first. */
export function messageTest(what: TextTest): string {
  const { each, folded } = literalsOf(what)
  const may = each.map(some => mayContainOneOf(some, folded)).filter(condition => condition !== '')
  return [...may, textTest('message', what)].reduce((a, b) => `(${a} AND ${b})`)
}

/** A message that fits contains a text of each of these sets. */
function literalsOf(what: TextTest): { each: readonly (readonly string[])[]; folded: boolean } {
  switch (what.kind) {
    case 'is':
      return { each: [[what.value]], folded: what.fold }
    case 'like':
      return { each: what.pattern.split(/[*?]/).map(piece => [piece]), folded: what.fold }
    case 'present':
      return { each: [], folded: false }
    case 'regex': {
      const translation = translate(what.pattern, what.fold)
      return { each: translation?.requiredSets ?? [], folded: translation?.fold ?? false }
    }
  }
}

/** A test of the text of a column, without the help of templates. */
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
