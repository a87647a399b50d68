import type { Predicate } from '../../filter/predicate/predicate.ts'
import { textCondition } from '../../filter/predicate/text-condition.ts'
import { Fault } from '../../schema/fault.ts'
import type { Audience } from '../kind.ts'
import type { Reader } from '../query-service.ts'

/** The rights of a reader to see events. Equal rights have equal keys. */
export interface Rights {
  key: string
  /** Condition on hosts; undefined: all hosts. */
  hosts: Predicate | undefined
  /** Set if the answer is for this reader only. */
  reader?: Reader
}

/** The rights of host patterns (* and ?, ignoring case): `*` allows all hosts, an empty list none. */
export function rightsOf(patterns: readonly string[]): Rights {
  if (patterns.includes('*')) return { key: '*', hosts: undefined }
  const sorted = [...new Set(patterns)].sort()
  return { key: JSON.stringify(sorted), hosts: textCondition('host', sorted, true) }
}

/** The rights of a reader to a kind of query; undefined if the reader may not see its answers. */
export function rightsFor(
  reader: Reader,
  { audience = 'hosts' }: { audience?: Audience },
): Rights | undefined {
  const rights = rightsOf(reader.hosts)
  if (audience === 'hosts') return rights
  if (audience === 'every host') return rights.hosts === undefined ? rights : undefined
  if (!reader.permissions.has(audience.permission)) return undefined
  // The kind itself limits the answer to what `reader` may see.
  return {
    key: JSON.stringify([reader.userId, [...reader.permissions].sort(), rights.key]),
    hosts: undefined,
    reader,
  }
}

/** Throws permission_denied if the reader may not see answers of this kind. */
export function requireAudience(reader: Reader, kind: { audience?: Audience }): void {
  if (rightsFor(reader, kind) === undefined) throw new Fault('permission_denied')
}

/** The filter, restricted to the hosts of these rights. */
export function restrictedTo(rights: Rights, filter: Predicate): Predicate {
  return rights.hosts === undefined ? filter : { kind: 'all', of: [filter, rights.hosts] }
}
