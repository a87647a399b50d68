import type { StoredEvent } from '../../schema/event/event.ts'
import {
  type BatchMatches,
  type MatchedEvent,
  maxSingleSamples,
  type TriggerMatches,
} from '../../schema/intake/batch-matches.ts'

/** Matches of a trigger that are reported together, with the newest of their events. */
export interface SampledMatch {
  /** The newest event of the matches. */
  event: StoredEvent
  /** Value of the field that the trigger or its condition groups by. */
  key: string
  count: number
  /** Whether it is a single match, reported on its own: one of the first `maxSingleSamples` of its batch. */
  isSingle: boolean
}

/** Sum of the TriggerMatches of one trigger over several batches. */
export interface TriggerTally {
  id: number
  /**
   * Patterns of the hosts that the owner of the trigger could see in all of these batches; null: unknown, or
   * they changed.
   */
  ownerHosts: readonly string[] | null
  /** Matching events, plus repeats for a trigger that counts them. */
  hits: number
  /** Time of the last occurrence, microseconds. */
  last: number
  /** Sequence of the last batch. */
  sequence: number
  samples: SampledMatch[]
  /** Matches without a sample, because there were too many keys and hosts. */
  others: number
  /** Matches that are not in `keys` or `followerKeys`, because there were too many values. */
  keysOmitted: number
  /** Matches by key and second, for a trigger with a condition over many events. */
  keys: NonNullable<TriggerMatches['keys']>
  /** As `keys`, for matches of the second filter of the condition `pair`. */
  followerKeys: NonNullable<TriggerMatches['keys']>
}

/** Adds up the matches of batches, given in order. Returns the tallies by trigger. */
export function tallyMatches(
  batches: Iterable<readonly [sequence: number, matches: BatchMatches]>,
): Map<number, TriggerTally> {
  const tallies = new Map<number, TriggerTally>()
  for (const [sequence, { events, triggers, hosts = [] }] of batches) {
    for (const matches of triggers) {
      const ownerHosts = (matches.hosts === undefined ? undefined : hosts[matches.hosts]) ?? null
      const tally = tallyOf(tallies, matches.id, ownerHosts)
      if (!isSameList(tally.ownerHosts, ownerHosts)) tally.ownerHosts = null
      add(tally, sequence, matches, events)
    }
  }
  return tallies
}

function isSameList(one: readonly string[] | null, other: readonly string[] | null): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** The tally of a trigger, which is created at its first matches. */
function tallyOf(
  tallies: Map<number, TriggerTally>,
  id: number,
  ownerHosts: readonly string[] | null,
): TriggerTally {
  let tally = tallies.get(id)
  if (tally === undefined) {
    tally = {
      id,
      ownerHosts,
      hits: 0,
      last: 0,
      sequence: 0,
      samples: [],
      others: 0,
      keysOmitted: 0,
      keys: [],
      followerKeys: [],
    }
    tallies.set(id, tally)
  }
  return tally
}

/** Adds the matches of one batch to a tally. */
function add(
  tally: TriggerTally,
  sequence: number,
  { id, count, repeats, last, samples, others = 0, keysOmitted = 0, ...keyLists }: TriggerMatches,
  events: readonly MatchedEvent[],
): void {
  tally.hits += count + repeats
  tally.last = Math.max(tally.last, last)
  tally.sequence = sequence
  tally.others += others
  tally.keysOmitted += keysOmitted
  for (const [index, [eventIndex, key, sampleCount]] of samples.entries()) {
    const event = events[eventIndex]
    if (event === undefined) continue
    const isSingle = sampleCount === 1 && index < maxSingleSamples
    tally.samples.push({ event: eventOf(event, id), key, count: sampleCount, isSingle })
  }
  for (const key of keyLists.keys ?? []) tally.keys.push(key)
  for (const key of keyLists.followerKeys ?? []) tally.followerKeys.push(key)
}

/**
 * The occurrence as an event. A matches file does not have the event's counter: 1 stands for a first
 * occurrence, 2 for a repeat.
 */
function eventOf({ repeat, ...members }: MatchedEvent, triggerId: number): StoredEvent {
  return { ...members, last: members.ts, counter: repeat ? 2 : 1, triggers: [triggerId] }
}
