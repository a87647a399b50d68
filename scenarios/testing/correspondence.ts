import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../src/schema/text/json-object.ts'

/** Members with generated values. */
const madeUp = /(?:^|_)ids?$|(?:^|_)key$/
/** Members with durations, and cursors of batches, whose numbers each installation gives by its own clock. */
const ofItsOwn = /(?:^|\.)(?:took(?:_ms)?|next)$/
/** Generated values within a text: hexadecimal keys and ids of queries, numbers. */
const inTexts = /[0-9a-f]{24,}(?:\.\d+)?|\d+(?:\.\d+)?/g
/** The minute in the name of a file, UTC. */
const inNames = /(\d{4}-\d\d-\d\d) (\d\d)(\d\d)/g
/** More recent times come from the requests, which the two services get one after the other. */
const recentSeconds = 2 * 3_600
const apartSeconds = 60

/**
 * Compares the answers of two services that got the same requests. Ids and keys may differ, but each one must
 * always correspond to the same one of the other service. Recent times may be a minute apart.
 */
export class Correspondence {
  /** By kind of id: ids of one service to ids of the other, in both directions. */
  readonly #pairs = new Map<string, [Map<unknown, unknown>, Map<unknown, unknown>]>()

  /** Positions where the two differ, with both values. `kind`: kind of the ids at the top level. */
  differences(kind: string, one: unknown, other: unknown): string[] {
    return this.#compare('', kind, one, other)
  }

  #compare(place: string, kind: string, one: unknown, other: unknown): string[] {
    if (isDeepStrictEqual(one, other) && !isObject(one) && !Array.isArray(one)) {
      return this.#isMadeUp(place) ? this.#pair(place, kind, one, other) : []
    }
    if (Array.isArray(one) && Array.isArray(other)) {
      if (one.length !== other.length) return [told(place, one, other)]
      return one.flatMap((item, at) => this.#compare(place, kind, item, other[at]))
    }
    if (isObject(one) && isObject(other)) {
      const names = new Set([...Object.keys(one), ...Object.keys(other)])
      return [...names].flatMap(name =>
        name in one && name in other
          ? this.#compare(place === '' ? name : `${place}.${name}`, kind, one[name], other[name])
          : [told(`${place}.${name}`, one[name], other[name])],
      )
    }
    if (areRecent(one, other) || (ofItsOwn.test(place) && typeof one === typeof other)) return []
    if (this.#isMadeUp(place) && typeof one === typeof other) return this.#pair(place, kind, one, other)
    if (typeof one === 'string' && typeof other === 'string' && this.#sameText(one, other)) return []
    return [told(place, one, other)]
  }

  #isMadeUp(place: string): boolean {
    return madeUp.test(place.slice(place.lastIndexOf('.') + 1))
  }

  #pair(place: string, kind: string, one: unknown, other: unknown): string[] {
    if (one === null && other === null) return []
    const key = `${kind} ${place.replace(/^objects\./, '')}`
    const known = this.#pairs.get(key) ?? [new Map(), new Map()]
    this.#pairs.set(key, known)
    const [there, back] = known
    if (!there.has(one) && !back.has(other)) {
      there.set(one, other)
      back.set(other, one)
      return []
    }
    return there.get(one) === other && back.get(other) === one
      ? []
      : [told(`${key} (another before)`, one, other)]
  }

  /** Whether the texts are equal except for recent times and corresponding ids. */
  #sameText(one: string, other: string): boolean {
    if (areRecent(Date.parse(one) / 1_000, Date.parse(other) / 1_000)) return true
    return this.#sameParts(withSeconds(one), withSeconds(other))
  }

  #sameParts(one: string, other: string): boolean {
    if (one.replace(inTexts, '#') !== other.replace(inTexts, '#')) return false
    const [mine, theirs] = [one.match(inTexts) ?? [], other.match(inTexts) ?? []]
    return mine.every((text, at) => text === theirs[at] || this.#areKnown(text, theirs[at] ?? ''))
  }

  #areKnown(one: string, other: string): boolean {
    if (areRecent(Number(one), Number(other))) return true
    return [...this.#pairs.values()].some(
      ([there]) => there.get(one) === other || there.get(Number(one)) === Number(other),
    )
  }
}

/** With Unix seconds in place of the minutes in names. */
function withSeconds(text: string): string {
  return text.replace(inNames, (_, day, hour, minute) =>
    String(Date.parse(`${day}T${hour}:${minute}Z`) / 1_000),
  )
}

function areRecent(one: unknown, other: unknown): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return false
  return (
    Math.abs(one - other) <= apartSeconds &&
    [one, other].every(time => time >= Date.now() / 1_000 - recentSeconds)
  )
}

function told(place: string, one: unknown, other: unknown): string {
  const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 200)
  return `${place}: ${shown(one)}, but ${shown(other)}`
}
