import type { Geoip } from '../../../schema/geoip.ts'

/**
 * The place in a record of a City or Country database: English names, '' for what it does not tell; undefined when it tells
 * nothing. The record is whatever the file holds.
 */
export function placeIn(record: unknown): Geoip | undefined {
  const [subdivision] = listIn(record, 'subdivisions')
  const place = {
    country: englishName(memberOf(record, 'country')),
    state: englishName(subdivision),
    city: englishName(memberOf(record, 'city')),
  }
  return place.country + place.state + place.city === '' ? undefined : place
}

function englishName(part: unknown): string {
  const name = memberOf(memberOf(part, 'names'), 'en')
  return typeof name === 'string' ? name : ''
}

function listIn(record: unknown, name: string): unknown[] {
  const list = memberOf(record, name)
  return Array.isArray(list) ? list : []
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  // An own member of this very object.
  return (value as Record<string, unknown>)[name]
}
