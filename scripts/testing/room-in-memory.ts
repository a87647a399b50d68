import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'

const memory = '/dev/shm'

/**
 * Creates a folder in memory if that many bytes are free there, otherwise in `otherwise`: containers have 64
 * MB in memory by default. Its name contains the process id. Folders of the same name whose process has ended
 * are removed, since a killed run could not remove its own.
 */
export function makeFolderInMemory(name: string, minFreeBytes: number, otherwise: string): string {
  for (const parent of new Set([memory, otherwise])) removeLeft(parent, name)
  const parent = hasRoom(minFreeBytes) ? memory : otherwise
  return mkdtempSync(path.join(parent, `${name}-${process.pid}-`))
}

function hasRoom(minFreeBytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= minFreeBytes
  } catch {
    return false
  }
}

function removeLeft(parent: string, name: string): void {
  const pattern = new RegExp(`^${name}-(\\d+)-`)
  for (const folder of list(parent)) {
    const pid = Number(pattern.exec(folder)?.[1] ?? 0)
    if (pid > 0 && !isRunning(pid)) rmSync(path.join(parent, folder), { recursive: true, force: true })
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
