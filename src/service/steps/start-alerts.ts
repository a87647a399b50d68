import { hostname } from 'node:os'
import { createActionRunner } from '../../alerts/actions/action-kinds.ts'
import type { ScriptsFolder } from '../../alerts/actions/kinds/script/scripts-folder.ts'
import { parseSnmpTarget } from '../../alerts/actions/kinds/snmp/snmp-target.ts'
import { openActionQueue, type RunningActions } from '../../alerts/queue/open-action-queue.ts'
import type { MatchRecorder } from '../../alerts/recorder/match-recorder.ts'
import type { TriggerRegistry } from '../../alerts/registry.ts'
import { startAlertSweeper } from '../../alerts/sweep-alerts.ts'
import type { Outages } from '../../alerts/windows/outages.ts'
import { WindowRunner } from '../../alerts/windows/window-runner.ts'
import type { Intake } from '../../ingest/worker/intake.ts'
import { type Mailer, openMailer } from '../../mail/mailer.ts'
import type { NodeDirectory } from '../../metadata/nodes/directory.ts'
import type { Metadata } from '../../metadata/open.ts'
import { AllowList, OutgoingGuard } from '../../outgoing/outgoing-guard.ts'
import type { SnmpEngine } from '../../outgoing/snmp/snmp-engine.ts'
import type { HistorySource } from '../../query/history/match-history.ts'
import { zoneOf } from '../../time/zone.ts'
import { deliveredByAll } from './delivered-by-all.ts'
import type { StartContext } from './start-context.ts'

/** The environment variables of the service that scripts of triggers inherit. */
const scriptEnvironment = { PATH: process.env.PATH, LANG: process.env.LANG }

/** How long actions may still run when the service ends. Then they are interrupted: see action-queue.ts. */
export const actionsCloseMs = 3_000

/**
 * Starts to run the actions of triggers. `ownPorts`: the ports on which this service listens; `eventDays`:
 * for how many days events are kept.
 */
export async function startAlerts(
  { settings, log, closing }: StartContext,
  {
    metadata,
    snmpEngine,
    recorder,
    triggers,
    intake,
    outages,
    nodes,
    history,
    scripts,
    ownPorts,
    eventDays,
  }: {
    metadata: Metadata
    snmpEngine: SnmpEngine
    recorder: MatchRecorder
    triggers: TriggerRegistry
    intake: Intake
    outages: Outages
    nodes: NodeDirectory | undefined
    history: HistorySource
    scripts: ScriptsFolder
    ownPorts: () => Set<number>
    eventDays: () => number
  },
): Promise<{ actions: RunningActions; mailer: Mailer | undefined }> {
  const mailer = settings.smtpUrl === undefined ? undefined : openMailer(settings.smtpUrl, settings.mailFrom)
  closing.defer(() => mailer?.close())
  const now = () => metadata.clock() / 1_000_000
  const guard = new OutgoingGuard({
    allowed: new AllowList(settings.webhookAllow),
    ownPorts,
  })
  const actions = await openActionQueue({
    runs: metadata.actionRuns,
    escalations: metadata.escalations,
    clock: metadata.clock,
    triggers: metadata.triggers,
    getOwnerRights: metadata.reports.getOwnerRights,
    run: createActionRunner({
      email: { mailer, users: metadata.reports, domains: settings.mailDomains, host: hostname() },
      webhook: { guard, publicUrl: settings.publicUrl },
      script: { folder: scripts, env: scriptEnvironment },
      snmp: {
        guard,
        engine: snmpEngine,
        defaultTarget: settings.snmpTarget === undefined ? null : parseSnmpTarget(settings.snmpTarget),
      },
      notes: metadata.notes,
      tasks: metadata.tasks,
      now,
    }),
    zone: zoneOf(settings.timezone),
    closeTimeoutMs: actionsCloseMs,
    retentionDays: settings.actionRetention,
    maxRows: settings.actionMax,
    // The lock of the data folder keeps out other processes, unless nodes share the metadata.
    isOnlyProcess: !metadata.isShared,
    log: log.child({ room: 'alerts' }),
  })
  closing.defer(() => actions.close(), { waitsForOthers: true })
  const windows = new WindowRunner(
    {
      due: (...given) => metadata.matchRecords.due(...given),
      dueOf: (...given) => metadata.matchRecords.dueOf(...given),
      nextDue: except => metadata.matchRecords.nextDue(except),
      deleteStatesOfEnded: ids => metadata.matchRecords.deleteStatesOfEnded(ids),
      deleteStatesBeforeChange: id => metadata.matchRecords.deleteStatesBeforeChange(id),
      recordWindows: (...given) => recorder.recordWindows(...given),
    },
    history,
    () => triggers.triggersWithCondition,
    log,
    {
      now,
      deliveredUntil: () => deliveredByAll({ metadata, intake, nodes }),
      outages: () => outages.list,
    },
    metadata.isShared ? metadata.conditionClaims : undefined,
  )
  triggers.setConditionsListener(() => windows.wake())
  windows.wake()
  closing.defer(() => windows.close())
  closing.defer(
    recorder.onRecorded(({ runs, isDue }) => {
      if (isDue) windows.wake()
      if (runs > 0) actions.wake()
    }),
  )
  closing.defer(startAlertSweeper({ ...metadata, eventDays, log }))
  return { actions, mailer }
}
