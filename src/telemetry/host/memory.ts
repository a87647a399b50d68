/**
 * Bytes used, buffered, cached and free from /proc/meminfo (proc_meminfo(5)), whose sum is the total.
 * Reclaimable kernel memory counts as cached. Undefined for other texts.
 */
export function parseMemory(text: string): number[] | undefined {
  const bytes = new Map<string, number>()
  for (const [, name = '', kibibytes] of text.matchAll(/^(\w+):\s+(\d+) kB$/gm)) {
    bytes.set(name, Number(kibibytes) * 1024)
  }
  const [total, free] = [bytes.get('MemTotal'), bytes.get('MemFree')]
  if (total === undefined || free === undefined) return undefined
  const buffered = bytes.get('Buffers') ?? 0
  const cached = (bytes.get('Cached') ?? 0) + (bytes.get('SReclaimable') ?? 0)
  return [Math.max(0, total - free - buffered - cached), buffered, cached, free]
}
