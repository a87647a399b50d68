import { type Static, Type } from 'typebox'

/** Maximum size of a user's preferences as JSON, bytes. */
export const maxPreferencesBytes = 65_536

/** Preferences of a user. The page decides on the members; the service only stores them. */
export const Preferences = Type.Record(Type.String(), Type.Unknown(), {
  $id: 'Preferences',
  description: `Any members, at most ${maxPreferencesBytes / 1_024} KiB of JSON`,
})
export type Preferences = Static<typeof Preferences>
