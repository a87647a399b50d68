/** The texts of a match: the whole match, then its captures. A capture that took no part is undefined. */
export type MatchGroups = readonly (string | undefined)[]

/** A match with its position in UTF-16 units, `end` exclusive. */
export interface RegexMatch {
  groups: MatchGroups
  start: number
  end: number
}
