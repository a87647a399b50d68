import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { LRUCache } from 'lru-cache'
import subsetFont from 'subset-font'

export type Weight = 'regular' | 'bold'
const weights = { regular: 400, bold: 600 } as const

/** Maximum words of a face whose widths are cached. */
const maxWidths = 20_000

/** One font file in one weight. */
export class Face {
  /** Unique among faces. */
  readonly name: string
  /** A TrueType font. */
  readonly data: Buffer
  readonly font: Font
  readonly #characters: ReadonlySet<number>
  readonly #widths = new LRUCache<string, number>({
    max: maxWidths,
    memoMethod: text => this.font.layout(text).advanceWidth / this.font.unitsPerEm,
  })

  constructor(name: string, data: Buffer) {
    this.name = name
    this.data = data
    // `data` is a single font, not a collection.
    this.font = create(data) as Font
    this.#characters = new Set(this.font.characterSet)
  }

  has(codePoint: number): boolean {
    return this.#characters.has(codePoint)
  }

  /** Width of a text in parts of the font size. All its characters must be in this face. */
  width(text: string): number {
    return this.#widths.memo(text)
  }
}

/**
 * Finds for each character a font file that has it, for documents and charts in any language. `prepare` reads
 * the files that texts need, so that layout itself need not wait. Files are kept: about 20 MB in total.
 */
export class Faces {
  readonly #loaded: Record<Weight, Map<FontFile, Face>> = { regular: new Map(), bold: new Map() }
  /** By prepared code point: its face; undefined if no file has it. */
  readonly #prepared: Record<Weight, Map<number, Face | undefined>> = { regular: new Map(), bold: new Map() }

  /** Reads the faces of these texts. Required before a text is measured or laid out, which calls `faceOf`. */
  async prepare(weight: Weight, texts: Iterable<string>): Promise<void> {
    const prepared = this.#prepared[weight]
    for (const text of [alwaysNeeded, ...texts]) {
      for (const character of text) {
        const codePoint = character.codePointAt(0) ?? 0
        if (!prepared.has(codePoint)) prepared.set(codePoint, await this.#find(weight, codePoint))
      }
    }
  }

  /** The face of a prepared code point. If no face has it, the face of Latin letters, which draws a box. */
  faceOf(weight: Weight, codePoint: number): Face {
    const face = this.#prepared[weight].get(codePoint) ?? this.#prepared[weight].get(fallbackCodePoint)
    if (!face) throw new Error('A text was drawn before its fonts were read')
    return face
  }

  async #find(weight: Weight, codePoint: number): Promise<Face | undefined> {
    for (const file of fontFiles()) {
      if (!covers(file, codePoint)) continue
      const face = this.#loaded[weight].get(file) ?? (await this.#load(weight, file))
      if (face.has(codePoint)) return face
    }
    return undefined
  }

  async #load(weight: Weight, file: FontFile): Promise<Face> {
    const characters = file.ranges.map(([first, last]) => {
      const codePoints = Array.from({ length: last - first + 1 }, (_, index) => first + index)
      return String.fromCodePoint(...codePoints)
    })
    // The files are compressed and hold every weight; pdf supports neither.
    const data = await subsetFont(await readFile(file.path), characters.join(''), {
      targetFormat: 'truetype',
      variationAxes: { wght: weights[weight] },
      noHinting: true,
    })
    const face = new Face(`face${this.#loaded.regular.size + this.#loaded.bold.size}`, data)
    this.#loaded[weight].set(file, face)
    return face
  }
}

/** The letter x. */
const fallbackCodePoint = 0x78
/** The face of Latin letters draws the box for missing characters; truncated texts end with the ellipsis. */
const alwaysNeeded = 'x…'
let shared: Faces | undefined

/** The faces of this process. */
export function sharedFaces(): Faces {
  shared ??= new Faces()
  return shared
}

/** One file of a family: the glyphs of some ranges of Unicode, in every weight. */
interface FontFile {
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

export function covers({ ranges }: FontFile, codePoint: number): boolean {
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last)
}
