import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const intervalMs = 1_000
/** Growth above `#kept` that is worth a full collection, which takes 50 to 200 ms. */
const minBurstBytes = 96 * 1024 ** 2
/** An event loop that works for at most this share of the time counts as idle. */
const maxBusyShare = 0.1

/** The memory of a process that V8 manages. */
export interface CollectedMemory {
  /** Bytes of the heap, including garbage and empty pages, and of buffers and other external memory. */
  held(): number
  /** Share of the time since the last call in which the event loop worked. */
  busyShare(): number
  collect(): void
}

/**
 * Collects garbage after a burst of requests, so that an idle process returns its memory to the system. V8
 * itself collects only while objects are allocated. Runs once per burst, after two idle intervals, so that it
 * delays no request.
 */
export class IdleCollector {
  readonly #memory: CollectedMemory
  #timer: NodeJS.Timeout | undefined
  /** Idle intervals in a row. */
  #idleIntervals = 0
  /** Bytes after the last collection, or fewer if V8 has collected since. */
  #kept: number
  /** Maximum growth above `#kept` since the last collection, bytes. */
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

  /** Measures the memory, and collects garbage if it is due. Call it once per interval. */
  check(): void {
    this.#idleIntervals = this.#memory.busyShare() <= maxBusyShare ? this.#idleIntervals + 1 : 0
    const held = this.#memory.held()
    this.#kept = Math.min(this.#kept, held)
    this.#burst = Math.max(this.#burst, held - this.#kept)
    if (this.#idleIntervals < 2 || this.#burst < minBurstBytes) return
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
      // V8 subtracts dead buffers from `external` up to seconds before it frees them.
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

/** V8's collector: a global of contexts that are created while the flag is set. */
function exposedCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect !== 'function') return () => {}
  // Unlike an ordinary collection, it also returns emptied pages to the system.
  return () => collect({ type: 'major', flavor: 'last-resort' })
}
