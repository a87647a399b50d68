/** The value of the first of these names that is a non-empty tag, otherwise ''. */
export function tagValue(tags: Readonly<Record<string, string>>, names: readonly string[]): string {
  for (const name of names) {
    // Own members only: a tag may be called `constructor`.
    const value = Object.hasOwn(tags, name) ? tags[name] : undefined
    if (value) return value
  }
  return ''
}
