import { setTimeout as sleep } from 'node:timers/promises'
import { openWaitingServer } from '../../api/waiting-server.ts'
import type { Certificates } from '../../ingest/listen/certificates.ts'
import type { TriggerInForce } from '../../ingest/triggers/trigger-in-force.ts'
import type { IngestSettings } from '../../ingest/worker/ingest-settings.ts'
import type { Intake } from '../../ingest/worker/intake.ts'
import { openIntake } from '../../ingest/worker/open-intake.ts'
import { openFolderId } from '../../metadata/data-folder/folder-id.ts'
import { idStep } from '../../metadata/event-ids/event-id-blocks.ts'
import type { Identity } from '../../metadata/identity/identity.ts'
import type { OwnNode } from '../../metadata/nodes/nodes.ts'
import { isOutage } from '../../metadata/postgres/open.ts'
import { type PostgresOptions, readAddress } from '../../metadata/postgres/options.ts'
import { openInstanceKey } from '../../metadata/secrets/instance-key.ts'
import { Keyring } from '../../metadata/secrets/keyring.ts'
import { Fault } from '../../schema/fault.ts'
import type { RuleFile } from '../../schema/intake/rule.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import type { Log } from '../../telemetry/log.ts'
import { DeferredPorts, type StorePorts } from './deferred-ports.ts'
import { openIntakeServer } from './intake-server.ts'
import { OfflineState } from './offline-state.ts'
import { SpareIds } from './spare-ids.ts'

/** If metadata or store take longer to open, ingest starts before them. */
const maxOpenMs = 1_000
const retryMs = 1_000

/** The servers that a start may wait for, with the fault that requests get meanwhile. */
const dependencies = {
  metadata: { name: 'PostgreSQL', code: 'metadata_unavailable' },
  store: { name: 'ClickHouse', code: 'storage_unavailable' },
} as const
type Dependency = keyof typeof dependencies

/** The part of a StartContext (../steps/start-context.ts) that is used here. */
interface OfflineStartContext {
  settings: Settings
  log: Log
  closing: { defer(close: () => unknown): void }
}

interface OfflineStartOptions {
  version: string
  postgres: PostgresOptions | undefined
  ingest: IngestSettings
  certificates: Certificates | undefined
  onDeath: (error: Error) => void
  /** Called once ingest runs: from then on a signal must close what is open. */
  onIngest: () => void
}

/** What ingest takes from the metadata, once it is open. */
interface AttachedMetadata {
  /** Fingerprint of the instance key. */
  key: string
  node: OwnNode | undefined
  /** Knows the tokens of senders over HTTP. */
  identity: Identity
  reserveIds: StorePorts['reserveIds']
  rules: readonly RuleFile[]
  triggers: readonly TriggerInForce[]
  /** Applies later changes to ingest, until the function that it returns is called. */
  follow: (intake: Intake) => () => void
}

/**
 * Starts ingest before PostgreSQL or ClickHouse answers, with the rules, triggers, retention and event ids
 * that this data folder used last (OfflineState). If that state is missing or of another origin, the start
 * only waits. service/start.ts calls `waitFor` for the metadata, `attachMetadata`, `waitFor` for the store,
 * and `openIntake`.
 */
export class OfflineStart {
  readonly #context: OfflineStartContext
  readonly #options: OfflineStartOptions
  readonly #state: OfflineState
  readonly #ports = new DeferredPorts()
  #ids: SpareIds
  /** Ingest that was opened before the store; undefined: it was not. */
  #intake: Intake | undefined
  /** The call of `#openEarly`, once it has begun. */
  #opening: Promise<void> | undefined
  /** Undefined before `attachMetadata`. */
  #metadata: AttachedMetadata | undefined
  /** Ends `AttachedMetadata.follow`; undefined before it. */
  #stopFollowing: (() => void) | undefined
  /** The server that the start waits for now; undefined between two calls of `waitFor`. */
  #waitsFor: Dependency | undefined
  /** Closes the server of `#openServer`; undefined if it is not open. */
  #closeServer: (() => Promise<void>) | undefined

  constructor(context: OfflineStartContext, options: OfflineStartOptions) {
    this.#context = context
    this.#options = options
    const { postgres, version, ingest } = options
    const { dataDir } = context.settings
    const origin = {
      version,
      key: this.#readKey(),
      postgres: postgres === undefined ? null : readAddress(postgres).shown,
      folder: postgres === undefined ? null : openFolderId(dataDir),
      blockSize: ingest.idBlock,
    }
    this.#state = new OfflineState(dataDir, origin, message => this.#warn(message))
    this.#ids = new SpareIds(this.#state, idStep(this.#state.kept.node ?? undefined))
  }

  /**
   * Runs a part of the start that needs a server. If it takes longer than a second, starts ingest meanwhile.
   * Once ingest runs, repeats the work until the server answers.
   */
  async waitFor<Result>(dependency: Dependency, work: () => Promise<Result>): Promise<Result> {
    this.#waitsFor = dependency
    const failed = Promise.withResolvers<never>()
    failed.promise.catch(() => {})
    const timer = setTimeout(() => {
      this.#opening ??= this.#openEarly(dependency)
      this.#opening.catch(failed.reject)
    }, maxOpenMs)
    try {
      for (;;) {
        try {
          return await Promise.race([work(), failed.promise])
        } catch (error) {
          await this.#opening
          if (this.#intake === undefined || !isUnavailable(error)) throw error
          await sleep(retryMs)
        }
      }
    } finally {
      clearTimeout(timer)
      await this.#opening
      this.#waitsFor = undefined
    }
  }

  /**
   * Takes the state of the open metadata: stores it for later starts, and brings it into force in ingest if
   * that runs before the store. Drops the stored event ids of another node, which may belong to another data
   * folder now.
   */
  async attachMetadata(metadata: AttachedMetadata): Promise<void> {
    const { key, node, reserveIds, rules, triggers } = metadata
    this.#state.setKey(key)
    const { kept } = this.#state
    if (kept.node?.id !== node?.id || kept.node?.remainder !== node?.remainder) {
      this.#state.write({ node: node ?? null, blocks: [] })
      this.#ids = new SpareIds(this.#state, idStep(node))
    }
    this.#ids.attach(reserveIds)
    this.#state.keep({ rules, triggers })
    this.#metadata = metadata
    if (this.#intake === undefined) return
    await this.#putInForce(this.#intake, metadata)
    await this.#openServer(this.#intake)
  }

  /**
   * Whether the store may open while some shards do not answer: only if an earlier start of this version,
   * with this data folder, has opened it, and so has migrated the shards. The state proves that by its blocks
   * of ids: they are reserved only once the store is open. Shards that were added later are checked when they
   * answer.
   */
  get mayLackShards(): boolean {
    return this.#stateFault() === undefined
  }

  /** Makes all ids of later blocks greater than `id`. */
  skipPast(id: number): void {
    this.#ids.skipPast(id)
  }

  /** Opens ingest on top of the store, or gives the store to the ingest that runs already. */
  async openIntake(settings: IngestSettings, ports: StorePorts): Promise<Intake> {
    const running = this.#intake
    if (running === undefined) {
      const reserveIds: StorePorts['reserveIds'] = (size, above) => this.#ids.take(size, above)
      return this.#storingChanges(await openIntake(settings, { ...ports, reserveIds }))
    }
    this.#stopFollowing?.()
    await running.restore(settings.hosts ?? [], ports.recentEvents())
    await this.#ports.attach(ports)
    return running
  }

  /** Closes the server of a start that waits, which frees the port for the real one. */
  async closeServer(): Promise<void> {
    await this.#closeServer?.()
    this.#closeServer = undefined
  }

  /** Starts ingest with the stored state, and a server that answers requests meanwhile. */
  async #openEarly(dependency: Dependency): Promise<void> {
    const { name } = dependencies[dependency]
    const { log, closing } = this.#context
    const { kept } = this.#state
    const fault = this.#stateFault()
    if (fault !== undefined) {
      this.#warn(`Nothing is received before ${name} answers: ${fault}`)
      return
    }
    const { ingest, onDeath, onIngest } = this.#options
    const step = idStep(kept.node ?? undefined)
    const opened = await openIntake(
      { ...ingest, idStep: step, rules: kept.rules, triggers: kept.triggers },
      {
        ...this.#ports.ports,
        reserveIds: (size, above) => this.#ids.take(size, above),
        warn: message => this.#warn(message),
        onDeath,
      },
    )
    closing.defer(() => opened.close())
    onIngest()
    const intake = this.#storingChanges(opened)
    if (kept.retention !== null) await intake.limitAge(kept.retention.days, kept.retention.classes)
    if (this.#metadata !== undefined) await this.#putInForce(intake, this.#metadata)
    this.#intake = intake
    await this.#openServer(intake)
    closing.defer(() => this.closeServer())
    log.warn(
      { room: 'start' },
      `${name} does not answer: events are received by the rules and triggers of the last run, and wait in the spool`,
    )
  }

  /**
   * Opens the server that answers requests until the start is complete, in place of an earlier one. With the
   * metadata it receives events; before, it answers every request with a fault.
   */
  async #openServer(intake: Intake): Promise<void> {
    await this.closeServer()
    const { settings, log } = this.#context
    const { certificates } = this.#options
    const fault = () => this.#waitingFault()
    const identity = this.#metadata?.identity
    this.#closeServer = await (identity === undefined
      ? openWaitingServer({
          host: settings.httpHost,
          port: settings.httpPort,
          certificates,
          maxConnections: settings.httpMaxConnections,
          fault,
        })
      : openIntakeServer({ settings, log, certificates, identity, intake, fault }))
  }

  /** Brings rules and triggers of the metadata into force in an ingest that runs before the store. */
  async #putInForce(intake: Intake, { rules, triggers, follow }: AttachedMetadata): Promise<void> {
    await intake.setRules(rules)
    await intake.setTriggers(triggers)
    this.#stopFollowing = follow(intake)
    this.#context.closing.defer(() => this.#stopFollowing?.())
  }

  /** Wraps ingest so that it stores the rules, triggers and retention that it gets, for later starts. */
  #storingChanges(intake: Intake): Intake {
    const state = this.#state
    return {
      ...intake,
      async setRules(rules) {
        await intake.setRules(rules)
        state.keep({ rules })
      },
      async setTriggers(triggers) {
        await intake.setTriggers(triggers)
        state.keep({ triggers })
      },
      async limitAge(days, classes = {}) {
        await intake.limitAge(days, classes)
        state.keep({ retention: { days, classes } })
      },
    }
  }

  /** The answer to all requests until the start is complete. */
  #waitingFault(): Fault {
    if (this.#waitsFor === undefined) return new Fault('starting', { retryAfter: 1 })
    const { name, code } = dependencies[this.#waitsFor]
    const receivers =
      this.#waitsFor === 'store' ? 'Its listeners, and requests that send events,' : 'Its listeners'
    const detail = `This service starts and waits for ${name}. ${receivers} receive events; other requests are answered once ${name} answers.`
    return new Fault(code, { detail, retryAfter: 2 })
  }

  /** Why events cannot be received before the servers answer; undefined if they can. */
  #stateFault(): string | undefined {
    if (this.#state.fault !== undefined) return this.#state.fault
    const { node } = this.#context.settings
    const kept = this.#state.kept.node
    if (this.#options.postgres !== undefined && kept === null) return 'the number of this node is not known'
    if (node === undefined || kept === null || node === kept.name) return undefined
    return `this data folder belongs to the node ${kept.name}, and MILLRACE_NODE is ${node}`
  }

  /** The fingerprint of the instance key; empty before the first start, and if there is no key. */
  #readKey(): string {
    const { dataDir, instanceKey } = this.#context.settings
    try {
      return new Keyring(openInstanceKey(dataDir, false, instanceKey)).fingerprint
    } catch (error) {
      this.#context.log.debug({ room: 'start' }, thrownText(error))
      return ''
    }
  }

  #warn(message: string): void {
    this.#context.log.warn({ room: 'ingest' }, message)
  }
}

/** Whether a server does not answer, or not yet. */
function isUnavailable(error: unknown): boolean {
  return (
    isOutage(error) ||
    (error instanceof Fault && (error.code === 'storage_unavailable' || error.code === 'starting'))
  )
}
