import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

/** Maximum matches of a trigger in one batch that have their own sample. */
export const maxSingleSamples = 100
/** Maximum groups of a trigger in one batch: pairs of key and host whose further matches share a sample. */
export const maxGroups = 1_000

/** One occurrence that triggers match. */
const MatchedEvent = Type.Object({
  /** Id of its event. */
  id: Type.Integer(),
  /** Microseconds. */
  ts: Type.Integer(),
  /** Whether it repeats an earlier occurrence of the event. */
  repeat: Type.Boolean(),
  /** Index into eventTypes. */
  type: Type.Integer(),
  host: Type.String(),
  program: Type.String(),
  severity: Type.Integer(),
  facility: Type.Integer(),
  mnemonic: Type.String(),
  /** Status, after triggers have set theirs. */
  status: Type.Integer(),
  message: Type.String(),
  tags: Type.Record(Type.String(), Type.String()),
})
export type MatchedEvent = Static<typeof MatchedEvent>

/** Matches that are reported together: one match, or all further matches of one key and host. */
const MatchSample = Type.Tuple([
  /** Index into `BatchMatches.events`: the event of the newest of these matches. */
  Type.Integer({ minimum: 0 }),
  /** Value of the field that the trigger or its condition groups by; '' without one. */
  Type.String(),
  /** Number of matches. */
  Type.Integer(),
])

/** Maximum UTF-16 units of a value of a key; the rest is cut off. */
export const maxKeyLength = 255

/**
 * Number of occurrences in one second with the same two values, for conditions over many events. A value is
 * '' if the condition names no such field.
 */
const MatchKey = Type.Tuple([
  /** Value of the field that the condition groups by. */
  Type.String(),
  /** Value of the field whose values the condition watches. */
  Type.String(),
  /** Unix second. */
  Type.Integer(),
  /** Number of occurrences. */
  Type.Integer(),
])

/** Second value of a MatchKey in `followerKeys`, for events that also match the first filter of the pair. */
export const matchesBoth = 'both'

/** What one trigger matched in a batch. */
export const TriggerMatches = Type.Object({
  id: Type.Integer(),
  /** Index into `BatchMatches.hosts`; absent: the permissions of the owner changed. */
  hosts: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Exact number of events. */
  count: Type.Integer(),
  /** Exact number of further occurrences of events; 0 for a trigger that ignores them. */
  repeats: Type.Integer(),
  /** Microseconds of the first and the last occurrence; 0 without any. */
  first: Type.Integer(),
  last: Type.Integer(),
  /**
   * First the samples of one match each, then groups of further matches, sorted by their newest match. A
   * group has one key and host. A trigger with a condition over many events has groups only, each with the
   * two values of a MatchKey.
   */
  samples: Type.Array(MatchSample, { maxItems: maxSingleSamples + maxGroups }),
  /** Matches that are in no sample because there were too many keys and hosts. */
  others: Type.Optional(Type.Integer()),
  /** For a trigger with a condition over many events: its occurrences by values and second. */
  keys: Type.Optional(Type.Array(MatchKey)),
  /** For a trigger with the condition `pair`: the same for its second filter. */
  followerKeys: Type.Optional(Type.Array(MatchKey)),
  /** Occurrences that are in no key because there were too many values. */
  keysOmitted: Type.Optional(Type.Integer()),
})
export type TriggerMatches = Static<typeof TriggerMatches>

/** What triggers matched in the rows of one spool file. Its matches file has this as one line of JSON. */
export const BatchMatches = Type.Object(
  {
    events: Type.Array(MatchedEvent),
    triggers: Type.Array(TriggerMatches),
    /** Lists of patterns of the hosts that owners of triggers could see. */
    hosts: Type.Optional(Type.Array(Type.Array(Type.String()))),
  },
  { $id: 'BatchMatches' },
)
export type BatchMatches = Static<typeof BatchMatches>

/** Compiled, since there are thousands of events a second in a storm. */
const validator = Compile(BatchMatches)

/** Reads the text of a file of matches; undefined when the text is not in its format. */
export function parseBatchMatches(text: string): BatchMatches | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return validator.Check(read) ? read : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
