import { isObject, type JsonObject } from '../../schema/text/json-object.ts'

/** A possible location of a value: a member named `host.name`, or the member `name` of a member `host`. */
interface Path {
  dotted: string
  names: readonly string[]
}

/** At most 32 locations of a value, in the order in which they are tried. */
export interface PathList {
  paths: readonly Path[]
  /** Bit i: document number `generation` may have a value at path i. */
  present: number
  /** Number of the last document that had a value at one of the paths; 0 before. */
  generation: number
}

/** The paths of one list that begin with the name of a top-level member, as bits like `present`. */
interface NameUse {
  list: PathList
  /** Paths whose dotted form is the name. */
  dotted: number
  /** Paths that continue inside the member, if it is an object. */
  nested: number
}

/** The uses of each name of a top-level member, by all lists. */
const usesByName = new Map<string, NameUse[]>()
/** Maximum paths of a list: one for each bit of `present`. */
const maxPaths = 32
/** Number of the current document: how often recordPresentPaths was called. */
let generation = 0

/** Makes a list of paths from dotted names separated by spaces. */
export function paths(...lists: readonly string[]): PathList {
  const dottedNames = lists.flatMap(list => list.split(' '))
  if (dottedNames.length > maxPaths) throw new Error(`More than ${maxPaths} paths: ${dottedNames.join(' ')}`)
  const all = dottedNames.map(dotted => ({ dotted, names: dotted.split('.') }))
  const list: PathList = { paths: all, present: 0, generation: 0 }
  for (const [position, { dotted, names }] of all.entries()) {
    findOrAddUse(dotted, list).dotted |= 1 << position
    if (names.length > 1) findOrAddUse(names[0] ?? '', list).nested |= 1 << position
  }
  return list
}

function findOrAddUse(name: string, list: PathList): NameUse {
  const uses = usesByName.get(name) ?? []
  usesByName.set(name, uses)
  const known = uses.find(use => use.list === list)
  if (known !== undefined) return known
  const use = { list, dotted: 0, nested: 0 }
  uses.push(use)
  return use
}

/**
 * Records in every list which of its paths a document may have. Call it for each document before
 * `firstValue`, which skips the other paths.
 */
export function recordPresentPaths(document: JsonObject): void {
  generation++
  for (const name in document) {
    const uses = usesByName.get(name)
    if (uses === undefined) continue
    const value = document[name]
    const isNested = typeof value === 'object' && value !== null
    for (let i = 0; i < uses.length; i++) {
      const use = uses[i]
      if (use === undefined) continue
      const present = isNested ? use.dotted | use.nested : use.dotted
      if (use.list.generation === generation) use.list.present |= present
      else {
        use.list.generation = generation
        use.list.present = present
      }
    }
  }
}

/**
 * The first value at the list's paths that `fits` accepts; undefined for none. Adds its path to `found`.
 * `document`: the one for which recordPresentPaths was last called.
 */
export function firstValue(
  document: JsonObject,
  list: PathList,
  fits: (value: unknown) => boolean,
  found: string[],
): unknown {
  if (list.generation !== generation) return undefined
  // From the lowest bit on, which is the best path.
  for (let present = list.present; present !== 0; present &= present - 1) {
    const path = list.paths[31 - Math.clz32(present & -present)]
    if (path === undefined) continue
    const { dotted, names } = path
    let value = document[dotted]
    if (!fits(value)) {
      if (names.length === 1) continue
      value = valueAt(document, names)
      if (!fits(value)) continue
    }
    found.push(dotted)
    return value
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
