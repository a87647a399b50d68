import type { Extraction } from '../syntax/expression.ts'
import {
  JsonError,
  type JsonValue,
  jsonError,
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

/** `a` */
const bareName = /[A-Za-z_][A-Za-z0-9_]*/y
/** `[0]` */
const index = /\[\s*([0-9]{1,9})\s*\]/y
/** `["c d"]` */
const quotedName = /\[\s*"([^"\]]*)"\s*\]/y

/** Parses a path such as `a.b["c d"][0]`; undefined for other texts. */
export function parseJsonPath(expression: string): JsonPath | undefined {
  const path: (string | number)[] = []
  let at = expression.length - expression.trimStart().length
  const end = expression.trimEnd().length
  while (at < end) {
    const matchHere = (pattern: RegExp) => {
      pattern.lastIndex = at
      return pattern.exec(expression)
    }
    const name = matchHere(quotedName)
    const number = name === null ? matchHere(index) : null
    if (name === null && number === null) {
      if (path.length > 0 && expression.charAt(at++) !== '.') return undefined
      const match = matchHere(bareName)
      if (match === null) return undefined
      path.push(match[0])
      at += match[0].length
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
    let foundCount = 0
    findPaths(line, paths, (pathIndex, value) => {
      const label = pathIndex === undefined ? undefined : wanted[pathIndex]?.label
      if (value instanceof JsonError || label === undefined)
        labels.fail('JSONParserErr', value instanceof JsonError ? value.message : undefined)
      else {
        labels.set(labels.parsedName(label), value)
        foundCount++
      }
    })
    if (foundCount < wanted.length) {
      for (const { label } of wanted) if (labels.get(label) === undefined) labels.set(label, '')
    }
    return true
  }
}

/** Called with the index of a path and its value, or with an error; undefined: an error of no path. */
type OnFound = (pathIndex: number | undefined, value: string | JsonError) => void

/**
 * Finds the first value of each path in one pass. As in Loki, it reads only brackets and names, and does not
 * notice faults between them.
 */
function findPaths(line: string, paths: readonly JsonPath[], onFound: OnFound): void {
  const search = new PathSearch(paths)
  const maxLength = Math.max(...paths.map(({ length }) => length))
  for (let at = 0; at < line.length && !search.isComplete; ) {
    switch (line.charAt(at)) {
      case '"': {
        const end = stringEnd(line, at + 1)
        const next = end === -1 ? -1 : nextToken(line, end)
        if (next === -1) return
        // A text that is not the name of a member.
        if (line.charAt(next) !== ':') {
          at = next
          continue
        }
        const key = unescapeJson(line.slice(at + 1, end - 1))
        if (key === undefined) return
        // Members that are nested more deeply than the longest path are not wanted.
        if (maxLength >= search.level) {
          if (search.level < 1) {
            onFound(undefined, jsonError('json'))
            return
          }
          for (const pathIndex of search.enter(key)) onFound(pathIndex, readAt(line, next + 1))
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
          onFound(undefined, jsonError('json'))
          return
        }
        const next = searchArray(line, at, search, onFound)
        if (next === undefined) return
        at = next
        continue
      }
      default:
    }
    at++
  }
}

/**
 * Searches an array for elements at wanted indexes. Returns where to continue; undefined: the search ends.
 */
function searchArray(line: string, at: number, search: PathSearch, onFound: OnFound): number | undefined {
  const wanted = search.elementsHere()
  if (wanted.length === 0) {
    try {
      return valueAt(line, at).next
    } catch (error) {
      if (error instanceof JsonError) return undefined
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
      // The search continues there, as in Loki.
      if (error instanceof JsonError) return next
      throw error
    }
    for (const { pathIndex, elementIndex, remainingPath } of wanted) {
      if (elementIndex !== index) continue
      search.markFound(pathIndex)
      if (remainingPath.length === 0) onFound(pathIndex, textOf(line, element))
      else if (element.type === 'object' || element.type === 'array') {
        const content = line.slice(element.start, element.end)
        findPaths(content, [remainingPath], (_, value) => onFound(pathIndex, value))
      }
    }
    next = nextToken(line, element.next)
    if (next !== -1 && line.charAt(next) === ',') next = nextToken(line, next + 1)
    else if (line.charAt(next) !== ']') break
  }
  // The caller meets the closing bracket, and leaves the level of the array.
  return next === -1 ? undefined : next
}

/** The paths that are not found yet, and the current position: a chain of members and arrays. */
class PathSearch {
  readonly #paths: readonly JsonPath[]
  /** Indexes of the paths that are found. */
  readonly #found = new Set<number>()
  /** Names of the members that contain the position, outermost first. */
  readonly #names: string[] = []
  /** Number of objects and arrays that contain the position; negative after too many closing brackets. */
  level = 0

  constructor(paths: readonly JsonPath[]) {
    this.#paths = paths
  }

  get isComplete(): boolean {
    return this.#found.size === this.#paths.length
  }

  /** Enters a member. Marks the paths that end there as found, and returns their indexes. */
  enter(key: string): number[] {
    this.#names[this.level - 1] = key
    const ending = this.#missing().filter(({ path }) => path.length === this.level && this.#isHere(path))
    for (const { pathIndex } of ending) this.#found.add(pathIndex)
    return ending.map(({ pathIndex }) => pathIndex)
  }

  /** The elements of the array at the position in which paths continue. */
  elementsHere(): { pathIndex: number; elementIndex: number; remainingPath: JsonPath }[] {
    return this.#missing().flatMap(({ path, pathIndex }) => {
      const elementIndex = path[this.level]
      if (typeof elementIndex !== 'number' || !this.#isHere(path)) return []
      return [{ pathIndex, elementIndex, remainingPath: path.slice(this.level + 1) }]
    })
  }

  markFound(pathIndex: number): void {
    this.#found.add(pathIndex)
  }

  #missing(): { path: JsonPath; pathIndex: number }[] {
    return this.#paths.flatMap((path, pathIndex) => (this.#found.has(pathIndex) ? [] : [{ path, pathIndex }]))
  }

  /** Whether the path leads to the position, or through it. */
  #isHere(path: JsonPath): boolean {
    return path.slice(0, this.level).every((name, i) => name === this.#names[i])
  }
}

function readAt(line: string, at: number): string | JsonError {
  try {
    return textOf(line, valueAt(line, at))
  } catch (error) {
    if (error instanceof JsonError) return error
    throw error
  }
}

function textOf(line: string, { type, start, end }: JsonValue): string {
  const raw = line.slice(start, end)
  if (type === 'null') return ''
  // As in Loki, escapes in arrays are replaced too.
  return type === 'object' ? raw : withoutReplacements(unescapeJson(raw) ?? '')
}
