import { fieldNamed, isEventField } from './condition-pill.ts'
import { fieldReadAs, isLevelOfStatus, withoutAt } from './other-names.ts'

/**
 * Finds the tag of a typed name, in the spelling that filters take. `false`: the name was looked up, and
 * there is no such tag. Undefined: the name was not looked up.
 */
export type FindTag = (name: string) => string | false | undefined
/** For searches whose names are not looked up. */
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

/**
 * The event field that a name stands for. A name that another product uses stands for a field only if no tag
 * has that name. `values`: of the condition, since `status:error` is about the severity.
 */
export function fieldOf(name: string, findTag: FindTag, values: readonly string[] = []): string | undefined {
  const isNoTag = tagOf(name, findTag) === false
  if (isNoTag && values.length > 0 && isLevelOfStatus(name, values)) return 'severity'
  return fieldNamed(name) ?? (isNoTag ? (fieldNamed(withoutAt(name)) ?? fieldReadAs(name)) : undefined)
}

/**
 * The same lookup, but names without a tag count as not looked up. So names of other products, such as
 * `level`, do not stand for fields.
 */
export function withoutOtherNames(findTag: FindTag): FindTag {
  return name => findTag(name) || undefined
}
