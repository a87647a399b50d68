import type { Figure, FigureKind } from '../../schema/store/figure.ts'
import { type Counters, ratesBetween } from './counters.ts'
import { errorsOf, trafficOf } from './network.ts'
import { usageBetween } from './processors.ts'

/** The metrics of the host at one moment; unreadable parts are empty. */
export interface Reading {
  /** Monotonic clock, milliseconds. */
  at: number
  processors: Counters
  disks: Counters
  interfaces: Counters
  /** The values of System_Memory. */
  memory: readonly number[] | undefined
  /** The values of System_DF by file system. */
  fileSystems: ReadonlyMap<string, readonly number[]>
}

/** Maximum series of one kind: a host with thousands of them must not fill the store. */
const maxSeries = 256
/** Longer names could not be given as a parameter of a query. */
const maxNameLength = 255
/** Rates need at least this time between two readings. */
const minElapsedMs = 500

/** Figures of a reading for a Unix time, `second`. Rates need the previous reading, `before`. */
export function figuresOf(reading: Reading, before: Reading | undefined, second: number): Figure[] {
  const figures: Figure[] = []
  const add = (kind: FigureKind, all: ReadonlyMap<string, readonly number[]>): void => {
    for (const [name, values] of [...all].slice(0, maxSeries)) {
      figures.push({ second, kind, series: name.slice(0, maxNameLength), values })
    }
  }
  if (reading.memory !== undefined) add('System_Memory', new Map([['', reading.memory]]))
  add('System_DF', reading.fileSystems)
  const elapsed = before === undefined ? 0 : reading.at - before.at
  if (before === undefined || elapsed < minElapsedMs) return figures
  add('System_CPU', usageBetween(before.processors, reading.processors))
  add('System_IOPS', ratesBetween(before.disks, reading.disks, elapsed / 1_000))
  const interfaces = ratesBetween(before.interfaces, reading.interfaces, elapsed / 1_000)
  add('System_Network', mapValues(interfaces, trafficOf))
  add('System_NetworkErrors', mapValues(interfaces, errorsOf))
  return figures
}

function mapValues(rates: ReadonlyMap<string, number[]>, convert: (rates: readonly number[]) => number[]) {
  return new Map([...rates].map(([series, each]) => [series, convert(each)]))
}
