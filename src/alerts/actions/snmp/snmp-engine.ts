import { createHash } from 'node:crypto'
import { type Clocks, systemClocks } from '../../../telemetry/clock-watch.ts'

/**
 * The SNMP engine that sends our traps (RFC 3411, RFC 3414): receivers keep users by its id, and refuse messages whose boots and time are
 * behind those of earlier ones.
 */
export interface SnmpEngine {
  id: Buffer
  boots: number
  /** Seconds since the boot. Never falls, and rises no slower than time passes, whatever the wall clock does. */
  time(): number
}

/** Enterprise of the SNMP library, and the format that its owner defines (RFC 3411, SnmpEngineID). */
const idPrefix = Buffer.from('8000b98305', 'hex')

/** `seed` is the same after every start, and that of nobody else; `boots` is higher than at any start before, see `countBoot`. */
export function openSnmpEngine(seed: string, boots: number, clocks: Clocks = systemClocks): SnmpEngine {
  const started = clocks.wall()
  const startedMonotonic = clocks.monotonic()
  let asleepMs = 0
  return {
    id: Buffer.concat([idPrefix, createHash('sha256').update(seed).digest().subarray(0, 12)]),
    boots,
    time() {
      const passedMs = clocks.monotonic() - startedMonotonic
      // The monotonic clock stands still while a machine sleeps; receivers go on counting.
      asleepMs = Math.max(asleepMs, clocks.wall() - started - passedMs)
      return Math.floor((passedMs + asleepMs) / 1_000)
    },
  }
}
