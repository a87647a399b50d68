import { matchesBoth, maxKeyLength, maxSamples } from '../../schema/batch-matches.ts'
import type { ParsedEvent } from '../../schema/event.ts'
import { truncateText } from '../../schema/truncate-text.ts'
import type { MatchTarget } from './trigger-set.ts'

/** Maximum characters of all samples of a batch; then each trigger still gets one, if it has none. */
const maxSampleLength = 2_000_000
const maxMessageLength = 65_536
/** A sample beyond `maxSampleLength` that is longer than this keeps so much of its message, and no tags. */
const maxLateSample = 8_000
const maxLateMessage = 2_000
/** Maximum keys of all triggers: a batch is cut long before, unless the disk is slow. */
const maxKeys = 100_000

interface KeyCount {
  by: string
  value: string
  second: number
  count: number
}

interface Collected {
  id: number
  count: number
  repeats: number
  first: number
  last: number
  /** JSON. */
  samples: string[]
  keys: Map<string, KeyCount> | undefined
  followerKeys: Map<string, KeyCount> | undefined
  keysOmitted: number
}

/** What triggers match in the rows of one spool file that is being filled. Samples are encoded as they come, which spreads the work. */
export class MatchCollector {
  readonly #byId = new Map<number, Collected>()
  #sampleLength = 0
  #keys = 0
  /** The sample of the occurrence that is being recorded: several triggers match it. */
  #text = ''

  /** Keys of all triggers. */
  get keys(): number {
    return this.#keys
  }

  /** Records an occurrence of event `id`, at event.ts. */
  record(targets: readonly MatchTarget[], event: ParsedEvent, id: number, isRepeat: boolean): void {
    this.#text = ''
    for (let i = 0; i < targets.length; i++) {
      const target = targets[i]
      if (target === undefined || (isRepeat && target.onRepeats === 'first')) continue
      const collected = this.#collectedOf(target.id)
      if (target.kind === 'follower') {
        collected.followerKeys ??= new Map()
        const isBoth = targets[i - 1]?.id === target.id
        this.#countKey(collected, collected.followerKeys, target, event, isBoth ? matchesBoth : '')
        continue
      }
      if (isRepeat) collected.repeats++
      else collected.count++
      const { ts } = event
      if (collected.first === 0 || ts < collected.first) collected.first = ts
      if (ts > collected.last) collected.last = ts
      if (collected.samples.length < maxSamples) this.#sample(collected, event, id, isRepeat)
      if (target.kind !== 'window') continue
      collected.keys ??= new Map()
      this.#countKey(collected, collected.keys, target, event, target.value(event))
    }
  }

  /** A BatchMatches as JSON. */
  encode(): Buffer {
    const texts: string[] = []
    for (const { samples, keys, followerKeys, keysOmitted, ...numbers } of this.#byId.values()) {
      const counts = JSON.stringify({
        ...numbers,
        ...(keys && { keys: keysOf(keys) }),
        ...(followerKeys && { followerKeys: keysOf(followerKeys) }),
        ...(keysOmitted > 0 && { keysOmitted }),
      })
      texts.push(`${counts.slice(0, -1)},"samples":[${samples.join()}]}`)
    }
    return Buffer.from(`{"triggers":[${texts.join()}]}\n`)
  }

  #collectedOf(id: number): Collected {
    let collected = this.#byId.get(id)
    if (collected === undefined) {
      const counts = { id, count: 0, repeats: 0, first: 0, last: 0, keysOmitted: 0 }
      collected = { ...counts, samples: [], keys: undefined, followerKeys: undefined }
      this.#byId.set(id, collected)
    }
    return collected
  }

  #sample({ samples }: Collected, event: ParsedEvent, id: number, isRepeat: boolean): void {
    const isLate = this.#sampleLength >= maxSampleLength
    if (isLate && samples.length > 0) return
    if (this.#text === '') {
      this.#text = sampleText(event, id, isRepeat, truncateText(event.message, maxMessageLength), event.tags)
    }
    const text =
      isLate && this.#text.length > maxLateSample
        ? sampleText(event, id, isRepeat, truncateText(event.message, maxLateMessage), {})
        : this.#text
    this.#sampleLength += text.length
    samples.push(text)
  }

  #countKey(
    collected: Collected,
    keys: Map<string, KeyCount>,
    target: MatchTarget,
    event: ParsedEvent,
    whole: string,
  ): void {
    const by = truncateText(target.by(event), maxKeyLength)
    const value = truncateText(whole, maxKeyLength)
    const second = Math.floor(event.ts / 1_000_000)
    const key = `${second} ${by.length} ${by}${value}`
    const known = keys.get(key)
    if (known !== undefined) {
      known.count++
      return
    }
    if (this.#keys >= maxKeys) {
      collected.keysOmitted++
      return
    }
    this.#keys++
    keys.set(key, { by, value, second, count: 1 })
  }
}

function keysOf(keys: ReadonlyMap<string, KeyCount>) {
  return Array.from(keys.values(), ({ by, value, second, count }) => [by, value, second, count])
}

function sampleText(
  event: ParsedEvent,
  id: number,
  repeat: boolean,
  message: string,
  tags: Readonly<Record<string, string>>,
): string {
  const { ts, type, host, program, severity, facility, mnemonic, status } = event
  return JSON.stringify({
    id,
    ts,
    repeat,
    type,
    host,
    program,
    severity,
    facility,
    mnemonic,
    status,
    message,
    tags,
  })
}
