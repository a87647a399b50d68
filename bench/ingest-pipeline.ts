import { mkdtempSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Deduplicator } from '../src/ingest/dedup/deduplicator.ts'
import { EventIds } from '../src/ingest/event/event-ids.ts'
import { Ledger } from '../src/ingest/ledger/ledger.ts'
import { Pipeline } from '../src/ingest/pipeline.ts'
import { Delivery } from '../src/ingest/spool/delivery.ts'
import { SpoolFolder } from '../src/ingest/spool/spool-folder.ts'
import { SpoolWriter } from '../src/ingest/spool/spool-writer.ts'
import { allStored } from '../src/ingest/spool/spooled-file.ts'

/** A pipeline with a spool folder of its own. */
export interface Core {
  pipeline: Pipeline
  folder: SpoolFolder
  /** Writes what is left, and removes the folder. */
  close: () => Promise<void>
}

/** Opens ingest without the engine. Each spool file is passed to `take`, and then removed. */
export async function openCore(take: (file: string) => Promise<void> | void = () => {}): Promise<Core> {
  const place = mkdtempSync(path.join(tmpdir(), 'ingest-core-'))
  const folder = await SpoolFolder.open(place)
  const ledger = new Ledger()
  let next = 1
  const reserve = async (size: number) => {
    next += size
    return next - size
  }
  const ids = new EventIds(reserve, { size: 4_000_000, step: 1 })
  await ids.refill()
  const warn = (message: string): void => console.error(message)
  const delivery = new Delivery(
    {
      async sink(batches) {
        for (const { file } of batches) {
          await take(file)
          await rm(file)
        }
        return allStored
      },
    },
    folder,
    0,
    { delivered: ({ manifest }) => ledger.recordDelivered(manifest), lost: () => {} },
    warn,
  )
  const relieved = (): void => pipeline.resumeIfOpen()
  const bounds = { maxBatchRows: 50_000, maxBatchBytes: 2 ** 25, maxSpoolBytes: 2 ** 30, maxKeptFiles: 0 }
  const writer = new SpoolWriter(folder, delivery, ledger, bounds, relieved, warn)
  const dedup = new Deduplicator(ids, { windowMicros: 60_000_000, maxWindows: 200_000, maxBytes: 2 ** 26 })
  const pipeline: Pipeline = new Pipeline(
    { ledger, writer, dedup, ids, save: () => {} },
    { backMicros: 30 * 86_400 * 1_000_000, aheadMicros: 2_000_000 },
    warn,
  )
  const close = async (): Promise<void> => {
    await writer.flush()
    await delivery.flush()
    await folder.close()
    rmSync(place, { recursive: true })
  }
  return { pipeline, folder, close }
}
