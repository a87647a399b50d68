import path from 'node:path'
import { ForwardThread } from '../../forwarding/forward-thread.ts'
import { secretsNotOpened } from '../../forwarding/runner/forwarder-run.ts'
import { Forwarding } from '../../forwarding/runner/forwarding.ts'
import { testSpecOf } from '../../forwarding/runner/test-event-spec.ts'
import type { Intake } from '../../ingest/worker/intake.ts'
import type { Metadata } from '../../metadata/open.ts'
import { type SnmpEngine, stateOfSnmpEngine } from '../../outgoing/snmp/snmp-engine.ts'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import type { StartContext } from './start-context.ts'

/** Length of the name of an installation in forwarded events: enough to tell a few thousand apart. */
const instanceLength = 16

/**
 * Starts to forward events. `deliveredUntil`: returns the Unix seconds up to which all received events are
 * stored; `ownPorts`: the ports on which this service listens.
 */
export async function startForwarding(
  { settings, log, closing }: StartContext,
  {
    metadata,
    snmpEngine,
    store,
    intake,
    deliveredUntil,
    ownPorts,
  }: {
    metadata: Metadata
    snmpEngine: SnmpEngine
    store: SqlStore
    intake: Pick<Intake, 'refuseLoops'>
    deliveredUntil: () => Promise<number>
    ownPorts: () => Set<number>
  },
) {
  const roomLog = log.child({ room: 'forwarding' })
  const thread = new ForwardThread((message, error) => roomLog.error({ err: error }, message))
  const instance = instanceOf(metadata)
  await intake.refuseLoops(instance)
  const common = () => ({
    instance,
    folder: path.join(settings.dataDir, 'forwarded'),
    allowed: settings.forwardAllow,
    ownPorts: [...ownPorts()],
    snmpEngine: stateOfSnmpEngine(snmpEngine),
  })
  const { forwarders } = metadata
  const forwarding = new Forwarding({
    forwarders,
    store,
    thread,
    deliveredUntil,
    now: () => metadata.clock() / 1_000_000,
    common,
    // The lock of the data folder keeps out other processes, unless nodes share the metadata.
    isOnlyProcess: !metadata.isShared,
    log: roomLog,
  })
  closing.defer(
    async () => {
      await forwarding.close()
      await thread.close()
    },
    { waitsForOthers: true },
  )
  return {
    applyForwarders: () => forwarding.apply(),
    async testForwarder(id: number): Promise<string | undefined> {
      const { content, target } = await forwarders.getTarget(id)
      if (target === undefined) return secretsNotOpened
      return await thread.test(testSpecOf({ content, target }, common()))
    },
  }
}

/** Names this installation in forwarded events: equal on all of its nodes. */
function instanceOf({ keyring }: Pick<Metadata, 'keyring'>): string {
  return keyring.sign('instance of forwarded events').slice(0, instanceLength)
}
