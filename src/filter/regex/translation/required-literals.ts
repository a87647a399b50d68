/**
 * Texts that matches of a part of a regular expression must contain, so that texts without them need not be
 * searched. For `(GET|PUT) /` they are "GET /" or "PUT /".
 */
export interface RequiredLiterals {
  /** All possible matches if they are few, otherwise undefined. */
  exact: readonly string[] | undefined
  /** Each match contains at least one of these non-empty texts; undefined if unknown. */
  anyOf: readonly string[] | undefined
  /** Each match contains a literal of every one of these sets. Literals are not empty. */
  allOf: readonly (readonly string[])[]
}

/** Maximum texts in a set; larger sets count as unknown. */
const maxTexts = 16
/** Maximum length of texts joined from adjacent parts. */
const maxTextLength = 64
const maxSets = 8

/** Of a part that may match anything. */
export const unknownLiterals: RequiredLiterals = { exact: undefined, anyOf: undefined, allOf: [] }
/** Of a part that matches only the empty text, such as `^`. */
export const emptyLiteral: RequiredLiterals = { exact: [''], anyOf: undefined, allOf: [] }

/**
 * Literals of parts that follow each other. `run` joins adjacent exact parts until a part is unknown or the
 * joined texts become too many or too long.
 */
export function sequenceLiterals(parts: readonly RequiredLiterals[]): RequiredLiterals {
  let run: readonly string[] = ['']
  let best: readonly string[] | undefined
  let isExact = true
  const sets: (readonly string[])[] = []
  for (const { exact, anyOf, allOf } of parts) {
    const joined = exact === undefined ? undefined : product(run, exact)
    if (joined !== undefined) {
      run = joined
      continue
    }
    isExact = false
    best = longerSet(longerSet(best, run), anyOf)
    sets.push(run, ...allOf)
    run = exact ?? ['']
  }
  sets.push(run)
  return {
    exact: isExact ? run : undefined,
    anyOf: longerSet(best, run),
    allOf: sets.filter(hasNoEmptyText).slice(0, maxSets),
  }
}

/** Literals of parts of which one matches, as in `GET|PUT`. */
export function alternativeLiterals(parts: readonly RequiredLiterals[]): RequiredLiterals {
  const exact: string[] = []
  const anyOf: string[] = []
  let isExactKnown = true
  let isAnyOfKnown = true
  for (const part of parts) {
    if (part.exact === undefined) isExactKnown = false
    else exact.push(...part.exact)
    const best = bestLiterals(part)
    if (best === undefined) isAnyOfKnown = false
    else anyOf.push(...best)
  }
  const isUsable = isAnyOfKnown && anyOf.length <= maxTexts
  return {
    exact: isExactKnown && exact.length <= maxTexts ? exact : undefined,
    anyOf: isUsable ? anyOf : undefined,
    allOf: isUsable && hasNoEmptyText(anyOf) ? [anyOf] : [],
  }
}

/** Non-empty texts of which every match contains one; undefined if unknown. */
export function bestLiterals({ exact, anyOf }: RequiredLiterals): readonly string[] | undefined {
  return longerSet(anyOf, exact)
}

/** Each head followed by each tail; undefined if the results are too many or too long. */
function product(heads: readonly string[], tails: readonly string[]): string[] | undefined {
  if (heads.length * tails.length > maxTexts) return undefined
  const joined = heads.flatMap(head => tails.map(tail => head + tail))
  return joined.some(text => text.length > maxTextLength) ? undefined : joined
}

/**
 * The set whose shortest text is longer, since longer literals exclude more texts. Undefined if each set is
 * unknown or contains the empty text.
 */
function longerSet(
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): readonly string[] | undefined {
  const lengthOfA = minLength(a)
  const lengthOfB = minLength(b)
  if (lengthOfA === 0 && lengthOfB === 0) return undefined
  return lengthOfB > lengthOfA ? b : a
}

function hasNoEmptyText(texts: readonly string[]): boolean {
  return minLength(texts) > 0
}

/** Length of the shortest text; 0 for an unknown or empty set. */
function minLength(texts: readonly string[] | undefined): number {
  if (texts === undefined || texts.length === 0) return 0
  return Math.min(...texts.map(text => text.length))
}
