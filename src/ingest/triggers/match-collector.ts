import type { ParsedEvent } from '../../schema/event/event.ts'
import { matchesBoth, maxGroups, maxKeyLength, maxSingleSamples } from '../../schema/intake/batch-matches.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import { MatchedEvents, type Occurrence } from './matched-events.ts'
import type { MatchTarget } from './trigger-set.ts'

/**
 * Maximum keys (KeyCount) of all triggers in a batch. A batch is cut long before. While the disk is slow, the
 * open batch accepts no further events at half of this.
 */
const maxKeys = 400_000
/** Maximum groups of all triggers in a batch; see maxKeys. */
const maxGroupsOfBatch = 20_000

/** Occurrences in one second with the same group and the same watched value. */
interface KeyCount {
  /** Value of the field that the condition groups by. */
  by: string
  value: string
  second: number
  count: number
}

/** Matches of one trigger with the same key and host. */
interface Group {
  key: string
  count: number
  newest: Occurrence
}

/** The matches of one trigger so far; see TriggerMatches. */
interface Collected {
  id: number
  /** Hosts that the owner may see, as JSON; undefined if unknown. */
  hosts: string | undefined
  /** Matches, without repeats. */
  count: number
  /** Matches that are repeats of earlier events. */
  repeats: number
  /** Times of the earliest match (0 before the first) and the latest, microseconds. */
  first: number
  last: number
  /** Samples of one match each. */
  singles: { key: string; occurrence: Occurrence }[]
  groups: Group[]
  /** Groups by host, then key. For a window condition: by group, then watched value. */
  groupOf: Map<string, Map<string, Group>>
  /** Matches in groups that had no room. */
  others: number
  /** Counts of matches for a condition over many events; see TriggerInForce.window. */
  keys: Map<string, KeyCount> | undefined
  /** As `keys`, for events that match the second filter of a pair. */
  followerKeys: Map<string, KeyCount> | undefined
  /** Occurrences whose key had no room. */
  keysOmitted: number
}

/** Collects the trigger matches of the rows of one spool file. */
export class MatchCollector {
  readonly #byId = new Map<number, Collected>()
  readonly #events = new MatchedEvents()
  #keyCount = 0
  #groupCount = 0

  /** Number of keys and groups of all triggers. */
  get keyCount(): number {
    return this.#keyCount + this.#groupCount
  }

  /** Records an occurrence of event `id` at event.ts. The event must not change afterwards. */
  record(targets: readonly MatchTarget[], event: ParsedEvent, id: number, isRepeat: boolean): void {
    const occurrence = this.#events.next(event, id, isRepeat)
    for (let i = 0; i < targets.length; i++) {
      const target = targets[i]
      if (target === undefined || (isRepeat && target.onRepeats === 'first')) continue
      if (target.kind === 'follower') {
        // Whether the event matches both filters of a pair: the target of the first one is right before.
        const isBoth = targets[i - 1]?.id === target.id
        this.#recordFollower(target, event, isBoth)
      } else this.#recordMatch(target, occurrence)
    }
  }

  #recordFollower(target: MatchTarget, event: ParsedEvent, isBoth: boolean): void {
    const collected = this.#collectedOf(target)
    collected.followerKeys ??= new Map()
    const by = keyOf(target.by(event))
    this.#countKey(collected, collected.followerKeys, event.ts, by, isBoth ? matchesBoth : '')
  }

  #recordMatch(target: MatchTarget, occurrence: Occurrence): void {
    const { event, isRepeat } = occurrence
    const { ts } = event
    const collected = this.#collectedOf(target)
    if (isRepeat) collected.repeats++
    else collected.count++
    if (collected.first === 0 || ts < collected.first) collected.first = ts
    if (ts > collected.last) collected.last = ts
    if (target.kind === 'window') {
      const by = keyOf(target.by(event))
      const value = keyOf(target.value(event))
      collected.keys ??= new Map()
      this.#countKey(collected, collected.keys, ts, by, value)
      this.#countGroup(collected, by, value, by, occurrence)
      return
    }
    const key = keyOf(target.groupBy(event))
    const { singles, groups } = collected
    if (singles.length < maxSingleSamples && groups.length === 0 && this.#events.hasRoomForSingles)
      singles.push({ key, occurrence: this.#events.keep(occurrence) })
    else this.#countGroup(collected, event.host, key, key, occurrence)
  }

  /** The matches as JSON of a BatchMatches. */
  encode(): Buffer {
    const texts: string[] = []
    const hostLists: string[] = []
    for (const { id, hosts, count, repeats, first, last, others, ...collected } of this.#byId.values()) {
      const { keys, followerKeys, keysOmitted } = collected
      texts.push(
        JSON.stringify({
          id,
          ...(hosts !== undefined && { hosts: indexIn(hostLists, hosts) }),
          count,
          repeats,
          first,
          last,
          samples: this.#samplesOf(collected),
          ...(others > 0 && { others }),
          ...(keys && { keys: encodeKeys(keys) }),
          ...(followerKeys && { followerKeys: encodeKeys(followerKeys) }),
          ...(keysOmitted > 0 && { keysOmitted }),
        }),
      )
    }
    return Buffer.from(
      `{"triggers":[${texts.join()}],"events":${this.#events.encoded()},"hosts":[${hostLists.join()}]}\n`,
    )
  }

  #samplesOf({ singles, groups }: Pick<Collected, 'singles' | 'groups'>): [number, string, number][] {
    const samples = singles.map(({ key, occurrence }): [number, string, number] => [
      this.#events.indexOf(occurrence),
      key,
      1,
    ])
    groups.sort((a, b) => a.newest.number - b.newest.number)
    for (const { key, count, newest } of groups) samples.push([this.#events.indexOf(newest), key, count])
    return samples
  }

  #collectedOf({ id, hosts }: MatchTarget): Collected {
    let collected = this.#byId.get(id)
    if (collected === undefined) {
      collected = {
        id,
        hosts,
        count: 0,
        repeats: 0,
        first: 0,
        last: 0,
        singles: [],
        groups: [],
        groupOf: new Map(),
        others: 0,
        keys: undefined,
        followerKeys: undefined,
        keysOmitted: 0,
      }
      this.#byId.set(id, collected)
    }
    // The owner's permissions have changed since the batch was opened.
    if (collected.hosts !== hosts) collected.hosts = undefined
    return collected
  }

  /** Counts a match in its group, which `outer` and `inner` identify. `key`: key of the group's sample. */
  #countGroup(collected: Collected, outer: string, inner: string, key: string, occurrence: Occurrence): void {
    let groups = collected.groupOf.get(outer)
    const known = groups?.get(inner)
    if (known !== undefined) {
      known.count++
      known.newest = this.#events.replace(known.newest, occurrence)
      return
    }
    const isFull = collected.groups.length >= maxGroups || this.#groupCount >= maxGroupsOfBatch
    if (isFull || !this.#events.hasRoom) {
      collected.others++
      return
    }
    this.#groupCount++
    if (groups === undefined) {
      groups = new Map()
      collected.groupOf.set(outer, groups)
    }
    const group = { key, count: 1, newest: this.#events.keep(occurrence) }
    groups.set(inner, group)
    collected.groups.push(group)
  }

  #countKey(collected: Collected, keys: Map<string, KeyCount>, ts: number, by: string, value: string): void {
    const second = Math.floor(ts / 1_000_000)
    const key = `${second} ${by.length} ${by}${value}`
    const known = keys.get(key)
    if (known !== undefined) {
      known.count++
      return
    }
    if (this.#keyCount >= maxKeys) {
      collected.keysOmitted++
      return
    }
    this.#keyCount++
    keys.set(key, { by, value, second, count: 1 })
  }
}

/** The index of a text in a list, to which it is added if necessary. */
function indexIn(lists: string[], text: string): number {
  const at = lists.indexOf(text)
  return at === -1 ? lists.push(text) - 1 : at
}

/** A value as a key, which is cut to a maximum length. */
function keyOf(value: string): string {
  return truncateText(value, maxKeyLength)
}

function encodeKeys(keys: ReadonlyMap<string, KeyCount>) {
  return Array.from(keys.values(), ({ by, value, second, count }) => [by, value, second, count])
}
