import { Command } from 'commander'
import { archiveCommand } from './archive/archive.ts'
import { backupCommand } from './backup/backup.ts'
import { restoreCommand } from './backup/restore.ts'
import { verifyCommand } from './backup/verify.ts'
import { exitWithUsage } from './command/exit-with-usage.ts'
import type { ProgramParts } from './command/program-parts.ts'
import { completionCommand, manCommand } from './completion/completion-command.ts'
import { dashboardsCommand } from './dashboards/dashboards.ts'
import { eventsCommand } from './data-folder/events.ts'
import { keyCommand } from './data-folder/key.ts'
import { metadataCommand } from './data-folder/metadata.ts'
import { nodesCommand } from './data-folder/nodes.ts'
import { doctorCommand } from './doctor/command.ts'
import { eventCommand } from './event/event-command.ts'
import { forwardersCommand } from './forwarders/forwarders.ts'
import { loginCommand, logoutCommand } from './login/login-command.ts'
import { mcpCommand } from './mcp.ts'
import { authtokenCommand } from './people/authtoken.ts'
import { groupCommand } from './people/group.ts'
import { userCommand } from './people/user.ts'
import { queryCommand } from './query/query-command.ts'
import { reportCommand } from './reports/report.ts'
import { rulesCommand } from './rules/rules.ts'
import { sendCommand } from './send/command.ts'
import { startCommand } from './start-command.ts'
import { tailCommand } from './tail/tail-command.ts'
import { topCommand } from './top/top-command.ts'
import { triggersCommand } from './triggers/triggers.ts'

/** The command line program with all of its commands. */
export function program(parts: ProgramParts): Command {
  const millrace = new Command('millrace')
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
    .addCommand(archiveCommand())
    .addCommand(authtokenCommand(parts))
    .addCommand(backupCommand(parts))
    .addCommand(restoreCommand())
    .addCommand(verifyCommand(parts))
    .addCommand(dashboardsCommand())
    .addCommand(eventsCommand(parts))
    .addCommand(doctorCommand(parts))
    .addCommand(forwardersCommand())
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
  return exitWithUsage(millrace)
}
