import type { Extraction } from '../syntax/expression.ts'
import {
  JsonFault,
  type JsonValue,
  jsonFault,
  maxDepth,
  nextToken,
  stringEnd,
  unescapeJson,
  valueAt,
} from './json-tokens.ts'
import { withoutReplacements } from './label-names.ts'
import type { LineStage } from './line-stage.ts'

/** Names of members and indexes of arrays. */
type JsonPath = readonly (string | number)[]

const field = /[A-Za-z_][A-Za-z0-9_]*/y
const index = /\[\s*([0-9]{1,9})\s*\]/y
const text = /\[\s*"([^"\]]*)"\s*\]/y

/** Parses a path such as `a.b["c d"][0]`; undefined for other texts. */
export function parseJsonPath(expression: string): JsonPath | undefined {
  const path: (string | number)[] = []
  let at = expression.length - expression.trimStart().length
  const end = expression.trimEnd().length
  while (at < end) {
    const take = (pattern: RegExp) => {
      pattern.lastIndex = at
      return pattern.exec(expression)
    }
    const name = take(text)
    const number = name === null ? take(index) : null
    if (name === null && number === null) {
      if (path.length > 0 && expression.charAt(at++) !== '.') return undefined
      const found = take(field)
      if (found === null) return undefined
      path.push(found[0])
      at += found[0].length
      continue
    }
    path.push(name === null ? Number(number?.[1]) : (name[1] ?? ''))
    at += (name ?? number)?.[0].length ?? 0
  }
  return path.length === 0 || path.length > maxDepth ? undefined : path
}

/** `| json a="b.c"`: sets labels to parts of the line: the first value of each path, or ''. */
export function jsonPathsStage(wanted: readonly (Extraction & { path: JsonPath })[]): LineStage {
  const paths = wanted.map(({ path }) => path)
  return ({ text: line, labels }) => {
    if (line === '' || labels.hints.needsNothing) return true
    if (!/^["{[]/.test(line)) {
      labels.fail('JSONParserErr')
      return true
    }
    let found = 0
    findPaths(line, paths, (path, value) => {
      const label = path === undefined ? undefined : wanted[path]?.label
      if (value instanceof JsonFault || label === undefined)
        labels.fail('JSONParserErr', value instanceof JsonFault ? value.message : undefined)
      else {
        labels.set(labels.parsedName(label), value)
        found++
      }
    })
    if (found < wanted.length) {
      for (const { label } of wanted) if (labels.get(label) === undefined) labels.set(label, '')
    }
    return true
  }
}

type Found = (path: number | undefined, value: string | JsonFault) => void

/**
 * Finds the first value of each path in one pass. As in Loki, only brackets and names are read, so that
 * faults in between are not noticed.
 */
function findPaths(line: string, paths: readonly JsonPath[], found: Found): void {
  const search = new PathSearch(paths)
  const longest = Math.max(...paths.map(({ length }) => length))
  for (let at = 0; at < line.length && !search.isComplete; ) {
    switch (line.charAt(at)) {
      case '"': {
        const end = stringEnd(line, at + 1)
        const next = end === -1 ? -1 : nextToken(line, end)
        if (next === -1) return
        if (line.charAt(next) !== ':') {
          at = next
          continue
        }
        const key = unescapeJson(line.slice(at + 1, end - 1))
        if (key === undefined) return
        if (longest >= search.level) {
          if (search.level < 1) {
            found(undefined, jsonFault('json'))
            return
          }
          for (const path of search.enter(key)) found(path, readAt(line, next + 1))
        }
        at = next + 1
        continue
      }
      case '{':
        search.level++
        break
      case '}':
      case ']':
        search.level--
        break
      case '[': {
        if (search.level < 0) {
          found(undefined, jsonFault('json'))
          return
        }
        const next = searchArray(line, at, search, found)
        if (next === undefined) return
        at = next
        continue
      }
      default:
    }
    at++
  }
}

/** Searches an array for elements at wanted indexes. Returns where to continue. */
function searchArray(line: string, at: number, search: PathSearch, found: Found): number | undefined {
  const wanted = search.elementsHere()
  if (wanted.length === 0) {
    try {
      return valueAt(line, at).next
    } catch (error) {
      if (error instanceof JsonFault) return undefined
      throw error
    }
  }
  search.level++
  let next = nextToken(line, at + 1)
  for (let index = 0; next !== -1 && line.charAt(next) !== ']'; index++) {
    let element: JsonValue
    try {
      element = valueAt(line, next)
    } catch (error) {
      if (error instanceof JsonFault) return next
      throw error
    }
    for (const one of wanted) {
      if (one.index !== index) continue
      search.take(one.path)
      if (one.rest.length === 0) found(one.path, textOf(line, element))
      else if (element.type === 'object' || element.type === 'array')
        findPaths(line.slice(element.start, element.end), [one.rest], (_, value) => found(one.path, value))
    }
    next = nextToken(line, element.next)
    if (next !== -1 && line.charAt(next) === ',') next = nextToken(line, next + 1)
    else if (line.charAt(next) !== ']') break
  }
  return next === -1 ? undefined : next
}

/** The paths that are not found yet, and the current position. */
class PathSearch {
  readonly #paths: readonly JsonPath[]
  readonly #taken = new Set<number>()
  /** Names of the objects that contain the position. */
  readonly #names: string[] = []
  level = 0

  constructor(paths: readonly JsonPath[]) {
    this.#paths = paths
  }

  get isComplete(): boolean {
    return this.#taken.size === this.#paths.length
  }

  /** Enters a member. Returns the paths that end there. */
  enter(key: string): number[] {
    this.#names[this.level - 1] = key
    const ending = this.#open().filter(({ path }) => path.length === this.level && this.#isHere(path))
    for (const { number } of ending) this.#taken.add(number)
    return ending.map(({ number }) => number)
  }

  /** The paths that continue in the array at the position. */
  elementsHere(): { path: number; index: number; rest: JsonPath }[] {
    return this.#open().flatMap(({ path, number }) => {
      const index = path[this.level]
      if (typeof index !== 'number' || !this.#isHere(path)) return []
      return [{ path: number, index, rest: path.slice(this.level + 1) }]
    })
  }

  take(path: number): void {
    this.#taken.add(path)
  }

  #open(): { path: JsonPath; number: number }[] {
    return this.#paths.flatMap((path, number) => (this.#taken.has(number) ? [] : [{ path, number }]))
  }

  #isHere(path: JsonPath): boolean {
    return path.slice(0, this.level).every((name, i) => name === this.#names[i])
  }
}

function readAt(line: string, at: number): string | JsonFault {
  try {
    return textOf(line, valueAt(line, at))
  } catch (error) {
    if (error instanceof JsonFault) return error
    throw error
  }
}

function textOf(line: string, { type, start, end }: JsonValue): string {
  const raw = line.slice(start, end)
  if (type === 'null') return ''
  // As in Loki, escapes in arrays are replaced too.
  return type === 'object' ? raw : withoutReplacements(unescapeJson(raw) ?? '')
}
