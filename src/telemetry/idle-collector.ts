import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const intervalMs = 1_000
/** Bytes above what was kept that make a burst, worth a full collection, which takes 50 to 200 ms. */
const minBurst = 96 * 1024 ** 2
/** Share of the time that an idle event loop works at most. */
const maxBusyShare = 0.1

/** The memory of a process, as far as V8 manages it. */
export interface CollectedMemory {
  /** Bytes of the heap, with garbage and empty pages, and of buffers and other memory of its objects. */
  held(): number
  /** Share of the time since the last call in which the event loop worked. */
  busyShare(): number
  collect(): void
}

/**
 * Returns the memory of ended requests to the system. V8 collects garbage while objects are allocated, so an
 * idle process would keep the garbage of a burst of requests for minutes, or what V8 has left of it. There is
 * one collection after a burst, behind two idle intervals, so that it delays no request.
 */
export class IdleCollector {
  readonly #memory: CollectedMemory
  #timer: NodeJS.Timeout | undefined
  #idleIntervals = 0
  /** Bytes after the last collection, or fewer if V8 has collected since. */
  #kept: number
  /** Most bytes above `#kept` since the last collection. */
  #burst = 0

  constructor(memory: CollectedMemory = processMemory()) {
    this.#memory = memory
    this.#kept = memory.held()
  }

  start(): void {
    this.#timer = setInterval(() => this.check(), intervalMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Called once an interval. */
  check(): void {
    this.#idleIntervals = this.#memory.busyShare() <= maxBusyShare ? this.#idleIntervals + 1 : 0
    const held = this.#memory.held()
    this.#kept = Math.min(this.#kept, held)
    this.#burst = Math.max(this.#burst, held - this.#kept)
    if (this.#idleIntervals < 2 || this.#burst < minBurst) return
    this.#memory.collect()
    this.#kept = this.#memory.held()
    this.#burst = 0
  }
}

/** The memory of this process. */
export function processMemory(): CollectedMemory {
  let before = performance.eventLoopUtilization()
  return {
    held() {
      const { heapTotal, external, arrayBuffers } = process.memoryUsage()
      // V8 takes buffers off `external` when it finds them dead, up to seconds before it frees them.
      return heapTotal + Math.max(external, arrayBuffers)
    },
    busyShare() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
    collect: exposedCollector(),
  }
}

/** The collector of V8, which is a global of contexts that are made while the flag is set. */
function exposedCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect !== 'function') return () => {}
  // Unlike an ordinary collection, it also returns the pages that it empties.
  return () => collect({ type: 'major', flavor: 'last-resort' })
}
