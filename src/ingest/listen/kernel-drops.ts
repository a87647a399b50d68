import { readFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { ipv6Text } from './networks.ts'

/** A bound address of datagrams; several sockets may share a port at different addresses. */
export interface BoundPort {
  host: string
  port: number
}

/**
 * Datagrams dropped by the kernel because the buffer of a socket was full, for each socket since it was
 * opened; 0 without /proc/net.
 */
export async function kernelDrops(bound: readonly BoundPort[]): Promise<number[]> {
  if (bound.length === 0) return []
  const tables = await Promise.all(
    ['/proc/net/udp', '/proc/net/udp6'].map(path => readFile(path, 'utf8').catch(() => '')),
  )
  return parseKernelDrops(tables, bound)
}

/** The same from the texts of /proc/net/udp and udp6. */
export function parseKernelDrops(tables: readonly string[], bound: readonly BoundPort[]): number[] {
  const drops = new Map(tables.flatMap(readTable))
  // `fe80::1%eth0` is fe80::1 in the tables.
  return bound.map(({ host, port }) => drops.get(keyOf(host.split('%')[0] ?? '', port)) ?? 0)
}

/** proc_net_udp: the second column is the local address as hex:port, the last the drops. */
function readTable(table: string): [key: string, drops: number][] {
  return table.split('\n').flatMap(line => {
    const columns = line.trim().split(/\s+/)
    const [, host, port] = /^([\dA-F]{8}|[\dA-F]{32}):([\dA-F]{4})$/.exec(columns[1] ?? '') ?? []
    if (host === undefined || port === undefined) return []
    return [[keyOf(addressOf(host), Number.parseInt(port, 16)), Number(columns.at(-1)) || 0]]
  })
}

function keyOf(address: string, port: number): string {
  return `${address} ${port}`
}

/** The kernel writes every four bytes of an address as one number in the byte order of the machine. */
function addressOf(hex: string): string {
  const bytes = Buffer.from(hex, 'hex')
  if (endianness() === 'LE') bytes.swap32()
  return bytes.length === 4 ? bytes.join('.') : ipv6Text(bytes)
}
