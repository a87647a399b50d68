/** Ids in the later list that the earlier does not have, in their order. */
export function newcomers(earlier: readonly { _id: string }[], later: readonly { _id: string }[]): string[] {
  const known = new Set(earlier.map(event => event._id))
  return later.filter(event => !known.has(event._id)).map(event => event._id)
}

/** How many there are to see, in words: a full page of nothing but new events says that there are more. */
export function newcomersText(count: number, pageSize: number): string {
  return count >= pageSize ? `${pageSize}+ new` : `${count} new`
}
