import { maxTemplatedBytes, placeholders } from '../../schema/event/template.ts'

const run = /[0-9A-Za-z\u{80}-\u{10ffff}]+/gu
const isHex = (text: string) => /^[0-9a-fA-F]+$/.test(text)
const isMixedHex = (text: string) => isHex(text) && /[0-9]/.test(text) && /[a-fA-F]/.test(text)

/** The template of a message, slow and obvious; ingest writes it a byte at a time. */
export function slowTemplate(message: string): string {
  if (/[\u0011-\u0013]/.test(message)) return ''
  const runs = message.match(run) ?? []
  const gaps = message.split(run)
  const out = runs.map(masked)
  for (const chain of chains(runs, gaps)) {
    const parts = runs.slice(chain.from, chain.end)
    if (parts.length < 2 || !parts.some(isMixedHex)) continue
    for (let i = chain.from; i < chain.end; i++) out[i] = placeholders.hex
  }
  const template = gaps.map((gap, i) => gap + (out[i] ?? '')).join('')
  // A text that was too long at any step has no template either.
  return Buffer.byteLength(message) > maxTemplatedBytes ? '' : template
}

function masked(text: string): string {
  if (!/[0-9]/.test(text)) return text
  if (/^[0-9]+$/.test(text)) return placeholders.digits
  if (isHex(text)) return placeholders.hex
  const isAscii = /^[0-9A-Za-z]+$/.test(text)
  const changes =
    (text.match(/(?<=[0-9])(?![0-9])./gsu)?.length ?? 0) + (text.match(/(?<=[^0-9])[0-9]/gu)?.length ?? 0)
  if (isAscii && (changes >= 3 || text.length > 24 || text.startsWith('0x'))) return placeholders.mixed
  return text.replace(/[0-9]+/g, placeholders.digits)
}

/**
 * Runs of hexadecimal digits that are joined by a single : or -. A run is left out if another kind of run is
 * joined to it in this way.
 */
function chains(runs: readonly string[], gaps: readonly string[]): { from: number; end: number }[] {
  const found: { from: number; end: number }[] = []
  let from = 0
  while (from < runs.length) {
    if (!isHex(runs[from] ?? '')) {
      from++
      continue
    }
    let end = from + 1
    const isJoined = () => /^[:-]$/.test(gaps[end] ?? '') && /^[0-9a-fA-F]/.test(runs[end] ?? '')
    while (isJoined() && isHex(runs[end] ?? '')) end++
    const isBroken = isJoined()
    if (!isBroken) found.push({ from, end })
    from = end
  }
  return found
}
