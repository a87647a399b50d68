import type { StatsFs } from 'node:fs'

/** A file system by the name of its series: root, or the path with - for /. */
export interface Mount {
  name: string
  path: string
}

/** Local file systems from /proc/mounts (fstab(5)), each at its first mount point; always includes root. */
export function parseMounts(text: string): Mount[] {
  const devices = new Set<string>()
  const mounts = new Map<string, string>([['root', '/']])
  for (const line of text.split('\n')) {
    const [device = '', escaped = ''] = line.split(' ')
    if (!device.startsWith('/dev/') || device.startsWith('/dev/loop') || devices.has(device)) continue
    devices.add(device)
    const path = escaped.replace(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    )
    if (path !== '/') mounts.set(path.slice(1).replaceAll('/', '-'), path)
  }
  return [...mounts].map(([name, path]) => ({ name, path }))
}

/** Bytes used, reserved for root, and free. */
export function spaceOf({
  bsize,
  blocks,
  bfree,
  bavail,
}: Pick<StatsFs, 'bsize' | 'blocks' | 'bfree' | 'bavail'>) {
  return [(blocks - bfree) * bsize, Math.max(0, bfree - bavail) * bsize, bavail * bsize]
}
