/**
 * The members of `draft` that differ from `before`, the content when the form was opened. A form sends only
 * these: the service keeps the other members, which may have changed meanwhile.
 */
export function changedMembers<T extends object>(before: T, draft: T): Partial<T> {
  const changed = Object.entries(draft).filter(([name, value]) => !isSame(Reflect.get(before, name), value))
  // All entries are members of `draft`.
  return Object.fromEntries(changed) as Partial<T>
}

/**
 * Whether `current`, the content that the service has now, was changed in a member that the form changes too,
 * to another value.
 */
export function hasConflict<T extends object>(before: T, draft: T, current: T): boolean {
  const changes = changedMembers(before, draft)
  const differences = changedMembers(current, draft)
  return Object.keys(changedMembers(before, current)).some(
    name => Object.hasOwn(changes, name) && Object.hasOwn(differences, name),
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
