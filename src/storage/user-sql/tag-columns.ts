/** The column of events that has a tag of a statement. */
export function tagColumn(index: number): string {
  return `tag_${index}`
}

/** Whether a name is one that `tagColumn` gives: statements may not use it. */
export function isTagColumn(name: string): boolean {
  return /^tag_\d+$/.test(name)
}
