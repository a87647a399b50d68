import path from 'node:path'
import { checkSpool } from '../ingest/spool/check-spool.ts'
import { findSqliteFaults } from '../metadata/sqlite/copy-file.ts'
import { metadataFile } from '../metadata/sqlite/open.ts'
import type { DayCount } from '../schema/store/backup.ts'
import { checkParts, findDetachedParts } from '../storage/store/embedded/check-parts.ts'
import { openFolderEngine } from './folder-engine.ts'

export interface FolderCheck {
  days: DayCount[]
  /** Files of the spool, including files that the store already has, and their rows. */
  spool: { files: number; rows: number }
  faults: string[]
}

/** Reads a whole data folder, which must not be in use, and returns its faults. */
export async function verifyFolder(options: {
  dataDir: string
  memory: number
  log: (message: string) => void
}): Promise<FolderCheck> {
  const { dataDir } = options
  const metadata = metadataFile(dataDir)
  const faults = findSqliteFaults(metadata).map(text => `${metadata}: ${text}`)
  const { damaged, ...spool } = await checkSpool(path.join(dataDir, 'spool'))
  faults.push(...damaged.map(name => `${path.join(dataDir, 'spool', name)} is not as it was written`))
  const days: DayCount[] = []
  await using engine = await openFolderEngine(options)
  for await (const { faults: found, ...day } of checkParts(engine.client)) {
    days.push(day)
    faults.push(...found.map(text => `day ${day.day}, ${text}`))
  }
  const detached = await findDetachedParts(engine.client)
  faults.push(...detached.map(({ name, reason }) => `part ${name} was set aside: ${reason}`))
  return { days, spool, faults }
}
