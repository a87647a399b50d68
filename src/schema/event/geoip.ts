import { type Static, Type } from 'typebox'

/** The place of an address, in English; '' for unknown parts. */
export const Geoip = Type.Object({ country: Type.String(), state: Type.String(), city: Type.String() })
export type Geoip = Static<typeof Geoip>

/** Details of a place, each with the last word of its tag: `SrcIP Country`. */
export const geoDetails = {
  country: 'Country',
  state: 'State',
  city: 'City',
  asn: 'ASN',
  organization: 'Organization',
} as const
export type GeoDetail = keyof typeof geoDetails
