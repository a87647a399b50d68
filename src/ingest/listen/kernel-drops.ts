import { readFile } from 'node:fs/promises'

/** Datagrams that the kernel dropped for want of room in the sockets of these ports; 0 where /proc/net is not there. */
export async function kernelDrops(ports: ReadonlySet<number>): Promise<number> {
  if (ports.size === 0) return 0
  const tables = await Promise.all(
    ['/proc/net/udp', '/proc/net/udp6'].map(path => readFile(path, 'utf8').catch(() => '')),
  )
  return tables.reduce((sum, table) => sum + dropsIn(table, ports), 0)
}

/** proc_net_udp: the second column is the local address as hex:port, the last the drops. */
export function dropsIn(table: string, ports: ReadonlySet<number>): number {
  let drops = 0
  for (const line of table.split('\n').slice(1)) {
    const columns = line.trim().split(' ')
    const port = Number.parseInt(
      columns.find(column => column.includes(':', 1) && !column.endsWith(':'))?.split(':')[1] ?? '',
      16,
    )
    if (ports.has(port)) drops += Number(columns.at(-1)) || 0
  }
  return drops
}
