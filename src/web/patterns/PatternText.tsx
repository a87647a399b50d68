import { printable } from '../../charts/printable.ts'
import { patternParts } from '../../filter/templates/pattern-text.ts'
import { patternTexts } from '../texts/patterns.ts'

const names: Readonly<Record<string, string>> = patternTexts.placeholder

/** A pattern: its text, and what varies as quiet chips. */
export function PatternText({ pattern }: { pattern: string }) {
  return (
    <span className="patterns-text">
      {patternParts(pattern).map(({ text, isPlaceholder }, index) =>
        isPlaceholder ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          <span key={index} className="patterns-chip" title={names[text]}>
            {text.slice(1, -1)}
          </span>
        ) : (
          printable(text)
        ),
      )}
    </span>
  )
}
