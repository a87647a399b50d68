/** Maximum edit distance of similar names. */
const maxDistance = 4

/** The known name that a person most likely meant, for "did you mean ...?"; undefined if none is similar. */
export function findClosestName(name: string, known: readonly string[]): string | undefined {
  let closest: string | undefined
  let limit = Math.min(maxDistance, Math.floor(name.length / 2)) + 1
  for (const candidate of known) {
    const distance = editDistance(name, candidate, limit)
    if (distance >= limit) continue
    limit = distance
    closest = candidate
  }
  return closest
}

/** What is wrong with a name that is none of the known ones, for a list of faults. */
export function describeUnknownName(name: string, known: readonly string[]): string {
  const meant = findClosestName(name, known)
  const hint = meant === undefined ? `expected one of ${known.join(', ')}` : `did you mean ${meant}?`
  return `is not known; ${hint}`
}

/** Levenshtein distance; some number of at least `limit` for larger distances. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit
  let previousRow = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const currentRow = [row]
    for (let column = 1; column <= right.length; column++) {
      const replaced = (previousRow[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      currentRow.push(Math.min(replaced, (previousRow[column] ?? 0) + 1, (currentRow[column - 1] ?? 0) + 1))
    }
    previousRow = currentRow
  }
  return previousRow[right.length] ?? limit
}
