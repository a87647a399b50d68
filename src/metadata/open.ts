import { existsSync, mkdirSync } from 'node:fs'
import type { Clocks } from '../telemetry/clock-watch.ts'
import type { Log } from '../telemetry/log.ts'
import { type AuditCopy, type AuditLimits, AuditLog } from './audit/audit-log.ts'
import { ChangeFeed } from './changes/change-feed.ts'
import { DashboardChanges } from './changes/dashboard-changes.ts'
import { followFeed } from './changes/follow-feed.ts'
import { Revocations } from './changes/revocations.ts'
import { Dashboards } from './dashboards/dashboards.ts'
import { StoredWidgetQueries } from './dashboards/stored-widget-queries.ts'
import { TemplateOwners } from './dashboards/templates/template-owners.ts'
import type { WidgetQueries } from './dashboards/widget-queries.ts'
import { Widgets } from './dashboards/widgets.ts'
import { type Clock, systemClock } from './database/clock.ts'
import { DatabaseClock, readDatabaseTime } from './database/database-clock.ts'
import { Facts } from './database/facts.ts'
import { leaseNowOf } from './database/leases.ts'
import { MetadataError } from './database/metadata-error.ts'
import type { OpenedDatabase } from './database/opened-database.ts'
import { EventIdBlocks } from './event-ids/event-id-blocks.ts'
import { Forwarders } from './forwarding/forwarders.ts'
import type { Identity } from './identity/identity.ts'
import { getOwnerRights } from './identity/rights.ts'
import { startMaintenance } from './maintenance.ts'
import type { MigrateOptions } from './migrations/migrate.ts'
import { Nodes } from './nodes/nodes.ts'
import { ChangeLog } from './notes/change-log.ts'
import { EventNotes } from './notes/event-notes.ts'
import { StoredPageSettings } from './page-settings/stored-page-settings.ts'
import { Groups } from './people/groups.ts'
import { UserPreferences } from './people/preferences.ts'
import { Users } from './people/users.ts'
import { openPostgres } from './postgres/open.ts'
import type { PostgresOptions } from './postgres/options.ts'
import { ReportFiles } from './reports/report-files.ts'
import { ReportMail } from './reports/report-mail.ts'
import { ReportQueue } from './reports/report-queue.ts'
import { Reports } from './reports/reports.ts'
import { ReportSchedules } from './reports/schedules.ts'
import { findAddressesOf, findUserAddresses } from './reports/user-addresses.ts'
import { Quotas } from './repository/quotas.ts'
import type { RepositoryDeps } from './repository/repository.ts'
import { AnnouncedDrops } from './retention/announced-drops.ts'
import { LegalHolds } from './retention/legal-holds.ts'
import { RetentionSettings } from './retention/retention-settings.ts'
import { RuleFiles } from './rules/rule-files.ts'
import { SavedSearches } from './searches/saved-searches.ts'
import { instanceKeyFile, keyFact, openInstanceKey, takeNextKey } from './secrets/instance-key.ts'
import { Keyring } from './secrets/keyring.ts'
import { LastUses } from './sessions/last-uses.ts'
import { Sessions } from './sessions/sessions.ts'
import { LoginThrottle } from './sign-in/login-throttle.ts'
import { SharedThrottle } from './sign-in/shared-throttle.ts'
import { StoredIdentity } from './sign-in/stored-identity.ts'
import { metadataFile, openSqliteFile } from './sqlite/open.ts'
import { Tasks } from './tasks/tasks.ts'
import { Tokens } from './tokens/tokens.ts'
import { ActionHistory } from './triggers/action-history.ts'
import { ActionRuns } from './triggers/action-runs.ts'
import { ConditionClaims } from './triggers/condition-claims.ts'
import { Escalations } from './triggers/escalations.ts'
import { FiredTriggers } from './triggers/fired-triggers.ts'
import { Notifications } from './triggers/notifications.ts'
import { MatchRecords } from './triggers/recording/match-records.ts'
import { sealWebhooks } from './triggers/seal-webhooks.ts'
import { Silences } from './triggers/silences.ts'
import { TriggerResults } from './triggers/trigger-results.ts'
import { Triggers } from './triggers/triggers.ts'

/** Options of `openMetadata`, which creates the data folder if it is missing. */
export interface MetadataOptions extends DatabaseOptions {
  /** Maximum age of a session. */
  sessionAgeSeconds: number
  /** Idle time that ends a session; absent or 0: never. */
  sessionIdleSeconds?: number
  /** The instance key as 64 hexadecimal digits, instead of the file in the data folder. */
  instanceKey?: string | undefined
  /** Bytes that one user may keep of each kind of object; default: no bound. */
  userQuota?: number
  /** Bytes that all users together may keep of each kind of object; default: no bound. */
  totalQuota?: number
  /** Limits of the audit log; absent, as in commands: it is not pruned. */
  audit?: AuditLimits
  /** Gets a copy of each entry of the audit log. */
  copyAudit?: AuditCopy | undefined
  /** The current time, for tests; default: of the PostgreSQL server, or of this machine with SQLite. */
  clock?: Clock | undefined
  /** The clocks of this machine, for tests. */
  machineClocks?: Clocks | undefined
  /** Clock of leases, for tests; default: the clock of the database. */
  leaseClock?: Clock | undefined
}

/** Everything that Millrace stores besides events. */
export type Metadata = Awaited<ReturnType<typeof openMetadata>>

/** Reports and schedules, for users and for the processes that render and mail them. */
export type StoredReports = Metadata['reports']

/**
 * Opens and migrates the metadata in a folder. Throws a MetadataError for metadata of a newer version, and
 * for an instance key that does not belong to this metadata.
 */
export async function openMetadata(options: MetadataOptions) {
  const { folder, log } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const database = await openDatabase(options)
  const { db, beside, kind } = database
  try {
    const readTime = () => readDatabaseTime(db)
    const databaseClock =
      kind === 'postgres' ? await DatabaseClock.open(readTime, options.machineClocks) : undefined
    const clock = options.clock ?? databaseClock?.now ?? systemClock
    const facts = new Facts(db, clock)
    const keyring = await openKeyring(options, database, clock)
    await sealWebhooks(database, keyring, log)
    const feed = await ChangeFeed.open(database, clock, log)
    const revocations = await Revocations.open(db, clock, feed, log)
    const changes = new DashboardChanges(feed, clock)
    const { userQuota = Number.POSITIVE_INFINITY, totalQuota = Number.POSITIVE_INFINITY } = options
    const quota = new Quotas({ user: userQuota, total: totalQuota })
    const deps: RepositoryDeps = {
      db,
      beside,
      clock,
      leaseNow: leaseNowOf(options.leaseClock),
      keyring,
      feed,
      revocations,
      changes,
      quota,
    }
    const tokenUses = new LastUses(db, 'auth_tokens')
    const sessionUses = new LastUses(db, 'sessions')
    const sessions = new Sessions(
      deps,
      { ageSeconds: options.sessionAgeSeconds, idleSeconds: options.sessionIdleSeconds ?? 0 },
      sessionUses,
    )
    const throttle = kind === 'postgres' ? new SharedThrottle(db, clock, keyring) : new LoginThrottle(clock)
    const identity: Identity = new StoredIdentity(deps, sessions, tokenUses, throttle)
    const widgetQueries: WidgetQueries = new StoredWidgetQueries(deps)
    const eventChanges = new ChangeLog()
    const stopFollowing = followFeed(feed, database, log)
    const audit = new AuditLog(db, clock, options.audit, options.copyAudit)
    const maintenance = startMaintenance({
      revocations,
      sessions,
      audit,
      uses: [tokenUses, sessionUses],
      log,
      clock,
      databaseClock,
    })
    return {
      users: new Users(deps),
      preferences: new UserPreferences(deps),
      sessions,
      groups: new Groups(deps),
      tokens: new Tokens(deps),
      audit,
      tasks: new Tasks(deps),
      triggers: new Triggers(deps),
      notifications: new Notifications(deps),
      silences: new Silences(deps),
      matchRecords: new MatchRecords(deps),
      conditionClaims: new ConditionClaims(deps),
      actionRuns: new ActionRuns(deps),
      actionHistory: new ActionHistory(deps),
      escalations: new Escalations(deps),
      notes: await EventNotes.open(deps, eventChanges),
      firedTriggers: new FiredTriggers(deps, eventChanges),
      triggerResults: new TriggerResults(deps),
      savedSearches: new SavedSearches(deps),
      reports: {
        reports: new Reports(deps),
        schedules: new ReportSchedules(deps),
        queue: new ReportQueue(deps),
        mail: new ReportMail(deps),
        files: new ReportFiles(deps),
        getOwnerRights: (userId: number) => getOwnerRights(db, userId),
        /** Which of these addresses active users have, in lower case. */
        findUserAddresses: (emails: readonly string[]) => findUserAddresses(db, emails),
        findAddressesOf: (ids: readonly number[]) => findAddressesOf(db, ids),
      },
      ruleFiles: new RuleFiles(deps),
      retention: new RetentionSettings(deps),
      pageSettings: new StoredPageSettings(deps),
      legalHolds: new LegalHolds(deps),
      announcedDrops: new AnnouncedDrops(deps),
      forwarders: new Forwarders(deps),
      dashboards: new Dashboards(deps),
      templateOwners: new TemplateOwners(deps),
      widgets: new Widgets(deps),
      widgetQueries,
      eventIds: new EventIdBlocks(deps),
      nodes: new Nodes(deps),
      /** The bytes that all users keep of each kind of object. */
      keptSizes: () => quota.sizes(db),
      facts,
      /** For facts that one process alone writes: does not wait for writers. */
      ownFacts: new Facts(beside, clock),
      identity,
      /** For bootstrap.ts, which inserts rows of several tables in one transaction. */
      db,
      keyring,
      /** The current time, by which everything here is due. */
      clock,
      /** Milliseconds by which the clock of this machine is ahead of the database; undefined with SQLite. */
      clockSkewMs: () => databaseClock?.skewMs,
      /** Asks the database that nodes share for its time, in microseconds; absent with SQLite. */
      ...(databaseClock && { readTime }),
      /** Whether other services may use this metadata at the same time. */
      isShared: kind === 'postgres',
      /** Publishes changes, including changes made by other processes. */
      feed,
      /**
       * Revokes expired tokens and sessions, notifies listeners of revocations by other processes, prunes the
       * audit log, and writes the uses of tokens and sessions. Also runs every two seconds.
       */
      runMaintenance: maintenance.run,
      async close() {
        await stopFollowing()
        await maintenance.stop()
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/**
 * Opens the instance key. Throws a MetadataError if it does not have the fingerprint that the metadata
 * contains, so that a wrong key is noticed before it is used.
 */
async function openKeyring(
  { folder, instanceKey }: MetadataOptions,
  { db, kind, location }: OpenedDatabase,
  clock: Clock,
): Promise<Keyring> {
  const fingerprint = (await new Facts(db, clock).get(keyFact)) ?? (await makeKey())
  if (instanceKey === undefined) takeNextKey(folder, fingerprint)
  const keyring = new Keyring(openInstanceKey(folder, false, instanceKey))
  if (fingerprint === keyring.fingerprint) return keyring
  throw new MetadataError(
    `The instance key ${instanceKey === undefined ? instanceKeyFile(folder) : 'of MILLRACE_INSTANCE_KEY'} is not the one that the metadata in ${location} was sealed with. Put the right one back from a copy, or bring the key of another node.`,
  )

  /**
   * Makes the key of new metadata and stores its fingerprint, which it returns. When several services start
   * at once, one of them makes the key.
   */
  function makeKey(): Promise<unknown> {
    return db.transaction().execute(async transaction => {
      const facts = new Facts(transaction, clock)
      const storedKey = await facts.get(keyFact)
      if (storedKey !== undefined) return storedKey
      if (kind === 'postgres' && existsSync(metadataFile(folder))) {
        throw new MetadataError(
          `The metadata of ${folder} is still in ${metadataFile(folder)}, and ${location} has none yet. Copy it with \`millrace metadata copy --from sqlite --to postgres\`, or move that file away to start from scratch.`,
        )
      }
      const { fingerprint } = new Keyring(openInstanceKey(folder, true, instanceKey))
      await facts.set(keyFact, fingerprint)
      return fingerprint
    })
  }
}

/** Where the metadata is. */
interface DatabaseOptions {
  /** The data folder. */
  folder: string
  /** undefined: in a SQLite file of the data folder. */
  postgres?: PostgresOptions | undefined
  log: Log
  migrations?: MigrateOptions['migrations']
}

/** Opens and migrates the metadata. Throws a MetadataError if it is unreachable or of a newer version. */
export function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  const { folder, postgres, log, migrations } = options
  const migrationOptions = migrations === undefined ? {} : { migrations }
  return postgres === undefined
    ? openSqliteFile(folder, migrationOptions)
    : openPostgres(postgres, log, migrationOptions)
}
