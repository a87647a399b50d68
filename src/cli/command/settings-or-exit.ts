import { Option } from 'commander'
import type { Settings } from '../../schema/settings/settings.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import { printError } from '../terminal/print.ts'
import { exitCodes } from './exit-codes.ts'
import type { ProgramParts } from './program-parts.ts'

/**
 * Reads the settings and prints their warnings. If they are invalid, prints the error, which lists all
 * faults, and exits.
 */
export function settingsOrExit(parts: Pick<ProgramParts, 'readSettings'>, configFile?: string): Settings {
  try {
    const { settings, warnings } = parts.readSettings(process.env, configFile)
    for (const warning of warnings) printError(warning)
    return settings
  } catch (error) {
    printError(thrownText(error))
    process.exit(exitCodes.usage)
  }
}

/**
 * `--config`, for every command that reads settings. MILLRACE_CONFIG names the file for all commands; an
 * empty value counts as not set.
 */
export function configOption(description = 'settings as a YAML file'): Option {
  const option = new Option('--config <file>', description)
  const { MILLRACE_CONFIG: file = '' } = process.env
  return file === '' ? option : option.default(file, 'the file of MILLRACE_CONFIG')
}
