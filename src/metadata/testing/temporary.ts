import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { openLog } from '../../telemetry/log.ts'
import { type Metadata, type MetadataOptions, openMetadata } from '../open.ts'

/** A folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(fastTempFolder(), 'millrace-metadata-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Where metadata of tests lies: in memory where there is such a place, since every commit waits for the disk. */
export function fastTempFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK)
    return '/dev/shm'
  } catch {
    return tmpdir()
  }
}

/** A clock that a test turns, in seconds; it starts in 2026. */
export class ManualClock {
  seconds = 1_780_000_000
  readonly now = () => this.seconds * 1_000_000
}

/** Metadata in a real file, closed with the test. */
export async function openTemporaryMetadata(
  options: Partial<MetadataOptions> = {},
): Promise<{ metadata: Metadata; folder: string; clock: ManualClock }> {
  const clock = new ManualClock()
  const folder = options.folder ?? temporaryFolder()
  const metadata = await openMetadata({
    sessionAge: 3_600,
    log: openLog('silent'),
    clock: clock.now,
    ...options,
    folder,
  })
  onTestFinished(() => metadata.close())
  return { metadata, folder, clock }
}
