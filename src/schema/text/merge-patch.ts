import { isObject } from './json-object.ts'

/**
 * Applies a JSON merge patch (RFC 7396): removes members that are null, merges objects, replaces everything
 * else.
 */
export function mergePatch(
  target: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const members = new Map(Object.entries(target))
  for (const [name, value] of Object.entries(patch)) {
    const before = members.get(name)
    if (value === null) members.delete(name)
    else members.set(name, isObject(value) ? mergePatch(isObject(before) ? before : {}, value) : value)
  }
  return Object.fromEntries(members)
}
