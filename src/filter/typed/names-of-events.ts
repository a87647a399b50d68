import { fieldNamed, isEventField } from './condition-pill.ts'
import { fieldReadAs, isLevelOfStatus, withoutAt } from './other-names.ts'

/**
 * Finds the name of a tag as filters take it. `false`: it was looked up, and there is no such tag; undefined:
 * unknown.
 */
export type FindTag = (name: string) => string | false | undefined
export const noTags: FindTag = () => undefined

/** Whether events have a field or tag of this name, or a field that other products call so. */
export function isKnown(name: string, findTag: FindTag): boolean {
  return (
    isEventField(name) || typeof tagOf(name, findTag) === 'string' || fieldOf(name, findTag) !== undefined
  )
}

/** The tag of a name, which may have an `@` before it. */
export function tagOf(name: string, findTag: FindTag): ReturnType<FindTag> {
  const found = findTag(name)
  return typeof found === 'string' || !name.startsWith('@') ? found : findTag(withoutAt(name))
}

/** The field that a name stands for. A name of another product stands for one only if no tag has it. */
export function fieldOf(name: string, findTag: FindTag, values: readonly string[] = []): string | undefined {
  const isNoTag = tagOf(name, findTag) === false
  if (isNoTag && values.length > 0 && isLevelOfStatus(name, values)) return 'severity'
  return fieldNamed(name) ?? (isNoTag ? (fieldNamed(withoutAt(name)) ?? fieldReadAs(name)) : undefined)
}

/** The same look-up, in which other names of fields stand for none. */
export function withoutOtherNames(findTag: FindTag): FindTag {
  return name => findTag(name) || undefined
}
