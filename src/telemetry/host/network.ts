import { type Counters, withTotals } from './counters.ts'

/** The loopback interface carries no traffic of the host. */
const loopback = 'lo'

/**
 * Parses /proc/net/dev (proc_pid_net(5)). Counters of each interface: bytes, packets, errors and drops on
 * receipt, then the same four on sending. `totals` is the sum of all interfaces except lo.
 */
export function parseNetDev(text: string): Counters {
  const interfaces = new Map<string, number[]>()
  for (const line of text.split('\n')) {
    // For example `  eth0: 1200 8 0 ...`. The name of an alias contains a colon.
    const [, name, numbers] = /^\s*(\S+):\s*([\d ]+)$/.exec(line) ?? []
    const fields = numbers?.trim().split(/ +/).map(Number) ?? []
    if (name === undefined || fields.length < 12) continue
    interfaces.set(name, [...fields.slice(0, 4), ...fields.slice(8, 12)])
  }
  return withTotals(interfaces, name => name !== loopback)
}

/** The values of System_Network from rates: packets, octets and errors, each sent, then received. */
export function trafficOf(rates: readonly number[]): number[] {
  const [octetsIn = 0, packetsIn = 0, errorsIn = 0, , octetsOut = 0, packetsOut = 0, errorsOut = 0] = rates
  return [packetsOut, packetsIn, octetsOut, octetsIn, errorsOut, errorsIn]
}

/** The values of System_NetworkErrors: drops in and out, errors in and out. */
export function errorsOf(rates: readonly number[]): number[] {
  const [, , errorsIn = 0, dropsIn = 0, , , errorsOut = 0, dropsOut = 0] = rates
  return [dropsIn, dropsOut, errorsIn, errorsOut]
}
