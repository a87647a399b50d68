import path from 'node:path'
import type { RetentionClasses } from '../../../../schema/store/retention.ts'
import { ManualClocks } from '../../../testing/manual-clocks.ts'
import { type EmbeddedStore, openEmbeddedStore } from '../../embedded/open.ts'
import type { Hold } from '../../retention/held-days.ts'
import type { ArchiveLocation } from '../open-place.ts'

/** Midnight of the last day, Unix seconds. */
export const today = Date.UTC(2026, 0, 31) / 1000

/** The folder of a store, and the place of its archive. */
export interface Places<Location extends ArchiveLocation = string> {
  folder: string
  archive: Location
}

export interface ArchivingOptions {
  clocks?: ManualClocks
  holds?: readonly Hold[]
  classes?: RetentionClasses
  /** Of the archive. */
  retentionDays?: number
  said?: string[]
}

/** A store that archives days after two days, in files of few rows. */
export async function openArchivingStore(
  { folder, archive }: Places<ArchiveLocation>,
  options: ArchivingOptions = {},
): Promise<EmbeddedStore> {
  const { clocks = new ManualClocks(today * 1000 + 1), holds = [], classes } = options
  const { retentionDays = 365, said = [] } = options
  return await openEmbeddedStore({
    folder,
    window: 60,
    retentionDays: 30,
    retentionClasses: classes,
    holds: async () => holds,
    archive: {
      location: archive,
      state: path.join(folder, 'archive'),
      afterDays: 2,
      retentionDays,
      maxFileRows: 2,
    },
    clocks,
    log: line => said.push(line),
  })
}
