import type { Predicate } from '../../filter/predicate.ts'
import { textCondition } from '../../filter/text-condition.ts'

/** What a reader may see of the hosts. Equal keys: equal rights. */
export interface Rights {
  key: string
  /** undefined when all hosts may be seen. */
  hosts: Predicate | undefined
}

/** The rights of host patterns (* and ?, case does not count): all with a `*`, nothing without a pattern. */
export function rightsOf(patterns: readonly string[]): Rights {
  if (patterns.includes('*')) return { key: '*', hosts: undefined }
  const sorted = [...new Set(patterns)].sort()
  return { key: JSON.stringify(sorted), hosts: textCondition('host', sorted, true) }
}

/** The filter, as far as these rights reach. */
export function within(rights: Rights, filter: Predicate): Predicate {
  return rights.hosts === undefined ? filter : { kind: 'all', of: [filter, rights.hosts] }
}
