import { Command } from 'commander'
import { authtokenCommand } from './authtoken.ts'
import { backupCommand } from './backup/backup.ts'
import { restoreCommand } from './backup/restore.ts'
import { verifyCommand } from './backup/verify.ts'
import { completionCommand, manCommand } from './completion/completion-command.ts'
import { dashboardsCommand } from './dashboards.ts'
import { doctorCommand } from './doctor/command.ts'
import { eventCommand } from './event/event-command.ts'
import { eventsCommand } from './events.ts'
import { groupCommand } from './group.ts'
import { keyCommand } from './key.ts'
import { loginCommand, logoutCommand } from './login/login-command.ts'
import { mcpCommand } from './mcp.ts'
import { metadataCommand } from './metadata.ts'
import { nodesCommand } from './nodes.ts'
import type { ProgramParts } from './program-parts.ts'
import { queryCommand } from './query/query-command.ts'
import { reportCommand } from './report.ts'
import { rulesCommand } from './rules.ts'
import { sendCommand } from './send/command.ts'
import { startCommand } from './start-command.ts'
import { tailCommand } from './tail/tail-command.ts'
import { topCommand } from './top/top-command.ts'
import { triggersCommand } from './triggers.ts'
import { userCommand } from './user.ts'

/** The command line program. `--config` and the environment work equally for every command. */
export function program(parts: ProgramParts): Command {
  return new Command('millrace')
    .description('Log service: receives logs, searches and counts them, shows them live.')
    .version(parts.version)
    .showHelpAfterError()
    .addCommand(startCommand(parts))
    .addCommand(queryCommand())
    .addCommand(tailCommand())
    .addCommand(eventCommand())
    .addCommand(topCommand())
    .addCommand(loginCommand())
    .addCommand(logoutCommand())
    .addCommand(authtokenCommand(parts))
    .addCommand(backupCommand(parts))
    .addCommand(restoreCommand())
    .addCommand(verifyCommand(parts))
    .addCommand(dashboardsCommand())
    .addCommand(eventsCommand(parts))
    .addCommand(doctorCommand(parts))
    .addCommand(keyCommand(parts))
    .addCommand(mcpCommand(parts))
    .addCommand(metadataCommand(parts))
    .addCommand(nodesCommand(parts))
    .addCommand(reportCommand())
    .addCommand(rulesCommand())
    .addCommand(sendCommand())
    .addCommand(triggersCommand())
    .addCommand(userCommand(parts))
    .addCommand(groupCommand(parts))
    .addCommand(completionCommand())
    .addCommand(manCommand(parts.version))
}
