/** Maximum edit distance of similar names. */
const maxDistance = 4

/** The known name that a person most likely meant, for "did you mean ...?"; undefined if none is similar. */
export function findClosestName(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let maxApart = Math.min(maxDistance, Math.floor(name.length / 2)) + 1
  for (const candidate of known) {
    const apart = editDistance(name, candidate, maxApart)
    if (apart >= maxApart) continue
    maxApart = apart
    best = candidate
  }
  return best
}

/** Levenshtein distance; some number of at least `limit` for larger distances. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit
  let above = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const line = [row]
    for (let column = 1; column <= right.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      line.push(Math.min(replaced, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1))
    }
    above = line
  }
  return above[right.length] ?? limit
}
