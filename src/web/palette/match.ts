/**
 * How well a text matches typed words: the sum of points of the words. A typed word gets 3 points if a word
 * of the text begins with it, 2 if the text contains it, and 1 if a word of the text has its letters in order
 * (`dshb` in `dashboard`). undefined if a typed word does not match at all.
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

/** Whether a word begins with the first of the letters, and contains the other letters after it, in order. */
function hasLetters(word: string, letters: string): boolean {
  // If the first letter could be anywhere, nearly every word would match.
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
