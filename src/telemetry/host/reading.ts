import type { Figure, FigureKind } from '../../schema/figure.ts'
import { type Counters, firstSeries, ratesBetween } from './counters.ts'
import { errorsOf, trafficOf } from './network.ts'
import { usageBetween } from './processors.ts'

/** What was read of the host at one moment. What could not be read is empty. */
export interface Reading {
  /** Milliseconds of a clock that never jumps. */
  at: number
  processors: Counters
  disks: Counters
  interfaces: Counters
  /** As System_Memory has it. */
  memory: readonly number[] | undefined
  /** By name, as System_DF has it. */
  fileSystems: ReadonlyMap<string, readonly number[]>
}

/** Series of one kind. */
const maxSeries = 256
/** The params that name a series are no longer, either. */
const maxNameLength = 255
/** Milliseconds between two readings below which what rose between them says nothing. */
const minElapsedMs = 500

/** The figures of a reading, and of what rose since the one before; `second`: what they are kept under. */
export function figuresOf(reading: Reading, before: Reading | undefined, second: number): Figure[] {
  const figures: Figure[] = []
  const add = (kind: FigureKind, all: ReadonlyMap<string, readonly number[]>): void => {
    for (const [name, values] of firstSeries(all, maxSeries)) {
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

function mapValues(rates: ReadonlyMap<string, number[]>, values: (rates: readonly number[]) => number[]) {
  return new Map([...rates].map(([series, each]) => [series, values(each)]))
}
