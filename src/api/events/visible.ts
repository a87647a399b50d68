import type { Predicate } from '../../filter/predicate.ts'
import { textCondition } from '../../filter/text-condition.ts'

/** Which events somebody with these host patterns may see. */
export function visibleTo(hosts: readonly string[]): Predicate {
  return hosts.includes('*') ? { kind: 'const', value: true } : textCondition('host', hosts, true)
}
