import { Command } from 'commander'
import type { Settings } from '../schema/settings.ts'
import { authtokenCommand } from './authtoken.ts'
import { dashboardsCommand } from './dashboards.ts'
import { groupCommand } from './group.ts'
import { reportCommand } from './report.ts'
import { rulesCommand } from './rules.ts'
import { sendCommand } from './send/command.ts'
import { startCommand } from './start-command.ts'
import { userCommand } from './user.ts'

/** What the program gets from its composition root. */
export interface ProgramParts {
  version: string
  readSettings(
    env: Readonly<Record<string, string | undefined>>,
    configFile?: string,
  ): { settings: Settings; warnings: string[] }
  start(
    settings: Settings,
    say: (line: string) => void,
    died: () => void,
  ): Promise<{ url: string; reloadCertificates(): Promise<void>; close(): Promise<void> }>
}

/** The command line. Options of `--config` and the environment are the same for every command. */
export function program(parts: ProgramParts): Command {
  return new Command('millrace')
    .description('Log service: takes logs in, answers questions about them, shows them live.')
    .version(parts.version)
    .showHelpAfterError()
    .addCommand(startCommand(parts))
    .addCommand(authtokenCommand(parts))
    .addCommand(dashboardsCommand())
    .addCommand(reportCommand())
    .addCommand(rulesCommand())
    .addCommand(sendCommand())
    .addCommand(userCommand(parts))
    .addCommand(groupCommand(parts))
}
