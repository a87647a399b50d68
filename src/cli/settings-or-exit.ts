import type { Settings } from '../schema/settings.ts'
import type { ProgramParts } from './program-parts.ts'

/** The settings; their faults are told all together, and end the program. */
export function settingsOrExit(parts: Pick<ProgramParts, 'readSettings'>, configFile?: string): Settings {
  try {
    const { settings, warnings } = parts.readSettings(process.env, configFile)
    for (const warning of warnings) console.error(warning)
    return settings
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(2)
  }
}
