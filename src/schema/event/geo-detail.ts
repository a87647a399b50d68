/** Details of a place, and the end of the tag that holds each: `SrcIP Country`. */
export const geoDetails = {
  country: 'Country',
  state: 'State',
  city: 'City',
  asn: 'ASN',
  organization: 'Organization',
} as const
export type GeoDetail = keyof typeof geoDetails
