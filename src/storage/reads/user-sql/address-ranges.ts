import { isIP } from 'node:net'
import { printedFunctions } from './functions.ts'
import { refusal } from './refusal.ts'
import type { Call, Expression, Literal } from './tree.ts'

/** Throws unless a literal is an address range: `10.0.0.0/8`, `2001:db8::/32`. */
export function checkAddressRange({ value }: Literal, at: number): void {
  const [, address = '', bits = ''] =
    typeof value === 'string' ? (/^([^/]+)\/(\d{1,3})$/.exec(value) ?? []) : []
  const version = isIP(address)
  if (version === 0 || Number(bits) > (version === 4 ? 32 : 128))
    throw refusal('A range of addresses is a text like 10.0.0.0/8 or 2001:db8::/32', at)
}

/** Replaces texts that are not addresses, for which the engine would fail. */
const noAddress: Literal = { kind: 'literal', value: '0.0.0.0' }

/**
 * Whether an address is in a range; false for a text that is not an address. The address expression is
 * written several times.
 */
export function isInRange(address: Expression, range: Literal): Call {
  const isAddress = call(printedFunctions.or, [
    call('isIPv4String', [address]),
    call('isIPv6String', [address]),
  ])
  const safe = call(printedFunctions.multiIf, [isAddress, address, noAddress])
  return call(printedFunctions.and, [isAddress, call('isIPAddressInRange', [safe, range])])
}

function call(name: string, given: readonly Expression[]): Call {
  return { kind: 'call', name, parameters: [], arguments: given, over: undefined }
}
