import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Kysely, sql } from 'kysely'
import type { Log } from '../telemetry/log.ts'
import { Changes } from './dashboards/changes.ts'
import { Dashboards } from './dashboards/dashboards.ts'
import { StoredWidgetQueries } from './dashboards/stored-widget-queries.ts'
import type { WidgetQueries } from './dashboards/widget-queries.ts'
import { Widgets } from './dashboards/widgets.ts'
import { EventIds } from './event-ids.ts'
import { Facts } from './facts.ts'
import type { Identity } from './identity.ts'
import { LastUses } from './last-uses.ts'
import { startMaintenance } from './maintenance.ts'
import { MetadataError } from './metadata-error.ts'
import { type MigrateOptions, migrate } from './migrate.ts'
import { ChangeLog } from './notes/change-log.ts'
import { EventNotes } from './notes/event-notes.ts'
import { Groups } from './people/groups.ts'
import { UserPreferences } from './people/preferences.ts'
import { Users } from './people/users.ts'
import { getOwnerRights } from './reports/owner-rights.ts'
import { ReportMail } from './reports/report-mail.ts'
import { ReportQueue } from './reports/report-queue.ts'
import { Reports } from './reports/reports.ts'
import { ReportSchedules } from './reports/schedules.ts'
import { findAddressesOf, findUserAddresses } from './reports/user-addresses.ts'
import type { RepositoryDeps } from './repository.ts'
import { Revocations } from './revocations.ts'
import { RuleFiles } from './rules/rule-files.ts'
import { SavedSearches } from './searches/saved-searches.ts'
import { instanceKeyFile, openInstanceKey, syncFolder } from './secrets/instance-key.ts'
import { Keyring } from './secrets/keyring.ts'
import { Sessions } from './sign-in/sessions.ts'
import { StoredIdentity } from './sign-in/stored-identity.ts'
import { NodeSqliteDialect } from './sqlite/dialect.ts'
import { type Clock, type Database, systemClock, type Tables } from './tables.ts'
import { Tasks } from './tasks/tasks.ts'
import { Tokens } from './tokens/tokens.ts'
import { ActionHistory } from './triggers/action-history.ts'
import { ActionRuns } from './triggers/action-runs.ts'
import { Escalations } from './triggers/escalations.ts'
import { FiredTriggers } from './triggers/fired-triggers.ts'
import { Notifications } from './triggers/notifications.ts'
import { MatchRecords } from './triggers/recording/match-records.ts'
import { Silences } from './triggers/silences.ts'
import { ToldTriggers } from './triggers/told-triggers.ts'
import { Triggers } from './triggers/triggers.ts'

export interface MetadataOptions {
  /** The data folder; created if missing. */
  folder: string
  /** Lifetime of a login, seconds. */
  sessionAge: number
  log: Log
  clock?: Clock
  migrations?: MigrateOptions['migrations']
}

/** Everything that Millrace stores besides events. */
export type Metadata = Awaited<ReturnType<typeof openMetadata>>

/** Reports and schedules, for users and for the processes that render and mail them. */
export type StoredReports = Metadata['reports']

const keyFact = 'instance_key'

/** Path of the metadata in a data folder. */
export function metadataFile(folder: string): string {
  return path.join(folder, 'metadata.sqlite')
}

/**
 * Opens and migrates the metadata in a folder. Throws a MetadataError for metadata of a newer version, and for an instance key that is
 * not the one of this metadata.
 */
export async function openMetadata(options: MetadataOptions) {
  const { folder, log, clock = systemClock } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = metadataFile(folder)
  const db: Database = new Kysely<Tables>({ dialect: new NodeSqliteDialect(file) })
  try {
    await migrate(db, {
      location: file,
      backUp: before => backUp(db, folder, before),
      ...(options.migrations === undefined ? {} : { migrations: options.migrations }),
    })
    const facts = new Facts(db, clock)
    const keyring = await openKeyring(folder, facts)
    const revocations = await Revocations.open(db, clock, log)
    const changes = new Changes(db, clock, log)
    const deps: RepositoryDeps = { db, clock, keyring, revocations, changes }
    const tokenUses = new LastUses(db, 'auth_tokens')
    const sessionUses = new LastUses(db, 'sessions')
    const sessions = new Sessions(deps, options.sessionAge, sessionUses)
    const identity: Identity = new StoredIdentity(deps, sessions, tokenUses)
    const widgetQueries: WidgetQueries = new StoredWidgetQueries(deps)
    const eventChanges = new ChangeLog()
    const triggers = new Triggers(deps, log)
    const notifications = new Notifications(deps, log)
    // Names, owners and who may see a group are those of its trigger.
    triggers.onChange(() => notifications.changed())
    const maintenance = startMaintenance({ revocations, uses: [tokenUses, sessionUses], log, clock })
    return {
      users: new Users(deps),
      preferences: new UserPreferences(deps),
      sessions,
      groups: new Groups(deps),
      tokens: new Tokens(deps),
      tasks: new Tasks(deps),
      triggers,
      notifications,
      silences: new Silences(deps, log),
      matchRecords: new MatchRecords(deps),
      actionRuns: new ActionRuns(deps),
      actionHistory: new ActionHistory(deps),
      escalations: new Escalations(deps, () => notifications.changed()),
      notes: await EventNotes.open(deps, eventChanges),
      firedTriggers: new FiredTriggers(deps, eventChanges),
      toldTriggers: new ToldTriggers(deps),
      savedSearches: new SavedSearches(deps),
      reports: {
        reports: new Reports(deps),
        schedules: new ReportSchedules(deps),
        queue: new ReportQueue(deps),
        mail: new ReportMail(deps),
        /** Present rights of a user; undefined when it is deleted or disabled. */
        getOwnerRights: (userId: number) => getOwnerRights(db, userId),
        /** Which of these addresses active users have, in lower case. */
        findUserAddresses: (emails: readonly string[]) => findUserAddresses(db, emails),
        findAddressesOf: (ids: readonly number[]) => findAddressesOf(db, ids),
      },
      ruleFiles: new RuleFiles(deps),
      dashboards: new Dashboards(deps),
      widgets: new Widgets(deps),
      widgetQueries,
      eventIds: new EventIds(deps),
      facts,
      identity,
      /** For bootstrap.ts, which inserts rows of several tables in one transaction. */
      db,
      keyring,
      clock,
      /** Ends what expired, publishes revocations of other processes, writes the uses of tokens. Also runs every two seconds. */
      runMaintenance: maintenance.run,
      async close() {
        await maintenance.stop()
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** The metadata has the fingerprint of its instance key, so that a wrong key is noticed before it is used. */
async function openKeyring(folder: string, facts: Facts): Promise<Keyring> {
  const known = await facts.get(keyFact)
  const keyring = new Keyring(openInstanceKey(folder, known === undefined))
  if (known === undefined) await facts.set(keyFact, keyring.fingerprint)
  else if (known !== keyring.fingerprint) {
    throw new MetadataError(
      `The instance key ${instanceKeyFile(folder)} is not the one that the metadata beside it was sealed with. Put the right one back from a copy.`,
    )
  }
  return keyring
}

/** Copies the metadata to `backups`. The copy gets its name when it is complete; it replaces that of an earlier attempt. */
async function backUp(db: Database, folder: string, before: string): Promise<void> {
  const backups = path.join(folder, 'backups')
  mkdirSync(backups, { recursive: true, mode: 0o700 })
  const copy = path.join(backups, `metadata.before-${before}.sqlite`)
  const aside = `${copy}.new`
  rmSync(aside, { force: true })
  // SQLite writes into an existing empty file and keeps its mode.
  closeSync(openSync(aside, 'wx', 0o600))
  await sql`vacuum into ${aside}`.execute(db)
  const descriptor = openSync(aside, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(aside, copy)
  syncFolder(backups)
}
