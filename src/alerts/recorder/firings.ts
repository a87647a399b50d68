import { compileFieldValue } from '../../ingest/triggers/field-value.ts'
import type { StoredEvent } from '../../schema/event.ts'
import type { TriggerCondition } from '../../schema/trigger-condition.ts'
import { truncateText } from '../../schema/truncate-text.ts'
import { countedField } from '../compile-trigger.ts'
import { byOf } from '../windows/evaluators.ts'
import type { WindowFire } from '../windows/window.ts'
import type { SampledMatch, TriggerTally } from './tally.ts'

/** What a trigger has to tell of: a match, or a condition that came true. */
export interface Firing {
  /** null: set off by no single event. */
  event: StoredEvent | null
  /** Of the event, for the host permissions of readers; '' for none, null for several. */
  host: string | null
  /** Patterns of the hosts that the owner of the trigger saw; null: unknown. */
  ownerHosts: readonly string[] | null
  /** All matches are of `host`. */
  isOfHost: boolean
  /** Of the field that the trigger groups by. */
  key: string
  /** Matches. */
  count: number
  /** Whether a note is written on its event. */
  isNoted: boolean
}

/** Maximum characters of a key: as in the files of matches. */
const maxKeyLength = 255

/** Reads a field of events as the keys of matches have it. */
function keyReader(field: string | null): (event: StoredEvent) => string {
  const read = compileFieldValue(field)
  // Of an event that is stored, ingest's reader needs only what both have.
  return event => truncateText(read({ ...event, extra: {} }), maxKeyLength).toWellFormed()
}

/** Matches of a trigger without a condition, by key and host; `others` are of further keys and hosts. */
export function firingsOfMatches({ samples, others, ownerHosts, keys }: TriggerTally): Firing[] {
  // Samples of a condition that the trigger had until now are of several hosts.
  const isOfHost = keys.length === 0
  const firings: Firing[] = samples.map(({ event, key, count, isSingle }) => ({
    ...{ event, host: event.host, ownerHosts, isOfHost },
    ...{ key: key.toWellFormed(), count, isNoted: isSingle },
  }))
  const event = samples.at(-1)?.event ?? null
  if (others > 0)
    firings.push({ event, host: null, ownerHosts, isOfHost: false, key: '', count: others, isNoted: false })
  return firings
}

/** The condition of a trigger, each time that it came true. Without `groupBy` values that it counts apart are told apart. */
export function firingsOfCondition(
  fires: readonly WindowFire[],
  condition: TriggerCondition,
  groupBy: string | null,
  samples: readonly SampledMatch[],
  ownerHosts: readonly string[] | null,
): Firing[] {
  const by = byOf(condition)
  const keyOf = keyReader(groupBy)
  const find = sampleFinder(countedField(condition), samples)
  return fires.map(fire => {
    const event = fire.event ?? find(fire) ?? null
    const isKey = event === null || groupBy === null
    return {
      event,
      host: event?.host ?? (by === 'host' ? fire.key : ''),
      ownerHosts,
      isOfHost: by === 'host',
      key: isKey ? (groupBy === null || groupBy === by ? fire.key : '') : keyOf(event),
      // An absence has no matches, and is one thing to tell.
      count: Math.max(1, fire.count),
      // There is nothing that a note could be on.
      isNoted: event !== null,
    }
  })
}

/** Finds the newest occurrence of the key of a fire, of its value where there is one. */
function sampleFinder(counted: string | null, samples: readonly SampledMatch[]) {
  const byKey = new Map<string, StoredEvent>()
  const byValue = new Map<string, StoredEvent>()
  const countedOf = keyReader(counted)
  for (const { event, key } of samples) {
    byKey.set(key, event)
    if (counted !== null) byValue.set(`${key.length} ${key}${countedOf(event)}`, event)
  }
  return ({ key, value }: WindowFire): StoredEvent | undefined =>
    byValue.get(`${key.length} ${key}${value}`) ?? byKey.get(key)
}
