import type { EventStore, Read } from '../../../storage/contract/event-store.ts'
import type { ReadContext, ResolvedRange } from '../../kind.ts'

const readNothing: Read = { signal: new AbortController().signal, lane: 'short', timeout: 1 }

/** A context for code that must not read: any use of the store fails the test. */
export function neverRead(range: ResolvedRange): ReadContext {
  const refuse = (_: object, member: string | symbol): never => {
    throw new Error(`the store was asked for ${String(member)}`)
  }
  // Every member throws, so the cast does not claim members that are missing.
  const store = new Proxy({}, { get: refuse }) as EventStore
  return { store, range, predicate: { kind: 'const', value: true }, read: readNothing }
}
