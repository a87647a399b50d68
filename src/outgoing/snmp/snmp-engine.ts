import { createHash } from 'node:crypto'
import { type Clocks, systemClocks } from '../../telemetry/clock-watch.ts'

/**
 * The SNMP engine that sends our traps (RFC 3411, RFC 3414). Receivers keep users by its id, and refuse
 * messages whose boots and time are lower than in earlier messages.
 */
export interface SnmpEngine {
  id: Buffer
  boots: number
  /**
   * Seconds since the boot. Never falls. Runs ahead after the wall clock was set forward. Falls behind real
   * time only when the machine sleeps after the wall clock was set back.
   */
  time(): number
}

/** Enterprise of the SNMP library, and the id format defined by that enterprise (RFC 3411, SnmpEngineID). */
const idPrefix = Buffer.from('8000b98305', 'hex')

/**
 * `seed`: unique to this engine, and the same at every start. `boots`: higher than at any earlier start
 * (`countBoot`).
 */
export function openSnmpEngine(seed: string, boots: number, clocks: Clocks = systemClocks): SnmpEngine {
  const id = Buffer.concat([idPrefix, createHash('sha256').update(seed).digest().subarray(0, 12)])
  return resumeSnmpEngine({ id, boots, seconds: 0 }, clocks)
}

/** An engine as of a moment, for another thread. */
export interface SnmpEngineState {
  id: Uint8Array
  boots: number
  /** Seconds since the boot. */
  seconds: number
}

export function stateOfSnmpEngine({ id, boots, time }: SnmpEngine): SnmpEngineState {
  return { id, boots, seconds: time() }
}

/** The engine of a state that is current now. */
export function resumeSnmpEngine(
  { id, boots, seconds }: SnmpEngineState,
  clocks: Clocks = systemClocks,
): SnmpEngine {
  const started = clocks.wall()
  const startedMonotonic = clocks.monotonic()
  let asleepMs = 0
  return {
    id: Buffer.from(id),
    boots,
    time() {
      const passedMs = clocks.monotonic() - startedMonotonic
      // The monotonic clock stops while a machine sleeps, but the receivers keep counting.
      asleepMs = Math.max(asleepMs, clocks.wall() - started - passedMs)
      return seconds + Math.floor((passedMs + asleepMs) / 1_000)
    },
  }
}
