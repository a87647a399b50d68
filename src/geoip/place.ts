import type { Geoip } from '../schema/event/geoip.ts'

/** The owner of a network; '' for an unknown member. */
export interface Network {
  /** Number of the autonomous system, as digits. */
  asn: string
  organization: string
}

/**
 * The location in a record of a City or Country database: English names, '' for a missing one; undefined if
 * all are missing. The record may have any shape.
 */
export function parsePlace(record: unknown): Geoip | undefined {
  const subdivisions = getMember(record, 'subdivisions')
  const place = {
    country: englishName(getMember(record, 'country')),
    state: englishName(Array.isArray(subdivisions) ? subdivisions[0] : undefined),
    city: englishName(getMember(record, 'city')),
  }
  return place.country + place.state + place.city === '' ? undefined : place
}

/** The network in a record of an ASN database, or in the `traits` of an Enterprise database. */
export function parseNetwork(record: unknown): Network | undefined {
  const traits = getMember(record, 'traits')
  const number = getMember(record, asnMember) ?? getMember(traits, asnMember)
  const name = getMember(record, organizationMember) ?? getMember(traits, organizationMember)
  const asn = typeof number === 'number' ? String(number) : ''
  const organization = typeof name === 'string' ? name : ''
  return asn + organization === '' ? undefined : { asn, organization }
}

const asnMember = 'autonomous_system_number'
const organizationMember = 'autonomous_system_organization'

function englishName(part: unknown): string {
  const name = getMember(getMember(part, 'names'), 'en')
  return typeof name === 'string' ? name : ''
}

function getMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  // Object.hasOwn found the member.
  return (value as Record<string, unknown>)[name]
}
