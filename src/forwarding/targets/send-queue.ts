import { readFile } from 'node:fs/promises'

/** The connections of this process's network over IPv4 and IPv6, only on Linux: proc_net_tcp(5). */
const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6']

/**
 * Bytes that the other side of a connection has not acknowledged; undefined if the system does not say. Of
 * several connections between the same ports, the most.
 */
export async function unacknowledgedBytes(ports: {
  local: number
  remote: number
}): Promise<number | undefined> {
  const texts = await Promise.all(tables.map(table => readFile(table, 'latin1').catch(() => '')))
  const bytes = texts.flatMap(text => sendQueues(text, ports))
  return bytes.length === 0 ? undefined : Math.max(...bytes)
}

/** The send queues, in bytes, of the connections between two ports in a table. */
export function sendQueues(table: string, { local, remote }: { local: number; remote: number }): number[] {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')
  const line = new RegExp(
    `^ *\\d+: [0-9A-F]+:${hex(local)} [0-9A-F]+:${hex(remote)} [0-9A-F]{2} ([0-9A-F]{8}):`,
    'gm',
  )
  return Array.from(table.matchAll(line), ([, queue = '0']) => Number.parseInt(queue, 16))
}
