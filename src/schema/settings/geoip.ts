import { Type } from 'typebox'
import { type GeoDetail, geoDetails } from '../event/geoip.ts'
import { choices, optionalPath } from './setting-types.ts'

// The type of Object.keys is string[].
const detailNames = Object.keys(geoDetails) as GeoDetail[]

/** Settings of the places of addresses. */
export const geoipSettings = {
  geoipFile: optionalPath(
    'MaxMind DB of places',
    'GeoLite2 City, GeoIP2 City or Country, or another .mmdb file of that format, held in memory. You may replace it at any time: Millrace reads it again within 10 s. Default: events have no locations.',
    { maxLength: 4_000 },
  ),
  geoipAsnFile: optionalPath(
    'MaxMind DB of autonomous systems',
    'GeoLite2 ASN or another .mmdb file of that format, for MILLRACE_GEOIP_TAGS.',
    { maxLength: 4_000 },
  ),
  geoipTags: Type.Unsafe<readonly string[]>({
    type: 'string',
    format: 'names',
    title: 'Tags whose addresses get tags of their places',
    description:
      'SrcIP adds `SrcIP Country`, `SrcIP State`, `SrcIP City`, `SrcIP ASN` and `SrcIP Organization`, if the files have them; `host` means the host of the event. See [geoip.md](geoip.md).',
    default: '',
  }),
  geoipDetails: choices(detailNames, {
    title: 'Details of a place',
    description: 'The tags of MILLRACE_GEOIP_TAGS that are written.',
    default: 'all',
  }),
}
