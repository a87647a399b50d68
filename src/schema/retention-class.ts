/** What rules and people call events without a class; in the store their class is ''. */
export const defaultClass = 'default'

/** Names of retention classes, but for the default. */
const retentionClassPattern = '^(?!default$)[A-Za-z0-9][A-Za-z0-9_-]{0,39}$'
const pattern = new RegExp(retentionClassPattern)
/** Classes that have days of their own. */
export const maxRetentionClasses = 32

export const retentionClassName = 'the name of a retention class: 1 to 40 letters, digits, - and _'

/** Reads the name of a class as rules have it; '' for the default. undefined: it cannot be one. */
export function readRetentionClass(value: unknown): string | undefined {
  if (value === defaultClass) return ''
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}
