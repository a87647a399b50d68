/**
 * The column that events get for a tag that a user's statement reads as `tags['name']`. `index`: the position
 * of the tag among the statement's tags.
 */
export function tagColumn(index: number): string {
  return `tag_${index}`
}

/** The column that events get if a statement reads the names of their tags, `mapKeys(tags)`. */
export const tagNamesColumn = 'tag_names'

/** Whether a name is one of these columns. A statement of a user may not use it. */
export function isTagColumn(name: string): boolean {
  return name === tagNamesColumn || /^tag_\d+$/.test(name)
}
