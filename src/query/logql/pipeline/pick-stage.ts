import type { LabelPick } from '../syntax/expression.ts'
import { errorDetailsLabel, errorLabel, preserveErrorLabel } from './label-kinds.ts'
import type { LineStage } from './line-stage.ts'
import { type CompileContext, compileMatch } from './text-matcher.ts'

interface CompiledPick {
  label: string
  /** Absent: accepts any value. */
  fits?: (value: string) => boolean
}

function compilePicks(picks: readonly LabelPick[], context: CompileContext): CompiledPick[] {
  return picks.map(pick =>
    pick.op === undefined ? { label: pick.label } : { label: pick.label, fits: compileMatch(pick, context) },
  )
}

/** `| drop a, b="c"`: removes label a, and label b if its value is c. */
export function dropStage(picks: readonly LabelPick[], context: CompileContext): LineStage {
  const compiled = compilePicks(picks, context)
  return ({ labels }) => {
    for (const { label, fits } of compiled) {
      if (label === errorLabel) {
        if (fits?.(labels.error) ?? true) labels.error = ''
      } else if (label === errorDetailsLabel) {
        if (fits?.(labels.errorDetails) ?? true) labels.errorDetails = ''
      } else {
        const value = labels.get(label)
        if (fits === undefined ? value !== undefined : fits(value ?? '')) labels.delete(label)
      }
    }
    return true
  }
}

const alwaysKept: ReadonlySet<string> = new Set([errorLabel, errorDetailsLabel, preserveErrorLabel])

/** `| keep a, b="c"`: removes all labels except a, b if its value is c, and errors. */
export function keepStage(picks: readonly LabelPick[], context: CompileContext): LineStage {
  const compiled = compilePicks(picks, context)
  return ({ labels }) => {
    for (const [name, value] of [...labels.entries()]) {
      const isKept = compiled.some(({ label, fits }) => label === name && (fits?.(value) ?? true))
      if (!isKept && !alwaysKept.has(name)) labels.delete(name)
    }
    return true
  }
}
