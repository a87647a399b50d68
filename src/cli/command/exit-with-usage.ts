import type { Command } from 'commander'
import { exitCodes } from './exit-codes.ts'

/** Makes a command and its subcommands exit with the code for wrong usage on an invalid command line. */
export function exitWithUsage(command: Command): Command {
  for (const subcommand of command.commands) exitWithUsage(subcommand)
  return command.exitOverride(error => process.exit(error.exitCode === 0 ? 0 : exitCodes.usage))
}
