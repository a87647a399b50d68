import { nextTurn } from '../../../async/next-turn.ts'
import { regexLimits } from '../../../filter/parse/regex-condition.ts'
import { StepBudget } from '../../../filter/regex/step-budget.ts'
import { Fault } from '../../../schema/fault.ts'

/** Limits of one evaluation: some seconds of a processor. */
export interface WorkLimits {
  lines: number
  /** Characters of all lines. */
  characters: number
  /** Steps of regular expressions on all lines. */
  steps: number
  /** Characters of labels and lines that are kept until the answer. */
  kept: number
}

const defaultLimits: WorkLimits = {
  lines: 500_000,
  characters: 500_000_000,
  steps: 200_000_000,
  kept: 50_000_000,
}
/** Maximum regular expression steps on one line, which is not interrupted: a tenth of a second. */
const maxLineSteps = 1_000_000
/** Maximum characters that functions of templates read and write for one line: some tenths of a second. */
const maxTemplateCharacters = 4_000_000
/** After work on this many characters, a few milliseconds, other work gets a turn. */
const charactersPerTurn = 300_000
/** A step of a regular expression takes as long as this many characters. */
const charactersPerStep = 5
/** Work of a line apart from its characters. */
const charactersPerLine = 200

/** Counts the work of a pipeline. Yields to other work, and throws beyond the limits. */
export class PipelineWork {
  readonly #limits: WorkLimits
  /** Budget of the stages' regular expressions. */
  readonly budget = new StepBudget({ program: regexLimits.pattern.steps, run: maxLineSteps })
  #lines = 0
  #characters = 0
  #steps = 0
  #kept = 0
  /** Work since the last turn of other work, in characters. */
  #sinceTurn = 0
  /** Of the current line. */
  #templateCharacters = 0

  constructor(limits: Partial<WorkLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits }
  }

  /** Call it before a line is processed. Throws query_memory. */
  begin(line: string): void {
    this.budget.renew()
    this.#templateCharacters = 0
    this.#lines++
    this.#characters += line.length
    const { lines, characters } = this.#limits
    if (this.#lines > lines) throw tooMuch(`${lines} lines`)
    if (this.#characters > characters) throw tooMuch(`${characters} characters`)
    this.#sinceTurn += line.length + charactersPerLine
  }

  /**
   * Counts characters that a template reads or writes, or by which it makes the line longer for a later
   * stage. False: they are more than one line may have.
   */
  countTemplate(characters: number): boolean {
    this.#templateCharacters += characters
    return this.#templateCharacters <= maxTemplateCharacters
  }

  /** Call it before labels or a line are kept. Throws query_memory. */
  keep(characters: number): void {
    this.#kept += characters
    const { kept } = this.#limits
    if (this.#kept <= kept) return
    const detail = `The labels and lines of the answer have more than ${kept} characters; ask for fewer lines or series.`
    throw new Fault('query_memory', { detail })
  }

  /** Call it after each line. Returns a promise when other work is due. Throws query_memory. */
  end(): Promise<unknown> | undefined {
    const steps = maxLineSteps - this.budget.left
    this.#steps += steps
    if (this.#steps > this.#limits.steps) throw tooMuch(`${this.#limits.steps} steps of regular expressions`)
    this.#characters += this.#templateCharacters
    this.#sinceTurn += steps * charactersPerStep + this.#templateCharacters
    if (this.#sinceTurn < charactersPerTurn) return undefined
    this.#sinceTurn = 0
    return nextTurn()
  }
}

function tooMuch(limit: string): Fault {
  const detail = `The stages behind the selector would read more than ${limit}; narrow the range, or add a line filter before the first of them.`
  return new Fault('query_memory', { detail })
}
