import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { Command } from 'commander'
import type { AuditActor } from '../../metadata/audit/pending-entry.ts'
import { type Metadata, openMetadata } from '../../metadata/open.ts'
import { postgresOptions } from '../../metadata/postgres/options.ts'
import { instanceKeyFile } from '../../metadata/secrets/instance-key.ts'
import { Fault } from '../../schema/fault.ts'
import type { AuditAction, AuditObject } from '../../schema/people/audit.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import { openLog } from '../../telemetry/log.ts'
import { printError } from '../terminal/print.ts'
import { errorMessage } from './error-message.ts'
import type { ProgramParts } from './program-parts.ts'
import { configOption, settingsOrExit } from './settings-or-exit.ts'

type Parts = Pick<ProgramParts, 'readSettings'>

/**
 * A command on the data folder. `add` adds a subcommand (`isDefault`: runs also without its name); `run`
 * creates the subcommand's action.
 */
export function dataFolderCommand(name: string, description: string, parts: Parts) {
  const command = new Command(name).description(description)
  const add = (name: string, description: string, options: { isDefault?: boolean } = {}) =>
    command.command(name, options).description(description).addOption(configOption())
  const run = <Args extends unknown[]>(work: Work<Args>) => withMetadata(parts, work)
  /** As `run`, for a change, which gets an entry in the audit log. */
  const change = <Args extends unknown[]>(action: AuditAction, object: AuditObject, work: Change<Args>) =>
    withMetadata<Args>(parts, async (context, ...args) => {
      const { audit } = context.metadata
      const entry = audit.begin(commandLineActor(), { action, object })
      await audit.run(entry, async () => {
        const { id, title, changedFields = [] } = await work(context, ...args)
        const changes = changedFields.map(member => ({ member }))
        entry.describe({ objectId: id === undefined ? null : String(id), title, changes })
      })
    })
  return { command, add, run, change }
}

/** The object that a subcommand changed, for the audit log. */
interface Changed {
  id?: number
  title: string
  changedFields?: readonly string[]
}
type Change<Args extends unknown[]> = (
  context: { metadata: Metadata; settings: Settings },
  ...args: Args
) => Promise<Changed>

/** The work of a subcommand. Gets its arguments, then its options. */
type Work<Args extends unknown[]> = (
  context: { metadata: Metadata; settings: Settings },
  ...args: Args
) => Promise<void>

/**
 * An action on the metadata of the data folder, with or without a running server. An error is printed to
 * standard error, and the program exits with 1.
 */
function withMetadata<Args extends unknown[]>(parts: Parts, work: Work<Args>) {
  return async (...args: Args): Promise<void> => {
    // commander passes the arguments, the options and the command; all commands here have --config.
    const { config } = args.at(-2) as { config?: string }
    const settings = settingsOrExit(parts, config)
    try {
      if (settings.instanceKey === undefined && !existsSync(instanceKeyFile(settings.dataDir))) {
        throw new Error(
          `There is no Millrace in ${settings.dataDir}: start it once, or set MILLRACE_DATA_DIR to its folder.`,
        )
      }
      const metadata = await openMetadata({
        folder: settings.dataDir,
        postgres: postgresOptions(settings),
        sessionAgeSeconds: settings.sessionAge * 86_400,
        instanceKey: settings.instanceKey,
        log: openLog('error'),
      })
      try {
        await work({ metadata, settings }, ...args)
      } finally {
        await metadata.close()
      }
    } catch (error) {
      printError(messageOf(error))
      process.exitCode = 1
    }
  }
}

/** The user who runs this command, by system name. */
function commandLineActor(): AuditActor {
  return { user: null, name: systemUser(), credential: 'command_line', address: '' }
}

/** The name of the system user. In a container the user may have only a number. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? ''}`
  }
}

/** Names the members in a fault: `username: A user with that username already exists.` */
function messageOf(error: unknown): string {
  if (error instanceof Fault && error.fields !== undefined) {
    return Object.entries(error.fields)
      .map(([field, sentences]) => `${field}: ${sentences.join(' ')}`)
      .join('\n')
  }
  return errorMessage(error)
}
