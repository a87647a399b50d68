/** The texts of a match: the whole and its captures; undefined for a capture that did not take part. */
export type MatchGroups = readonly (string | undefined)[]

/** A match and where it stands, UTF-16 units, `end` exclusive. */
export interface RegexMatch {
  groups: MatchGroups
  start: number
  end: number
}
