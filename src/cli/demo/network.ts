import type { Random } from './random.ts'

/** People and places of the invented network that the demo's devices talk about. */
export const users = [
  'deploy',
  'amara',
  'jonas',
  'wei',
  'backup',
  'ines',
  'oleg',
  'root',
  'postgres',
] as const
export const sites = ['shop.example', 'api.example', 'intranet.example', 'cdn.example'] as const
const inside = ['10.20.1', '10.20.2', '10.20.8', '192.168.40'] as const
const outside = ['198.51.100', '203.0.113', '192.0.2'] as const

/** An address of the invented company. */
export function insideAddress(random: Random): string {
  return `${random.pickSkewed(inside)}.${random.integer(2, 250)}`
}

/** An address of the documentation ranges (RFC 5737): nobody's. */
export function outsideAddress(random: Random): string {
  return `${random.pickSkewed(outside)}.${random.integer(1, 254)}`
}

export function port(random: Random): number {
  return random.integer(32_768, 60_999)
}

export function servicePort(random: Random): number {
  return random.pickSkewed([443, 53, 80, 22, 123, 25, 3389, 445] as const)
}

export function hex(random: Random, digits: number): string {
  let out = ''
  while (out.length < digits) out += random.integer(0, 15).toString(16)
  return out
}
