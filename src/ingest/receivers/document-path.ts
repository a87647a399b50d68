import { isObject, type JsonObject } from '../../schema/json-object.ts'

/** Numbers of the searched names; and by number the generation of the last document that has the name. */
const nameNumbers = new Map<string, number>()
const seenIn: number[] = []
let generation = 0

/** Where a value may be: under a dotted name, or nested. */
export interface Path {
  dotted: string
  names: readonly string[]
  /** Numbers of `dotted` and of the first name among those that are looked for. */
  whole: number
  top: number
}

/** The paths of lists of dotted names with spaces between them. */
export function paths(...lists: readonly string[]): Path[] {
  return lists.flatMap(list => list.split(' ')).map(pathOf)
}

function pathOf(dotted: string): Path {
  const names = dotted.split('.')
  return { dotted, names, whole: numberOf(dotted), top: numberOf(names[0] ?? '') }
}

function numberOf(name: string): number {
  const number = nameNumbers.get(name) ?? nameNumbers.size
  nameNumbers.set(name, number)
  return number
}

/** Records which searched names a document has, for `firstValue`: most are absent, and then need no lookup. */
export function recordNames(document: JsonObject): void {
  generation++
  for (const name in document) {
    const number = nameNumbers.get(name)
    if (number !== undefined) seenIn[number] = generation
  }
}

/** The first value of the recorded document that fits; adds its path to `found`. */
export function firstValue(
  document: JsonObject,
  candidates: readonly Path[],
  fits: (value: unknown) => boolean,
  found: string[],
): unknown {
  for (const { dotted, names, whole, top } of candidates) {
    if (seenIn[whole] === generation) {
      const value = document[dotted]
      if (fits(value)) {
        found.push(dotted)
        return value
      }
    }
    if (names.length === 1 || seenIn[top] !== generation) continue
    const value = valueAt(document, names)
    if (fits(value)) {
      found.push(dotted)
      return value
    }
  }
  return undefined
}

function valueAt(document: JsonObject, names: readonly string[]): unknown {
  let value: unknown = document
  for (const name of names) {
    if (!isObject(value)) return undefined
    value = value[name]
  }
  return value
}
