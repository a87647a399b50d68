import path from 'node:path'
import { MatchRecorder } from '../../alerts/recorder/match-recorder.ts'
import { recordInOrder } from '../../alerts/recorder/record-in-order.ts'
import { TriggerRegistry } from '../../alerts/registry.ts'
import { ActiveSilences } from '../../alerts/silences/active-silences.ts'
import { Outages } from '../../alerts/windows/outages.ts'
import { readStoredActivity } from '../../api/ingest/ingest-monitor.ts'
import { followRules } from '../../api/rules/follow-rules.ts'
import { RuleRegistry } from '../../api/rules/rule-registry.ts'
import { highCardinalityTags } from '../../ingest/rules/high-cardinality.ts'
import type { IngestSettings } from '../../ingest/worker/ingest-settings.ts'
import type { Intake, ReplayedSpool } from '../../ingest/worker/intake.ts'
import { openIntake } from '../../ingest/worker/open-intake.ts'
import type { IngestPorts } from '../../ingest/worker/ports.ts'
import { markRunning, unmarkRunning } from '../../metadata/data-folder/run-marker.ts'
import { idStep } from '../../metadata/event-ids/event-id-blocks.ts'
import type { OwnNode } from '../../metadata/nodes/nodes.ts'
import type { Metadata } from '../../metadata/open.ts'
import { formatsOf } from '../../schema/event/message-format.ts'
import type { RuleFile } from '../../schema/intake/rule.ts'
import type { Read } from '../../storage/contract/event-store.ts'
import type { FigureQueue } from '../../storage/store/figures/queue.ts'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import type { Log } from '../../telemetry/log.ts'
import type { StorePorts } from '../offline/deferred-ports.ts'
import type { OfflineStart } from '../offline/offline-start.ts'
import { sharedSeconds } from './shared-seconds.ts'
import type { StartContext } from './start-context.ts'

/** Maximum number of events whose deduplication windows are restored after a restart. */
const maxRecentEvents = 200_000

interface IngestSources {
  metadata: Metadata
  node: OwnNode | undefined
  /** Undefined if metadata and events are in the data folder, so that no server can be away. */
  offline: OfflineStart | undefined
}

/** The rules, triggers and silences of the metadata, which decide what happens to received events. */
export interface LoadedRules {
  rules: RuleRegistry
  triggers: TriggerRegistry
  silences: ActiveSilences
}

/** Loads the rules and the triggers. Brings them into force if ingest has started before the metadata. */
export async function loadRules(
  { settings, log, closing }: StartContext,
  { metadata, node, offline }: IngestSources,
): Promise<LoadedRules> {
  const warn = (message: string): void => log.warn({ room: 'ingest' }, message)
  const rules = new RuleRegistry(
    settings.rulesDir ?? path.join(settings.dataDir, 'rules'),
    metadata.ruleFiles,
    formatsOf(settings.automaticFields),
  )
  await rules.load()
  for (const line of rules.faults) warn(`Rules are not in force: ${line}`)
  for (const line of rules.warnings) warn(`Rules: ${line}`)
  const triggers = new TriggerRegistry(
    {
      readEnabled: () => metadata.triggers.readEnabled(),
      onChange: listener => metadata.triggers.onChange(listener),
      getOwnerRights: userId => metadata.reports.getOwnerRights(userId),
    },
    log,
    metadata.clock,
  )
  await triggers.load()
  closing.defer(() => triggers.close())
  const silences = new ActiveSilences(
    {
      readCurrent: () => metadata.silences.readCurrent(),
      onChange: listener => metadata.silences.onChange(listener),
      getOwnerRights: userId => metadata.reports.getOwnerRights(userId),
    },
    log,
    metadata.clock,
  )
  await silences.load()
  closing.defer(() => silences.close())
  await offline?.attachMetadata({
    key: metadata.keyring.fingerprint,
    node,
    identity: metadata.identity,
    reserveIds: reserveFrom(metadata, node),
    rules: rules.activeFiles,
    triggers: triggers.active,
    follow(intake) {
      triggers.attachMatcher(intake)
      rules.attachEngine(intake)
      return followRules(rules, metadata.ruleFiles, warn)
    },
  })
  return { rules, triggers, silences }
}

/** Opens ingest on top of the store. `onDeath` is called when the ingest worker has died. */
export async function startIngest(
  { settings, log, closing }: StartContext,
  ingest: IngestSettings,
  loaded: LoadedRules,
  {
    metadata,
    store,
    figures,
    node,
    offline,
    onDeath,
  }: IngestSources & { store: SqlStore; figures: FigureQueue; onDeath: (error: Error) => void },
): Promise<LoadedRules & { intake: Intake; recorder: MatchRecorder; outages: Outages }> {
  const warn = (message: string): void => log.warn({ room: 'ingest' }, message)
  const { rules, triggers, silences } = loaded
  const outages = new Outages(metadata.facts, node?.id)
  await outages.load()
  const recorder = new MatchRecorder(metadata.matchRecords, silences, log, node?.id, () => outages.list)
  const crashedRun = markRunning(settings.dataDir, metadata.clock)
  closing.defer(() => unmarkRunning(settings.dataDir))
  const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 60 }
  const activity = await readStoredActivity(metadata.facts, node?.id)
  const completeSettings: IngestSettings = {
    ...ingest,
    idStep: idStep(node),
    rules: rules.activeFiles,
    triggers: triggers.active,
    hosts: activity?.hosts ?? [],
  }
  const ports: StorePorts = {
    ...recordInOrder(
      batches => store.appendEach(batches),
      batches => recorder.record(batches),
    ),
    abandon: sequence => store.abandon(sequence),
    reserveIds: reserveFrom(metadata, node),
    async *recentEvents() {
      const from = Math.floor(Date.now() / 1000) - settings.dedupWindow - settings.timeToleranceAhead
      // While a shard does not answer, its events are missing here, and their repeats become new events.
      const { store: answering } = (await store.reachable?.(read.signal)) ?? { store }
      for await (const events of answering.recent(from, maxRecentEvents, read)) {
        // The store returns the newest event first.
        yield events.toReversed().map(({ ts, ...event }) => ({ ...event, first: ts }))
      }
    },
    recordOutage: (from, to) =>
      outages.add({ from: sharedSeconds(metadata, from), to: sharedSeconds(metadata, to) }),
    recordFigures: rows => figures.add(rows),
    warn,
    onDeath,
  }
  const intake = await (offline === undefined
    ? openIntake(completeSettings, ports)
    : offline.openIntake(completeSettings, ports))
  closing.defer(() => intake.close())
  triggers.attachMatcher(intake)
  // So that they end before ingest. The closer of `loadRules` is for a start that fails before this line.
  closing.defer(() => triggers.close())
  logPreviousRun(log, crashedRun, intake.replayed)
  const hasFields = settings.automaticFields.length > 0 || settings.extraFields !== 'off'
  const excludeTags = (files: readonly RuleFile[]): void =>
    store.rollups.excludeTags(highCardinalityTags(files, hasFields))
  excludeTags(rules.activeFiles)
  rules.attachEngine({
    async setRules(files) {
      excludeTags(files)
      await intake.setRules(files)
    },
    ruleCounts: () => intake.ruleCounts(),
  })
  closing.defer(followRules(rules, metadata.ruleFiles, warn))
  return { ...loaded, intake, recorder, outages }
}

/** Reserves blocks of event ids for this node. Returns the first id of a block. */
function reserveFrom({ eventIds }: Metadata, node: OwnNode | undefined): IngestPorts['reserveIds'] {
  return async (size, above) => (await eventIds.reserveBlock(size, above, node)).first
}

/**
 * Logs that the previous run crashed, and the replay of its spool. `crashedRun`: when that run began, Unix
 * microseconds; undefined if it ended properly.
 */
function logPreviousRun(log: Log, crashedRun: number | undefined, { files, events }: ReplayedSpool): void {
  const replayed =
    files === 0
      ? 'nothing was left in the spool'
      : `replaying what was left in the spool: ${events} events in ${files} files`
  if (crashedRun !== undefined) {
    const began = new Date(crashedRun / 1000).toISOString()
    log.warn(
      { room: 'start', files, events },
      `The run that began at ${began} did not end by itself (killed, crashed, or the power failed): ${replayed}`,
    )
  } else if (files > 0) log.info({ room: 'start', files, events }, `The run before ended: ${replayed}`)
}
