/** The column of events with a tag of a statement. */
export function tagColumn(index: number): string {
  return `tag_${index}`
}

/** The column of events with the names of their tags. */
export const tagNamesColumn = 'tag_names'

/** Whether a name is one of these columns, which statements may not use. */
export function isTagColumn(name: string): boolean {
  return name === tagNamesColumn || /^tag_\d+$/.test(name)
}
