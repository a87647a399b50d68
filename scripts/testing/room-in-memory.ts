import { statfsSync } from 'node:fs'

const memory = '/dev/shm'

/** A folder in memory when that many bytes are free there, otherwise the other one. Containers have 64 MB there by default. */
export function roomInMemory(minFreeBytes: number, otherwise: string): string {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= minFreeBytes ? memory : otherwise
  } catch {
    return otherwise
  }
}
