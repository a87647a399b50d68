import { compileFieldValue } from '../../ingest/triggers/field-value.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import { maxKeyLength } from '../../schema/intake/batch-matches.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import type { TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import { groupFieldOf, watchedFieldOf } from '../windows/evaluators.ts'
import type { WindowFire } from '../windows/window-state.ts'
import type { SampledMatch, TriggerTally } from './tally.ts'

/**
 * One firing of a trigger. Without a condition, each match fires. With a condition, the trigger fires when
 * the condition becomes true.
 */
export interface Firing {
  /** The event that it is reported with; null when there is none, as for an absence. */
  event: StoredEvent | null
  /** Host of the event, for the host permissions of readers; '' without a host, null for several hosts. */
  host: string | null
  /** Patterns of the hosts that the owner of the trigger could see; null: unknown. */
  ownerHosts: readonly string[] | null
  /** Whether all matches come from `host`. */
  isOfHost: boolean
  /** Value of the field that the trigger groups by; '' without one. */
  key: string
  count: number
  /** Whether its event gets a note. */
  isNoted: boolean
}

/** Returns the function that reads a field of a stored event, truncated as the keys in matches files are. */
function keyReader(field: string | null): (event: StoredEvent) => string {
  const read = compileFieldValue(field)
  // The reader takes a ParsedEvent, but uses only members that stored events have too.
  return event => truncateText(read({ ...event, extra: {} }), maxKeyLength).toWellFormed()
}

/**
 * Firings of a trigger without a condition: one for each sample of matches with the same key and host, and
 * one for all matches without a sample (`others`).
 */
export function firingsOfMatches({ samples, others, ownerHosts, keys }: TriggerTally): Firing[] {
  // Keys mean that the trigger had a condition when it matched. Its samples then mix hosts.
  const isOfHost = keys.length === 0
  const firings: Firing[] = samples.map(({ event, key, count, isSingle }) => ({
    event,
    host: event.host,
    ownerHosts,
    isOfHost,
    key: key.toWellFormed(),
    count,
    isNoted: isSingle,
  }))
  const event = samples.at(-1)?.event ?? null
  if (others > 0)
    firings.push({ event, host: null, ownerHosts, isOfHost: false, key: '', count: others, isNoted: false })
  return firings
}

/**
 * Firings of a trigger with a condition: one for each time the condition became true (`fires`). The key of a
 * firing is the value of `groupBy` in its event. Without `groupBy`, the key is the value of the field that
 * the condition groups by, as `host`.
 */
export function firingsOfCondition(
  fires: readonly WindowFire[],
  condition: TriggerCondition,
  groupBy: string | null,
  samples: readonly SampledMatch[],
  ownerHosts: readonly string[] | null,
): Firing[] {
  const by = groupFieldOf(condition)
  const keyOf = keyReader(groupBy)
  const find = sampleFinder(watchedFieldOf(condition), samples)
  return fires.map(fire => {
    const event = fire.event ?? find(fire) ?? null
    let key = groupBy === null || groupBy === by ? fire.key : ''
    if (event !== null && groupBy !== null) key = keyOf(event)
    return {
      event,
      host: event?.host ?? (by === 'host' ? fire.key : ''),
      ownerHosts,
      isOfHost: by === 'host',
      key,
      // An absence has no matches, but is reported once.
      count: Math.max(1, fire.count),
      // Without an event there is nothing to add a note to.
      isNoted: event !== null,
    }
  })
}

/**
 * Returns the function that finds the newest sample for a firing: with the same key and watched value, else
 * with the same key. In map keys, the length of the key comes first: it separates key and value without
 * ambiguity.
 */
function sampleFinder(watchedField: string | null, samples: readonly SampledMatch[]) {
  const byKey = new Map<string, StoredEvent>()
  const byValue = new Map<string, StoredEvent>()
  const watchedValue = keyReader(watchedField)
  for (const { event, key } of samples) {
    byKey.set(key, event)
    if (watchedField !== null) byValue.set(`${key.length} ${key}${watchedValue(event)}`, event)
  }
  return ({ key, value }: WindowFire): StoredEvent | undefined =>
    byValue.get(`${key.length} ${key}${value}`) ?? byKey.get(key)
}
