import { type Static, Type } from 'typebox'

/** Where an address is, in English; '' for what is not known of it. */
export const Geoip = Type.Object({ country: Type.String(), state: Type.String(), city: Type.String() })
export type Geoip = Static<typeof Geoip>
