import { type PatternPart, patternParts } from '../../filter/templates/pattern-text.ts'

/** A part of a pattern as the page shows it: plain text, or a placeholder such as `<N>`. */
export interface DisplayedPart {
  text: string
  /** Label of a placeholder; undefined for text. Four numbers joined by dots are one `IP`. */
  chip: 'N' | 'hex' | 'id' | 'IP' | undefined
}

/** The parts of an IPv4 address in a pattern. */
const addressParts = ['<N>', '.', '<N>', '.', '<N>', '.', '<N>']
const chips: Readonly<Record<string, DisplayedPart['chip']>> = { '<N>': 'N', '<hex>': 'hex', '<id>': 'id' }

/** The parts of a pattern, with each address as one part. */
export function displayedParts(pattern: string): DisplayedPart[] {
  const parts = patternParts(pattern)
  const displayed: DisplayedPart[] = []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part === undefined) break
    if (isAddress(parts, at)) {
      displayed.push({ text: '<IP>', chip: 'IP' })
      at += addressParts.length - 1
    } else displayed.push({ text: part.text, chip: part.isPlaceholder ? chips[part.text] : undefined })
  }
  return displayed
}

/** Whether an address begins here: not within a longer sequence of numbers and dots, such as a version. */
function isAddress(parts: readonly PatternPart[], at: number): boolean {
  const fits = addressParts.every(
    (text, i) => parts[at + i]?.text === text && isPlaceholder(parts[at + i]) === (i % 2 === 0),
  )
  if (!fits) return false
  const [before, after] = [parts[at - 1], parts[at + addressParts.length]]
  return (
    !(before?.text === '.' && isPlaceholder(parts[at - 2])) &&
    !(after?.text === '.' && isPlaceholder(parts[at + addressParts.length + 1]))
  )
}

function isPlaceholder(part: PatternPart | undefined): boolean {
  return part?.isPlaceholder === true
}
