import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes on the heap after `work` that were not there before it, without garbage. */
export function heldHeapBytes(work: () => void): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect !== 'function') throw new Error('the garbage collector is not exposed')
  collect()
  const before = process.memoryUsage().heapUsed
  work()
  collect()
  return process.memoryUsage().heapUsed - before
}
