import type { BatchMatches, MatchSample, TriggerMatches } from '../../schema/batch-matches.ts'
import type { StoredEvent } from '../../schema/event.ts'

/** An occurrence that matched. */
export interface SampledMatch {
  event: StoredEvent
  /** Matches that it stands for: of those beyond the samples of a batch, the last sample tells. */
  count: number
}

/** What one trigger matched in some batches. */
export interface TriggerTally {
  id: number
  /** Events, and repeats for a trigger that counts them. */
  hits: number
  /** Of the last occurrence, microseconds. */
  last: number
  /** Of the last batch. */
  sequence: number
  samples: SampledMatch[]
  keys: NonNullable<TriggerMatches['keys']>
  followerKeys: NonNullable<TriggerMatches['keys']>
}

/** Adds up what triggers matched in batches, which are in order. */
export function tallyMatches(
  batches: Iterable<readonly [sequence: number, matches: BatchMatches]>,
): Map<number, TriggerTally> {
  const tallies = new Map<number, TriggerTally>()
  for (const [sequence, { triggers }] of batches) {
    for (const matches of triggers) add(tallyOf(tallies, matches.id), sequence, matches)
  }
  return tallies
}

function tallyOf(tallies: Map<number, TriggerTally>, id: number): TriggerTally {
  let tally = tallies.get(id)
  if (tally === undefined) {
    tally = { id, hits: 0, last: 0, sequence: 0, samples: [], keys: [], followerKeys: [] }
    tallies.set(id, tally)
  }
  return tally
}

function add(tally: TriggerTally, sequence: number, matches: TriggerMatches): void {
  const { id, count, repeats, last, samples } = matches
  tally.hits += count + repeats
  tally.last = Math.max(tally.last, last)
  tally.sequence = sequence
  for (const [at, sample] of samples.entries()) {
    const beyond = at === samples.length - 1 ? count + repeats - samples.length : 0
    tally.samples.push({ event: eventOf(sample, id), count: 1 + beyond })
  }
  for (const key of matches.keys ?? []) tally.keys.push(key)
  for (const key of matches.followerKeys ?? []) tally.followerKeys.push(key)
}

/** The occurrence as an event of its own: its counter so far is not known here. */
function eventOf({ repeat, ...members }: MatchSample, triggerId: number): StoredEvent {
  return { ...members, last: members.ts, counter: repeat ? 2 : 1, triggers: [triggerId] }
}
