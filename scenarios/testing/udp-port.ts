import { readFileSync } from 'node:fs'

/** Whether a process listens on a UDP port of 127.0.0.1: proc_net_tcp(5) has the form of the table. */
export function isUdpPortOpen(port: number): boolean {
  const local = `: 0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} `
  return readFileSync('/proc/net/udp', 'latin1').includes(local)
}
