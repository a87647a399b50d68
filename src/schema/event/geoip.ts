import { type Static, Type } from 'typebox'

/** The place of an address, in English; '' for unknown parts. */
export const Geoip = Type.Object({ country: Type.String(), state: Type.String(), city: Type.String() })
export type Geoip = Static<typeof Geoip>
