import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import { readRuleFile } from '../../ingest/rules/read-file.ts'
import type { RuleCounts } from '../../ingest/rules/rule-counters.ts'
import { formatFileFault } from '../../ingest/rules/rule-faults.ts'
import type { RuleFiles, StoredRuleFile } from '../../metadata/rules/rule-files.ts'
import type { MessageFormat } from '../../schema/event/message-format.ts'
import { Fault } from '../../schema/fault.ts'
import type { RuleFile, RuleFileRecord, RuleFileSummary } from '../../schema/intake/rule.ts'
import {
  countersByFile,
  entryOf,
  presentFile,
  presentSummary,
  type RuleCounters,
  type RuleFileEntry,
  refuseFaulty,
  type SubmittedRules,
  sortByName,
} from './rule-file-entry.ts'
import { readRuleFolder } from './rule-folder.ts'

/** Applies rules to events and counts their effects; ingest implements it. */
export interface RuleEngine {
  setRules(files: readonly RuleFile[]): Promise<void>
  ruleCounts(): Promise<RuleCounts>
}

/** Maximum rules active at the same time. */
export const maxActiveRules = 50_000

type StoredRuleFiles = Pick<RuleFiles, 'list' | 'save' | 'remove' | 'rename' | 'catchUp'>

/**
 * All rule files: from the rule folder, and created through the API. Enabled files without faults are active.
 */
export class RuleRegistry {
  /** Formats whose fields become tags before rules are applied. */
  readonly automaticFields: readonly MessageFormat[]
  readonly #folder: string
  readonly #stored: StoredRuleFiles
  #engine: RuleEngine | undefined
  #entries: RuleFileEntry[] = []
  /** Runs one change at a time: each takes effect before the next starts. */
  readonly #queue = pLimit(1)

  /** Call `load` before anything else, and `attachEngine` once ingest runs. */
  constructor(folder: string, stored: StoredRuleFiles, automaticFields: readonly MessageFormat[] = []) {
    this.automaticFields = automaticFields
    this.#folder = folder
    this.#stored = stored
  }

  /** The active files, in order. Leaves out the file that exceeds `maxActiveRules`, and all after it. */
  get activeFiles(): RuleFile[] {
    const files: RuleFile[] = []
    let rules = 0
    for (const { isEnabled, file } of this.#entries) {
      if (!isEnabled || file === undefined) continue
      rules += file.rules.length
      if (rules > maxActiveRules) break
      files.push(file)
    }
    return files
  }

  /** The active files with one more, in its place by name, and without the file that it replaces. */
  activeFilesWith(file: RuleFile, replaced: string): RuleFile[] {
    return sortByName([
      ...this.activeFiles.filter(({ name }) => name !== replaced && name !== file.name),
      file,
    ])
  }

  /** Faults of refused files, one line each. */
  get faults(): string[] {
    return this.#entries.flatMap(({ name, faults }) => faults.map(fault => formatFileFault(name, fault)))
  }

  /** Warnings about files without faults, one line each. */
  get warnings(): string[] {
    return this.#entries.flatMap(({ name, warnings }) =>
      warnings.map(warning => formatFileFault(name, warning)),
    )
  }

  /** Sends later changes to this engine, which has started with `activeFiles`. */
  attachEngine(engine: RuleEngine): void {
    this.#engine = engine
  }

  /** Reads all files again. A file in the folder hides a file of the same name created through the API. */
  async load(): Promise<void> {
    const inFolder = (await readRuleFolder(this.#folder)).map(({ name, ...read }) =>
      entryOf({ name, source: 'folder', isEnabled: true }, read),
    )
    this.#entries = withStored(inFolder, await this.#stored.list())
  }

  /** Applies changes of other nodes: files created through the API, and which files are disabled. */
  refresh(): Promise<void> {
    return this.#queue(async () => {
      const entries = withStored(this.#entries, await this.#stored.list())
      const before = new Set(this.#entries)
      // Own changes are already in force. Sending the engine the same rules again would reset their counts.
      if (entries.length === before.size && entries.every(entry => before.has(entry))) return
      this.#entries = entries
      await this.#engine?.setRules(this.activeFiles)
    })
  }

  /** Resolves when this node has applied every change that other nodes have answered so far. */
  catchUp(): Promise<void> {
    return this.#queueCurrent(() => undefined)
  }

  /** Reads all files again and activates them. */
  reload(): Promise<RuleFileSummary[]> {
    return this.#queue(async () => {
      await this.load()
      await this.#engine?.setRules(this.activeFiles)
      return this.#list()
    })
  }

  async list(): Promise<RuleFileSummary[]> {
    await this.catchUp()
    return this.#list()
  }

  /** Throws not_found. */
  async get(name: string): Promise<RuleFileRecord> {
    await this.catchUp()
    return this.#get(name)
  }

  async #list(): Promise<RuleFileSummary[]> {
    const counters = await this.#counters()
    return this.#entries.map(entry => presentSummary(entry, counters.get(entry.name)))
  }

  async #get(name: string): Promise<RuleFileRecord> {
    const entry = this.#find(name)
    return presentFile(entry, (await this.#counters()).get(name))
  }

  /** Throws conflict when the name is taken, validation for rules with faults. */
  create(name: string, rules: SubmittedRules, isEnabled: boolean): Promise<RuleFileRecord> {
    return this.#queueCurrent(async () => {
      this.#refuseTakenName(name)
      refuseFaulty(rules)
      await this.#stored.save({ name, content: rules.content, text: rules.text, isEnabled })
      return this.#replace(undefined, entryOf({ name, source: 'api', isEnabled }, rules))
    })
  }

  /** Throws not_found, conflict for a forbidden change of a folder file, validation for faulty rules. */
  update(
    name: string,
    patch: { name?: string; rules?: SubmittedRules; isEnabled?: boolean },
  ): Promise<RuleFileRecord> {
    return this.#queueCurrent(async () => {
      const previousEntry = this.#find(name)
      const { source } = previousEntry
      const { name: newName = name, rules, isEnabled = previousEntry.isEnabled } = patch
      if (newName !== name || rules !== undefined) refuseFolderFile(previousEntry, 'change')
      if (rules !== undefined) refuseFaulty(rules)
      if (newName !== name) {
        this.#refuseTakenName(newName)
        await this.#stored.rename(name, newName)
      }
      const after =
        rules === undefined
          ? {
              ...previousEntry,
              name: newName,
              isEnabled,
              file: previousEntry.file && { ...previousEntry.file, name: newName },
            }
          : entryOf({ name: newName, source, isEnabled }, rules)
      const content = source === 'folder' ? null : after.content
      const text = source === 'folder' ? undefined : after.text
      await this.#stored.save({ name: newName, content, text, isEnabled })
      return this.#replace(previousEntry, after)
    })
  }

  /** Throws not_found, and conflict for a file in the folder. */
  remove(name: string): Promise<void> {
    return this.#queueCurrent(async () => {
      const entry = this.#find(name)
      refuseFolderFile(entry, 'delete')
      await this.#stored.remove(name)
      this.#entries = this.#entries.filter(other => other !== entry)
      await this.#engine?.setRules(this.activeFiles)
    })
  }

  /**
   * Runs a job once this node has applied every change that other nodes have answered so far: for each of
   * these changes, followRules queues a `refresh` before the job.
   */
  async #queueCurrent<Result>(run: () => Result | Promise<Result>): Promise<Result> {
    await this.#stored.catchUp()
    return this.#queue(run)
  }

  async #replace(before: RuleFileEntry | undefined, after: RuleFileEntry): Promise<RuleFileRecord> {
    this.#entries = sortByName([...this.#entries.filter(entry => entry !== before), after])
    await this.#engine?.setRules(this.activeFiles)
    return this.#get(after.name)
  }

  #find(name: string): RuleFileEntry {
    const entry = this.#entries.find(one => one.name === name)
    if (entry === undefined) throw new Fault('not_found')
    return entry
  }

  #refuseTakenName(name: string): void {
    if (this.#entries.some(entry => entry.name === name))
      throw new Fault('conflict', { detail: `A rule file ${name} already exists.` })
  }

  async #counters(): Promise<Map<string, RuleCounters[]>> {
    const files = this.activeFiles
    return countersByFile(files, (await this.#engine?.ruleCounts()) ?? { rules: [], unindexed: [] })
  }
}

function refuseFolderFile({ name, source }: RuleFileEntry, action: 'change' | 'delete'): void {
  if (source === 'folder')
    throw new Fault('conflict', {
      detail: `${name} lies in the folder of rules: ${action} it there, and reload.`,
    })
}

/**
 * The files of the folder, and the files in `stored` that they do not hide. A stored file without content
 * only says whether the file of the folder is enabled. An unchanged file keeps its object in `before`.
 */
function withStored(before: readonly RuleFileEntry[], stored: readonly StoredRuleFile[]): RuleFileEntry[] {
  const enabled = new Map(stored.map(({ name, isEnabled }) => [name, isEnabled]))
  const inFolder = before
    .filter(({ source }) => source === 'folder')
    .map(entry => withEnabled(entry, enabled.get(entry.name) ?? true))
  const folderNames = new Set(inFolder.map(({ name }) => name))
  const entriesByName = new Map(before.map(entry => [entry.name, entry]))
  const fromApi = stored
    .filter(({ name, content }) => content !== null && !folderNames.has(name))
    .map(({ name, content, isEnabled, text }) => {
      const entry = entriesByName.get(name)
      return entry !== undefined && entry.text === text && isDeepStrictEqual(entry.content, content)
        ? withEnabled(entry, isEnabled)
        : entryOf({ name, source: 'api', isEnabled }, { content, text, ...readRuleFile(name, content) })
    })
  return sortByName([...inFolder, ...fromApi])
}

function withEnabled(entry: RuleFileEntry, isEnabled: boolean): RuleFileEntry {
  return entry.isEnabled === isEnabled ? entry : { ...entry, isEnabled }
}
