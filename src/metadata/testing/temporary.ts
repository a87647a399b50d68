import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { openLog } from '../../telemetry/log.ts'
import { type Metadata, type MetadataOptions, openMetadata } from '../open.ts'
import { postgresOf } from './postgres.ts'

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-metadata-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A clock that a test sets, in seconds; it starts in 2026. */
export class ManualClock {
  seconds = 1_780_000_000
  readonly now = () => this.seconds * 1_000_000
}

/** Metadata in a real file, or in a real PostgreSQL, closed after the test. */
export async function openTemporaryMetadata(
  options: Partial<MetadataOptions> = {},
): Promise<{ metadata: Metadata; folder: string; clock: ManualClock }> {
  const clock = new ManualClock()
  const folder = options.folder ?? temporaryFolder()
  const metadata = await openMetadata({
    sessionAgeSeconds: 3_600,
    log: openLog('silent'),
    clock: clock.now,
    leaseClock: clock.now,
    postgres: await postgresOf(folder),
    ...options,
    folder,
  })
  onTestFinished(() => metadata.close())
  return { metadata, folder, clock }
}
