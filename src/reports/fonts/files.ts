import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** One file of a family: the glyphs of some ranges of Unicode, in every weight. */
export interface FontFile {
  path: string
  /** Pairs of first and last code point, ascending. */
  ranges: readonly (readonly [number, number])[]
}

const require = createRequire(import.meta.url)

/**
 * Families in the order in which they are searched for a character, and the parts in use. A family that has
 * Latin letters of its own is used only for its script. Han characters have their mainland forms, except in
 * Korean syllables.
 */
const families = [
  { name: 'noto-sans', parts: /^(?!devanagari)/ },
  { name: 'noto-sans-arabic', parts: /^(arabic|symbols)$/ },
  { name: 'noto-sans-hebrew', parts: /^hebrew$/ },
  { name: 'noto-sans-thai', parts: /^thai$/ },
  { name: 'noto-sans', parts: /^devanagari$/ },
  { name: 'noto-sans-sc', parts: /^\[\d+\]$/ },
  { name: 'noto-sans-kr', parts: /^\[\d+\]$/ },
  { name: 'noto-emoji', parts: /^\[\d+\]$/ },
] as const

let files: readonly FontFile[] | undefined

/**
 * All font files in order of preference: a few hundred small files, of which a document reads only the
 * necessary ones.
 */
export function fontFiles(): readonly FontFile[] {
  files ??= families.flatMap(({ name, parts }) => {
    // The package's table of its files: names of parts, and CSS unicode-ranges.
    const table = JSON.parse(
      readFileSync(require.resolve(`@fontsource-variable/${name}/unicode.json`), 'utf8'),
    ) as Record<string, string>
    return Object.entries(table)
      .filter(([part]) => parts.test(part))
      .map(([part, ranges]) => ({
        path: require.resolve(
          `@fontsource-variable/${name}/files/${name}-${part.replace(/[[\]]/g, '')}-wght-normal.woff2`,
        ),
        ranges: rangesOf(ranges),
      }))
  })
  return files
}

/** The ranges of a CSS unicode-range: U+4E00, U+0400-045F. */
export function rangesOf(text: string): [number, number][] {
  return text
    .split(',')
    .map((range): [number, number] => {
      const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
    })
    .sort((one, other) => one[0] - other[0])
}

/** Whether the ranges of a file contain a code point. */
export function covers({ ranges }: FontFile, codePoint: number): boolean {
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last)
}
