import { printable } from '../../charts/printable.ts'
import { patternTexts } from '../texts/search/patterns.ts'
import { displayedParts } from './displayed-parts.ts'

/** A pattern: its text, with the variable parts as quiet chips. */
export function PatternText({ pattern }: { pattern: string }) {
  return (
    <span className="patterns-text">
      {displayedParts(pattern).map(({ text, chip }, index) =>
        chip ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          <span key={index} className="patterns-chip" title={patternTexts.chips[chip]}>
            {chip}
          </span>
        ) : (
          printable(text)
        ),
      )}
    </span>
  )
}
