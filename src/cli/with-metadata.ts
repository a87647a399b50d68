import { existsSync } from 'node:fs'
import { type Metadata, metadataFile, openMetadata } from '../metadata/open.ts'
import { Fault } from '../schema/fault.ts'
import type { Settings } from '../schema/settings.ts'
import { openLog } from '../telemetry/log.ts'
import { errorMessage } from './error-message.ts'
import type { ProgramParts } from './program-parts.ts'
import { settingsOrExit } from './settings-or-exit.ts'

/**
 * Work on the metadata of the data folder, whether a server runs on it or not. What goes wrong is told on standard error,
 * and the program ends with 1.
 */
export async function withMetadata(
  parts: Pick<ProgramParts, 'readSettings'>,
  work: (metadata: Metadata, settings: Settings) => Promise<void>,
  config?: string,
): Promise<void> {
  const settings = settingsOrExit(parts, config)
  try {
    if (!existsSync(metadataFile(settings.dataDir))) {
      throw new Error(
        `There is no Millrace in ${settings.dataDir}: start it once, or name its folder by MILLRACE_DATA_DIR.`,
      )
    }
    const log = openLog('error')
    const metadata = await openMetadata({
      folder: settings.dataDir,
      sessionAge: settings.sessionAge * 86_400,
      log,
    })
    try {
      await work(metadata, settings)
    } finally {
      await metadata.close()
    }
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  }
}

/** A fault of fields says which: `username: A user with that username already exists.` */
function messageOf(error: unknown): string {
  if (error instanceof Fault && error.fields !== undefined) {
    return Object.entries(error.fields)
      .map(([field, sentences]) => `${field}: ${sentences.join(' ')}`)
      .join('\n')
  }
  return errorMessage(error)
}
