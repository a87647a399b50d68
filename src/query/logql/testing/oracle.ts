import { type OracleEvent, wholeEvent } from '../../testing/events.ts'
import type { Steps } from '../evaluate.ts'
import { type Labels, streamOf } from '../labels.ts'
import { labelsKey } from '../series.ts'

export type EventTest = (fields: OracleEvent['fields']) => boolean

/** Values at steps by labels, as text; only steps that have one. */
export type OracleSeries = ReadonlyMap<string, ReadonlyMap<number, number>>

const levelNames = ['critical', 'critical', 'critical', 'error', 'warn', 'info', 'info', 'debug']

/**
 * Expected metrics, computed by looking at every occurrence at every step. It does not read expressions: each
 * test calls the methods that its expression stands for.
 */
export class LogqlOracle {
  readonly #events: readonly OracleEvent[]
  readonly steps: Steps

  constructor(events: readonly OracleEvent[], steps: Steps) {
    this.#events = events
    this.steps = steps
  }

  /** Sums of the occurrences in the seconds before each step, by their stream and these further labels. */
  range(
    fits: EventTest,
    seconds: number,
    {
      of = () => 1,
      offset = 0,
      tags = [],
    }: { of?: (message: string) => number; offset?: number; tags?: string[] } = {},
  ): OracleSeries {
    const series = new Map<string, Map<number, number>>()
    for (const event of this.#events) {
      if (!fits(event.fields)) continue
      const key = labelsKey({ ...streamOf(wholeEvent(event)), ...labelsOf(event, tags) })
      const own = series.get(key) ?? new Map<number, number>()
      for (const at of event.occurrences) {
        for (let i = 0; i < this.steps.count; i++) {
          const end = this.steps.start + i * this.steps.step - offset * 1_000_000
          if (at > end - seconds * 1_000_000 && at <= end)
            own.set(i, (own.get(i) ?? 0) + of(event.fields.message))
        }
      }
      if (own.size > 0) series.set(key, own)
    }
    return series
  }

  /** Series with equal labels of these names, or without them, become one. */
  group(
    series: OracleSeries,
    labels: readonly string[],
    how: (values: number[]) => number,
    keep: 'by' | 'without' = 'by',
  ): OracleSeries {
    const groups = new Map<string, Map<number, number[]>>()
    for (const [key, values] of series) {
      const kept = entriesOf(key).filter(([name]) => labels.includes(name) === (keep === 'by'))
      const own = groups.get(JSON.stringify(kept)) ?? new Map<number, number[]>()
      groups.set(JSON.stringify(kept), own)
      for (const [step, value] of values) own.set(step, [...(own.get(step) ?? []), value])
    }
    return new Map(
      [...groups].map(([key, steps]) => [
        key,
        new Map([...steps].map(([step, values]) => [step, how(values)])),
      ]),
    )
  }

  /** The values with fewer than `count` better values in their step. */
  best(series: OracleSeries, count: number, isTop = true): OracleSeries {
    const comesBefore = (a: [string, number], b: [string, number]) =>
      a[1] === b[1] ? a[0] < b[0] : isTop ? a[1] > b[1] : a[1] < b[1]
    return this.map(series, (value, step, key) => {
      const others = [...series].flatMap(([other, values]): [string, number][] => {
        const rival = values.get(step)
        return rival === undefined || other === key ? [] : [[other, rival]]
      })
      return others.filter(other => comesBefore(other, [key, value])).length < count ? value : undefined
    })
  }

  map(
    series: OracleSeries,
    how: (value: number, step: number, key: string) => number | undefined,
  ): OracleSeries {
    const mapped = [...series].map(([key, values]): [string, Map<number, number>] => {
      const kept = [...values].flatMap(([step, value]): [number, number][] => {
        const result = how(value, step, key)
        return result === undefined ? [] : [[step, result]]
      })
      return [key, new Map(kept)]
    })
    return new Map(mapped.filter(([, values]) => values.size > 0))
  }

  /** The values of both, the first ones where both have some. */
  either(first: OracleSeries, second: OracleSeries): OracleSeries {
    const keys = new Set([...first.keys(), ...second.keys()])
    const joined = [...keys].map((key): [string, Map<number, number>] => [
      key,
      new Map([...(second.get(key) ?? []), ...(first.get(key) ?? [])]),
    ])
    return new Map(joined)
  }

  /** 1 at the steps at which no series has a value. */
  absent(series: OracleSeries, labels: Labels): OracleSeries {
    const seen = new Set([...series.values()].flatMap(values => [...values.keys()]))
    const steps = Array.from({ length: this.steps.count }, (_, step) => step).filter(step => !seen.has(step))
    return new Map(
      steps.length === 0 ? [] : [[labelsKey(labels), new Map(steps.map(step => [step, 1] as const))]],
    )
  }

  /** The same at all steps, without labels. */
  everywhere(value: number): OracleSeries {
    return new Map([['[]', new Map(Array.from({ length: this.steps.count }, (_, step) => [step, value]))]])
  }
}

function labelsOf({ fields }: OracleEvent, names: readonly string[]): Labels {
  const all: Record<string, string> = {
    ...fields.tags,
    detected_level: levelNames[fields.severity] ?? '',
    cisco_mnemonic: fields.mnemonic,
  }
  const found = names.map(name => [name, all[name] ?? ''])
  return Object.fromEntries(found.filter(([, value]) => value !== ''))
}

function entriesOf(key: string): [string, string][] {
  // Written by labelsKey.
  return JSON.parse(key) as [string, string][]
}
