import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  anonymousBytes,
  childOf,
  groupMembers,
  residentBytes,
} from '../../scenarios/testing/process-group.ts'
import { engineFiles } from '../../scenarios/testing/program.ts'

/** Resources held by a service at one moment. */
export interface Held {
  /** Resident bytes of its main process, and of all its processes together. */
  main: number
  all: number
  /**
   * Resident bytes of the engine process, without its library: some 270 MB of it are resident as soon as it
   * works, and stay.
   */
  engine: number
  /** Open file handles of all processes. */
  handles: number
  /** Parts of the tables on disk. */
  parts: number
}

const pageBytes = 4_096
/** A part of a day: the day, its first and last block, its level, and the mutation. */
const partName = /^\d{8}_\d+_\d+_\d+(_\d+)?$/

/** Samples the process group of a service over this data folder; Linux only. */
export function lookAt(group: number, dataDir: string): Held {
  const [, resident = '0'] = readFileSync(`/proc/${group}/statm`, 'utf8').split(' ')
  return {
    main: Number(resident) * pageBytes,
    all: residentBytes(group),
    engine: anonymousBytes(childOf(group, engineFiles) ?? 0),
    handles: groupMembers(group).reduce((sum, pid) => sum + handlesOf(pid), 0),
    parts: partsUnder(path.join(dataDir, 'events', 'store')),
  }
}

/** 0 if the process has ended meanwhile. */
function handlesOf(pid: number): number {
  return entries(`/proc/${pid}/fd`).length
}

/** Two folders lie above the folder of a table: the beginning of its id, and its id. */
function partsUnder(store: string): number {
  const tables = entries(store).flatMap(start =>
    entries(path.join(store, start)).map(id => path.join(store, start, id)),
  )
  return tables.flatMap(entries).filter(name => partName.test(name)).length
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
