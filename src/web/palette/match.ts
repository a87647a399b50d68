/**
 * How well a text matches typed words. Each word must begin a word of the text (3 points), be within the text
 * (2), or have its letters in one word in order (1). undefined if a word matches in no way.
 */
export function matchScore(text: string, typed: string): number | undefined {
  const lower = text.toLowerCase()
  const words = lower.split(/[^\p{L}\p{N}]+/u)
  let score = 0
  for (const typedWord of typed.toLowerCase().split(/\s+/)) {
    if (typedWord === '') continue
    if (words.some(word => word.startsWith(typedWord))) score += 3
    else if (lower.includes(typedWord)) score += 2
    else if (words.some(word => hasLetters(word, typedWord))) score += 1
    else return undefined
  }
  return score
}

/** Whether a word begins with the first letter, and has the others after it in order. */
function hasLetters(word: string, letters: string): boolean {
  // Without this, nearly everything would match.
  if (word[0] !== letters[0]) return false
  let at = 0
  for (const letter of letters) {
    at = word.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

/** The items that match, best first; equal ones keep their order. */
export function bestMatches<T extends { text: string }>(
  items: readonly T[],
  typed: string,
  max: number,
): T[] {
  return items
    .flatMap(item => {
      const score = matchScore(item.text, typed)
      return score === undefined ? [] : [{ item, score }]
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, max)
    .map(({ item }) => item)
}
