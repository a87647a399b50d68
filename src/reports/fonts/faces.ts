import { readFile } from 'node:fs/promises'
import { create, type Font } from 'fontkit'
import { LRUCache } from 'lru-cache'
import subsetFont from 'subset-font'
import { covers, type FontFile, fontFiles } from './files.ts'

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

/** The faces that texts need. Each is read from disk once and kept: about 20 MB in total. */
export class Faces {
  readonly #loaded: Record<Weight, Map<FontFile, Face>> = { regular: new Map(), bold: new Map() }
  /** By prepared code point; undefined if no file has it. */
  readonly #places: Record<Weight, Map<number, Face | undefined>> = { regular: new Map(), bold: new Map() }

  /** Reads the faces for these texts in this weight, for `faceOf`. */
  async prepare(weight: Weight, texts: Iterable<string>): Promise<void> {
    const places = this.#places[weight]
    for (const text of texts) {
      for (const character of text) {
        const codePoint = character.codePointAt(0) ?? 0
        if (!places.has(codePoint)) places.set(codePoint, await this.#find(weight, codePoint))
      }
    }
    // Also prepares the Latin letters' face, which draws the box for missing characters.
    if (!places.has(fallbackCodePoint))
      places.set(fallbackCodePoint, await this.#find(weight, fallbackCodePoint))
  }

  /**
   * The face of a prepared code point. If no face has it, the face of Latin letters, which draws an empty
   * box.
   */
  faceOf(weight: Weight, codePoint: number): Face {
    const face = this.#places[weight].get(codePoint) ?? this.#places[weight].get(fallbackCodePoint)
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

/** x */
const fallbackCodePoint = 0x78
let shared: Faces | undefined

/** The faces of this process. */
export function sharedFaces(): Faces {
  shared ??= new Faces()
  return shared
}
