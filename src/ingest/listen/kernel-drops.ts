import { readFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { ipv6Text } from './networks.ts'

/** A bound UDP address. Several sockets may share a port at different addresses. */
export interface BoundPort {
  host: string
  port: number
}

/**
 * Number of datagrams that the kernel has dropped for lack of buffer at each address, since its socket was
 * opened; 0 without /proc/net.
 */
export async function kernelDrops(bound: readonly BoundPort[]): Promise<number[]> {
  if (bound.length === 0) return []
  const tables = await Promise.all(
    ['/proc/net/udp', '/proc/net/udp6'].map(path => readFile(path, 'utf8').catch(() => '')),
  )
  return parseKernelDrops(tables, bound)
}

/** Parses the texts of /proc/net/udp and udp6; see kernelDrops. */
export function parseKernelDrops(tables: readonly string[], bound: readonly BoundPort[]): number[] {
  const drops = new Map(tables.flatMap(readTable))
  // The tables have no zone: `fe80::1%eth0` is fe80::1.
  return bound.map(({ host, port }) => drops.get(keyOf(host.split('%')[0] ?? '', port)) ?? 0)
}

/** Parses a table: its second column is the local address as `0100007F:1F90` (hex), the last the drops. */
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

/** The address of the kernel's text, in which every four bytes are one number in the machine's byte order. */
function addressOf(hex: string): string {
  const bytes = Buffer.from(hex, 'hex')
  if (endianness() === 'LE') bytes.swap32()
  return bytes.length === 4 ? bytes.join('.') : ipv6Text(bytes)
}
