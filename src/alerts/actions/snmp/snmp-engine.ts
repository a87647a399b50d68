import { createHash } from 'node:crypto'

/**
 * The SNMP engine that sends our traps (RFC 3411, RFC 3414): receivers keep users by its id, and refuse messages whose boots and time are
 * behind those of earlier ones.
 */
export interface SnmpEngine {
  id: Buffer
  boots: number
  /** Seconds since the boot. */
  time(): number
}

/** Enterprise of the SNMP library, and the format that its owner defines (RFC 3411, SnmpEngineID). */
const idPrefix = Buffer.from('8000b98305', 'hex')
/** 2026-01-01: boots have 31 bits. */
const epochSeconds = 1_767_225_600

/** `seed` is the same after every start, and not that of another installation. Boots rise with the clock, so that nothing is stored. */
export function openSnmpEngine(seed: string, now: () => number = () => Date.now() / 1_000): SnmpEngine {
  const started = Math.floor(now())
  return {
    id: Buffer.concat([idPrefix, createHash('sha256').update(seed).digest().subarray(0, 12)]),
    boots: Math.max(1, started - epochSeconds),
    time: () => Math.max(0, Math.floor(now()) - started),
  }
}
