/**
 * What is known of the texts that a part of a regular expression can match. It says what must stand in a text for the expression to
 * be found there, so that most texts need not be looked at.
 */
export interface Needs {
  /** All texts that it can match, when they are few; undefined when they are not. */
  exact: readonly string[] | undefined
  /** Each match contains at least one of these (none is empty); undefined when nothing is known. */
  some: readonly string[] | undefined
  /** Of every one of these sets each match contains a text (none is empty). */
  each: readonly (readonly string[])[]
}

const mostTexts = 16
const longestText = 64
const mostSets = 8

export const nothingKnown: Needs = { exact: undefined, some: undefined, each: [] }
export const emptyText: Needs = { exact: [''], some: undefined, each: [] }

/** What the parts in sequence need. */
export function inSequence(parts: readonly Needs[]): Needs {
  let run: readonly string[] = ['']
  let best: readonly string[] | undefined
  let broken = false
  const each: (readonly string[])[] = []
  for (const { exact, some, each: ofPart } of parts) {
    const joined = exact === undefined ? undefined : product(run, exact)
    if (joined !== undefined) {
      run = joined
      continue
    }
    broken = true
    best = better(better(best, run), some)
    each.push(run, ...ofPart)
    run = exact ?? ['']
  }
  each.push(run)
  return {
    exact: broken ? undefined : run,
    some: better(best, run),
    each: each.filter(isTelling).slice(0, mostSets),
  }
}

/** What alternatives need. */
export function anyOfNeeds(parts: readonly Needs[]): Needs {
  const exact: string[] = []
  const some: string[] = []
  let exactKnown = true
  let someKnown = true
  for (const part of parts) {
    if (part.exact === undefined) exactKnown = false
    else exact.push(...part.exact)
    const needed = neededBy(part)
    if (needed === undefined) someKnown = false
    else some.push(...needed)
  }
  return {
    exact: exactKnown && exact.length <= mostTexts ? exact : undefined,
    some: someKnown && some.length <= mostTexts ? some : undefined,
    each: someKnown && some.length <= mostTexts && isTelling(some) ? [some] : [],
  }
}

/** One of these stands in every match; undefined when that is not known. */
export function neededBy({ exact, some }: Needs): readonly string[] | undefined {
  return better(some, exact)
}

function product(heads: readonly string[], tails: readonly string[]): string[] | undefined {
  if (heads.length * tails.length > mostTexts) return undefined
  const joined = heads.flatMap(head => tails.map(tail => head + tail))
  return joined.some(text => text.length > longestText) ? undefined : joined
}

/** The more telling of two sets: its shortest text is longer. */
function better(
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): readonly string[] | undefined {
  const ofA = shortest(a)
  const ofB = shortest(b)
  if (ofA === 0 && ofB === 0) return undefined
  return ofB > ofA ? b : a
}

function isTelling(texts: readonly string[]): boolean {
  return shortest(texts) > 0
}

function shortest(texts: readonly string[] | undefined): number {
  if (texts === undefined || texts.length === 0) return 0
  return Math.min(...texts.map(text => text.length))
}
