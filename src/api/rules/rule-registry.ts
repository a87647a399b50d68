import { type ReadRules, readRuleFile } from '../../ingest/rules/read-file.ts'
import type { RuleCounts } from '../../ingest/rules/rule-counters.ts'
import { formatFault, formatFileFault, type RuleFault } from '../../ingest/rules/rule-faults.ts'
import type { RuleFiles } from '../../metadata/rules/rule-files.ts'
import { Fault } from '../../schema/fault.ts'
import type { MessageFormat } from '../../schema/message-format.ts'
import type { RuleFile, RuleFileRecord, RuleFileSummary } from '../../schema/rule.ts'
import { readRuleFolder } from './rule-folder.ts'

/** What puts rules in force and counts what they do: ingest. */
export interface RuleEngine {
  setRules(files: readonly RuleFile[]): Promise<void>
  ruleCounts(): Promise<RuleCounts>
}

/** Rules that somebody gave, as they were read. */
export type SubmittedRules = ReadRules & { content: unknown }

/** Rules that are in force at once, at most. */
const maxActiveRules = 50_000

interface RuleFileEntry {
  name: string
  source: 'folder' | 'api'
  content: unknown
  isEnabled: boolean
  /** undefined when it has faults. */
  file: RuleFile | undefined
  faults: RuleFault[]
  warnings: RuleFault[]
}

/** All files of rules: those of the folder and those that the interface made. Which of them are sound and on are in force. */
export class RuleRegistry {
  /** Messages whose fields are tags before rules look at them. */
  readonly automaticFields: readonly MessageFormat[]
  readonly #folder: string
  readonly #stored: Pick<RuleFiles, 'list' | 'save' | 'remove' | 'rename'>
  #force: RuleEngine | undefined
  #pages: RuleFileEntry[] = []
  #last: Promise<unknown> = Promise.resolve()

  /** `load` is to be called before anything else, and `enforce` once there is an ingest. */
  constructor(
    folder: string,
    stored: Pick<RuleFiles, 'list' | 'save' | 'remove' | 'rename'>,
    automaticFields: readonly MessageFormat[] = [],
  ) {
    this.automaticFields = automaticFields
    this.#folder = folder
    this.#stored = stored
  }

  /** The files in force, in order. */
  get activeFiles(): RuleFile[] {
    const files: RuleFile[] = []
    let rules = 0
    for (const { isEnabled, file } of this.#pages) {
      if (!isEnabled || file === undefined) continue
      rules += file.rules.length
      if (rules > maxActiveRules) break
      files.push(file)
    }
    return files
  }

  /** What is wrong with refused files, a line each. */
  get faults(): string[] {
    return this.#pages.flatMap(({ name, faults }) => faults.map(fault => formatFileFault(name, fault)))
  }

  /** What is warned of in files that are in force or could be, a line each. */
  get warnings(): string[] {
    return this.#pages.flatMap(({ name, warnings }) =>
      warnings.map(warning => formatFileFault(name, warning)),
    )
  }

  /** From now on what changes goes to this ingest, which has begun with `activeFiles`. */
  attachEngine(engine: RuleEngine): void {
    this.#force = engine
  }

  /** Reads all files anew. */
  async load(): Promise<void> {
    const stored = await this.#stored.list()
    const switches = new Map(stored.map(one => [one.name, one]))
    const pages: RuleFileEntry[] = []
    for (const { name, content, ...read } of await readRuleFolder(this.#folder)) {
      const isEnabled = switches.get(name)?.isEnabled ?? true
      pages.push(entryOf(name, 'folder', content, isEnabled, read))
    }
    const inFolder = new Set(pages.map(({ name }) => name))
    for (const { name, content, isEnabled } of stored) {
      if (content === null) continue
      const taken = inFolder.has(name)
        ? 'has the name of a file in the folder of rules, which goes before it'
        : undefined
      // Two pages of one name would not be told apart; the one of the folder is shown, with what is wrong.
      if (taken === undefined)
        pages.push(entryOf(name, 'api', content, isEnabled, readRuleFile(name, content)))
    }
    this.#pages = sortByName(pages)
  }

  /** Reads all files anew and puts them in force. */
  reload(): Promise<RuleFileSummary[]> {
    return this.#inTurn(async () => {
      await this.load()
      await this.#force?.setRules(this.activeFiles)
      return this.list()
    })
  }

  async list(): Promise<RuleFileSummary[]> {
    const counts = await this.#counts()
    return this.#pages.map(page => summaryOf(page, counts.get(page.name)))
  }

  /** Throws not_found. */
  async get(name: string): Promise<RuleFileRecord> {
    const page = this.#find(name)
    const counts = (await this.#counts()).get(name)
    const rules = page.file?.rules.map(({ comment }, i) => ({
      rule: i + 1,
      comment,
      ...(counts?.[i] ?? zeroCounters),
    }))
    return { ...summaryOf(page, counts), content: page.content, rules: rules ?? [] }
  }

  /** Throws conflict for a name that is taken, validation for rules with faults. */
  create(name: string, given: SubmittedRules, isEnabled: boolean): Promise<RuleFileRecord> {
    return this.#inTurn(async () => {
      if (this.#pages.some(page => page.name === name))
        throw new Fault('conflict', { detail: `There is a file of rules ${name} already.` })
      refuseFaulty(given)
      await this.#stored.save({ name, content: given.content, isEnabled })
      return this.#changed(undefined, entryOf(name, 'api', given.content, isEnabled, given))
    })
  }

  /** Throws not_found, conflict for what a file of the folder does not allow, validation for content with faults. */
  update(
    name: string,
    patch: { name?: string; given?: SubmittedRules; isEnabled?: boolean },
  ): Promise<RuleFileRecord> {
    return this.#inTurn(async () => {
      const page = this.#find(name)
      const { name: to = name, given, isEnabled = page.isEnabled } = patch
      if (page.source === 'folder' && (to !== name || given !== undefined))
        throw new Fault('conflict', {
          detail: `${name} lies in the folder of rules: change it there, and reload.`,
        })
      if (given !== undefined) refuseFaulty(given)
      if (to !== name) {
        if (this.#pages.some(other => other.name === to))
          throw new Fault('conflict', { detail: `There is a file of rules ${to} already.` })
        await this.#stored.rename(name, to)
      }
      const { source } = page
      const content = given === undefined ? page.content : given.content
      await this.#stored.save({ name: to, content: source === 'folder' ? null : content, isEnabled })
      const file = page.file && { ...page.file, name: to }
      const changed =
        given === undefined
          ? { ...page, name: to, file, isEnabled }
          : entryOf(to, source, content, isEnabled, given)
      return this.#changed(page, changed)
    })
  }

  /** Throws not_found, conflict for a file of the folder. */
  remove(name: string): Promise<void> {
    return this.#inTurn(async () => {
      const page = this.#find(name)
      if (page.source === 'folder')
        throw new Fault('conflict', {
          detail: `${name} lies in the folder of rules: delete it there, and reload.`,
        })
      await this.#stored.remove(name)
      this.#pages = this.#pages.filter(one => one !== page)
      await this.#force?.setRules(this.activeFiles)
    })
  }

  /** Puts a page in force, in place of another; those of other files stay as they were read. */
  async #changed(before: RuleFileEntry | undefined, page: RuleFileEntry): Promise<RuleFileRecord> {
    this.#pages = sortByName([...this.#pages.filter(one => one !== before), page])
    await this.#force?.setRules(this.activeFiles)
    return this.get(page.name)
  }

  #find(name: string): RuleFileEntry {
    const page = this.#pages.find(one => one.name === name)
    if (page === undefined) throw new Fault('not_found')
    return page
  }

  async #counts(): Promise<Map<string, RuleCounters[]>> {
    const files = this.activeFiles
    const { rules, unindexed } = (await this.#force?.ruleCounts()) ?? { rules: [], unindexed: [] }
    const always = new Set(unindexed)
    const counts = new Map<string, RuleCounters[]>()
    let first = 0
    for (const { name, rules: own } of files) {
      const end = first + own.length
      counts.set(
        name,
        rules.slice(first, end).map(({ lastError, ...one }, i) => ({
          ...one,
          last_error: lastError,
          unindexed: always.has(first + i),
        })),
      )
      first = end
    }
    return counts
  }

  /** Changes come one after the other: each is in force before the next begins. */
  #inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#last.then(work)
    this.#last = answer.catch(() => {})
    return answer
  }
}

type RuleCounters = Omit<RuleFileRecord['rules'][number], 'rule' | 'comment'>

const zeroCounters: RuleCounters = {
  matched: 0,
  tried: 0,
  micros: null,
  errors: 0,
  last_error: '',
  disabled: false,
  unindexed: false,
}

/** In the order in which they are applied. */
function sortByName(entries: readonly RuleFileEntry[]): RuleFileEntry[] {
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function entryOf(
  name: string,
  source: RuleFileEntry['source'],
  content: unknown,
  isEnabled: boolean,
  read: ReadRules,
): RuleFileEntry {
  // It may have been read under the name that it had before.
  const file = 'file' in read ? { ...read.file, name } : undefined
  const { warnings = [] } = read
  return { name, source, content, isEnabled, file, faults: 'faults' in read ? read.faults : [], warnings }
}

function summaryOf(
  { name, source, isEnabled, file, faults, warnings }: RuleFileEntry,
  counts: readonly RuleCounters[] = [],
): RuleFileSummary {
  return {
    name,
    source,
    is_enabled: isEnabled,
    status: file === undefined ? 'refused' : isEnabled ? 'active' : 'disabled',
    rule_count: file?.rules.length ?? 0,
    first_match_only: file?.firstMatchOnly ?? false,
    hc_tags: file?.hcTags ?? [],
    matched: counts.reduce((sum, { matched }) => sum + matched, 0),
    errors: faults,
    ...(warnings.length > 0 && { warnings }),
  }
}

/** Faults as those of the member `content`: `rule 2, match[0].op: expected …`. */
export function refuseFaulty(read: ReadRules): void {
  if ('file' in read) return
  throw new Fault('validation', { fields: { content: read.faults.map(formatFault) } })
}
