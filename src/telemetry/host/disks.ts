import { type Counters, withTotals } from './counters.ts'

/** Devices in memory, or backed by files of other disks. */
const notDisks = /^(loop|ram|zram|fd|sr)\d/
/** Partitions, and devices composed of disks: they have their own series but do not count in `totals`. */
const derived = /^((s|v|h|xv)d[a-z]+\d+|(nvme\d+n|mmcblk)\d+p\d+|dm-\d+|md\d+|nbd\d+p\d+)$/

/** Completed reads and writes from /proc/diskstats (proc_diskstats(5)): each used disk, and `totals`. */
export function parseDiskStats(text: string): Counters {
  const disks = new Map<string, number[]>()
  for (const line of text.split('\n')) {
    const fields = line.trim().split(/\s+/)
    const [, , name = '', reads, , , , writes] = fields
    const counts = [Number(reads), Number(writes)]
    if (fields.length < 8 || notDisks.test(name) || !counts.every(Number.isFinite)) continue
    if (counts.some(count => count > 0)) disks.set(name, counts)
  }
  return withTotals(disks, name => !derived.test(name))
}
