import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { openMailer } from '../../../mail/mailer.ts'
import { MailSink } from '../../../mail/testing/mail-sink.ts'
import type { Metadata } from '../../../metadata/open.ts'
import { insertAction } from '../../../metadata/testing/insert-action.ts'
import { type ManualClock, openTemporaryMetadata } from '../../../metadata/testing/temporary.ts'
import { AllowList, OutgoingGuard } from '../../../outgoing/outgoing-guard.ts'
import { openSnmpEngine } from '../../../outgoing/snmp/snmp-engine.ts'
import type { QueuedKind } from '../../../schema/triggers/action-run.ts'
import type { TriggerDraft } from '../../../schema/triggers/trigger.ts'
import { openLog } from '../../../telemetry/log.ts'
import { utc } from '../../../time/zone.ts'
import { createActionRunner } from '../../actions/action-kinds.ts'
import { ScriptsFolder } from '../../actions/kinds/script/scripts-folder.ts'
import { testEvent } from '../../actions/testing/test-context.ts'
import { type OpenActionQueueOptions, openActionQueue, type RunningActions } from '../open-action-queue.ts'

type RunRow = Parameters<typeof insertAction>[1]

/** Metadata with the user ann, a mail server and a scripts folder, for queues with real actions. */
export interface TestActions {
  metadata: Metadata
  clock: ManualClock
  /** Folder of the metadata. */
  folder: string
  mails: MailSink
  /** Id of ann, who may use triggers. */
  ann: number
  /** What the service logged. */
  logged: string[]
  open(options?: Partial<OpenActionQueueOptions>): Promise<RunningActions>
  trigger(draft: Partial<TriggerDraft>): Promise<number>
  /** Queues an action, due now unless `row` says otherwise. Returns its id. */
  queue(triggerId: number, kind: QueuedKind, row?: RunRow): Promise<number>
  run(id: number): Promise<Record<string, unknown>>
  /** Creates an executable script in the scripts folder. */
  addScript(name: string, lines: string): void
}

export async function openTestActions(): Promise<TestActions> {
  const { metadata, folder, clock } = await openTemporaryMetadata()
  const mails = new MailSink()
  const port = await mails.open()
  onTestFinished(() => mails.close())
  const scripts = path.join(folder, 'scripts')
  mkdirSync(scripts)
  const { id: ann } = await metadata.users.create({ username: 'ann', email: 'ann@example.com' })
  const group = await metadata.groups.create({ name: 'alerts', permissions: ['triggers'], hosts: ['*'] })
  await metadata.groups.update(group.id, { members: [ann] })
  const logged: string[] = []
  const log = openLog('debug', { write: line => void logged.push(line) })

  async function open(options: Partial<OpenActionQueueOptions> = {}): Promise<RunningActions> {
    const mailer = openMailer(`smtp://127.0.0.1:${port}`, 'logs@example.com')
    const guard = new OutgoingGuard({ allowed: new AllowList(['127.0.0.1']), ownPorts: () => new Set() })
    const queue = await openActionQueue({
      runs: metadata.actionRuns,
      escalations: metadata.escalations,
      clock: clock.now,
      triggers: metadata.triggers,
      getOwnerRights: metadata.reports.getOwnerRights,
      run: createActionRunner({
        email: { mailer, users: metadata.reports, domains: [], host: 'test-host' },
        webhook: { guard },
        // No test waits for the long grace time: closing the queue gives scripts the short one.
        script: { folder: new ScriptsFolder(scripts), env: process.env, graceMs: 600_000, cutGraceMs: 50 },
        snmp: { guard, engine: openSnmpEngine('test', 1), defaultTarget: null },
        notes: metadata.notes,
        tasks: metadata.tasks,
        now: () => clock.seconds,
      }),
      zone: utc,
      closeTimeoutMs: 10_000,
      retentionDays: 30,
      maxRows: 100_000,
      isOnlyProcess: true,
      jitter: () => 0,
      log,
      ...options,
    })
    onTestFinished(async () => {
      await queue.close()
      mailer.close()
    })
    return queue
  }

  return {
    metadata,
    clock,
    folder,
    mails,
    ann,
    logged,
    open,
    async trigger(draft) {
      const viewer = { userId: ann, managesTriggers: false }
      const { id } = await metadata.triggers.create(viewer, { name: 'Denied', filter: [], ...draft })
      return id
    },
    queue(triggerId, kind, row = {}) {
      const event = JSON.stringify(testEvent())
      return insertAction(metadata, { trigger_id: triggerId, owner_id: ann, kind, event, ...row })
    },
    async run(id) {
      return metadata.db.selectFrom('action_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    },
    addScript(name, lines) {
      writeFileSync(path.join(scripts, name), `#!/bin/sh\n${lines}\n`)
      chmodSync(path.join(scripts, name), 0o755)
    },
  }
}
