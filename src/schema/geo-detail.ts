/** What can be told of a place, and how the tag that tells it ends: `SrcIP Country`. */
export const geoDetails = {
  country: 'Country',
  state: 'State',
  city: 'City',
  asn: 'ASN',
  organization: 'Organization',
} as const
export type GeoDetail = keyof typeof geoDetails
