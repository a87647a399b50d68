/** The name of the class of events without one; the store has '' for it. */
export const defaultClass = 'default'

/** Names of retention classes, except the default. */
const retentionClassPattern = '^(?!default$)[A-Za-z0-9][A-Za-z0-9_-]{0,39}$'
const pattern = new RegExp(retentionClassPattern)
/** Maximum classes with their own days. */
export const maxRetentionClasses = 32

export const retentionClassName = 'the name of a retention class: 1 to 40 letters, digits, - and _'

/** Reads the name of a class as rules have it; '' for the default. undefined: not a valid name. */
export function readRetentionClass(value: unknown): string | undefined {
  if (value === defaultClass) return ''
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}
