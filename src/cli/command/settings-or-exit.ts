import type { Settings } from '../../schema/settings/settings.ts'
import { printError } from '../terminal/print.ts'
import type { ProgramParts } from './program-parts.ts'

/** Reads the settings; prints all faults and exits with 2 if there are any. */
export function settingsOrExit(parts: Pick<ProgramParts, 'readSettings'>, configFile?: string): Settings {
  try {
    const { settings, warnings } = parts.readSettings(process.env, configFile)
    for (const warning of warnings) printError(warning)
    return settings
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error))
    process.exit(2)
  }
}
