import { fold } from '../words/tokens.ts'
import { hasWildcard, simplifyWildcard } from '../words/wildcard.ts'
import type { Predicate, TextField } from './predicate.ts'

/**
 * The field equals any of the values, in which `*` and `?` are wildcards. On a tag, `*` alone matches events
 * that have the tag, and '' events that lack it.
 */
export function textCondition(field: TextField, values: readonly string[], ignoreCase: boolean): Predicate {
  const plain = new Set<string>()
  const patterns = new Set<string>()
  for (const value of values) {
    const text = ignoreCase ? fold(value) : value
    if (hasWildcard(text)) patterns.add(simplifyWildcard(text))
    else plain.add(text)
  }
  const tests: Predicate[] = []
  const [first] = plain
  if (plain.size > 1) tests.push({ kind: 'in', field, values: [...plain], fold: ignoreCase })
  else if (first !== undefined) {
    tests.push({ kind: 'text', field, test: { kind: 'is', value: first, fold: ignoreCase } })
  }
  for (const pattern of patterns) {
    const present = pattern === '*' && typeof field === 'object'
    tests.push({
      kind: 'text',
      field,
      test: present ? { kind: 'present' } : { kind: 'like', pattern, fold: ignoreCase },
    })
  }
  return anyOf(tests)
}

/** Joins predicates by OR. A single one is returned unchanged; without any, the result is always false. */
export function anyOf(predicates: readonly Predicate[]): Predicate {
  const [first] = predicates
  if (first === undefined) return { kind: 'const', value: false }
  return predicates.length === 1 ? first : { kind: 'some', of: predicates }
}
