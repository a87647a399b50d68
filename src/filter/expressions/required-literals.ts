/**
 * Texts that every match of a part of a regular expression contains: a text without them need not be
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
const maxTextLength = 64
const maxSets = 8

export const unknownLiterals: RequiredLiterals = { exact: undefined, anyOf: undefined, allOf: [] }
export const emptyLiteral: RequiredLiterals = { exact: [''], anyOf: undefined, allOf: [] }

/** Literals of parts that follow each other. */
export function sequenceLiterals(parts: readonly RequiredLiterals[]): RequiredLiterals {
  let run: readonly string[] = ['']
  let best: readonly string[] | undefined
  let broken = false
  const each: (readonly string[])[] = []
  for (const { exact, anyOf, allOf: ofPart } of parts) {
    const joined = exact === undefined ? undefined : product(run, exact)
    if (joined !== undefined) {
      run = joined
      continue
    }
    broken = true
    best = longerSet(longerSet(best, run), anyOf)
    each.push(run, ...ofPart)
    run = exact ?? ['']
  }
  each.push(run)
  return {
    exact: broken ? undefined : run,
    anyOf: longerSet(best, run),
    allOf: each.filter(hasNoEmptyText).slice(0, maxSets),
  }
}

/** The literals of alternatives. */
export function alternativeLiterals(parts: readonly RequiredLiterals[]): RequiredLiterals {
  const exact: string[] = []
  const some: string[] = []
  let exactKnown = true
  let someKnown = true
  for (const part of parts) {
    if (part.exact === undefined) exactKnown = false
    else exact.push(...part.exact)
    const needed = bestLiterals(part)
    if (needed === undefined) someKnown = false
    else some.push(...needed)
  }
  return {
    exact: exactKnown && exact.length <= maxTexts ? exact : undefined,
    anyOf: someKnown && some.length <= maxTexts ? some : undefined,
    allOf: someKnown && some.length <= maxTexts && hasNoEmptyText(some) ? [some] : [],
  }
}

/** Non-empty texts of which every match contains one; undefined if unknown. */
export function bestLiterals({ exact, anyOf }: RequiredLiterals): readonly string[] | undefined {
  return longerSet(anyOf, exact)
}

function product(heads: readonly string[], tails: readonly string[]): string[] | undefined {
  if (heads.length * tails.length > maxTexts) return undefined
  const joined = heads.flatMap(head => tails.map(tail => head + tail))
  return joined.some(text => text.length > maxTextLength) ? undefined : joined
}

/** The set whose shortest text is longer, since longer literals exclude more texts. */
function longerSet(
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): readonly string[] | undefined {
  const ofA = minLength(a)
  const ofB = minLength(b)
  if (ofA === 0 && ofB === 0) return undefined
  return ofB > ofA ? b : a
}

function hasNoEmptyText(texts: readonly string[]): boolean {
  return minLength(texts) > 0
}

function minLength(texts: readonly string[] | undefined): number {
  if (texts === undefined || texts.length === 0) return 0
  return Math.min(...texts.map(text => text.length))
}
