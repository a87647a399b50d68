import { replaceEscapes } from '../../replace-escapes.ts'
import type { FieldName } from '../patterns/field-names.ts'
import type { Parser } from '../patterns/parser.ts'
import type { ConstantFields } from '../patterns/pattern.ts'
import { type Conversion, convert } from './conversion.ts'
import { PairCursor } from './pair-cursor.ts'

/** The field of each key that is read; keys without a field are skipped. */
export type PairFields = Readonly<Record<string, FieldName | readonly [FieldName, Conversion]>>

/** Maximum pairs of a line that are looked at. */
const maxPairs = 256
/** Minimum pairs of a line whose key has a field. */
const minWantedPairs = 2
const escapes = { '"': '"', '\\': '\\' }
const cursor = new PairCursor()

/**
 * Makes a reader of lines with `key=value` pairs that adds the values of `keys` as fields. A line must begin
 * with `lead`, and have at least two of the keys. `stops`: characters that end values without quotes (see
 * PairCursor). `constants`: fields that all such lines have.
 */
export function pairsReader(
  keys: PairFields,
  {
    lead = '',
    stops = '',
    equals = '=',
    constants = {},
  }: { lead?: string; stops?: string; equals?: '=' | ':'; constants?: ConstantFields } = {},
): Pick<Parser, 'read' | 'fields'> {
  const wanted = new Map(
    Object.entries(keys).map(([key, target]) => {
      const [field, conversion] = typeof target === 'string' ? [target] : target
      return [key, { field, conversion }]
    }),
  )
  // The type of `constants` has only these names.
  const given = Object.entries(constants) as [FieldName, string][]
  return {
    fields: [...new Set([...wanted.values()].map(({ field }) => field)), ...given.map(([name]) => name)],
    read(text, at, draft) {
      if (!text.startsWith(lead, at)) return false
      cursor.begin(text, at, equals, stops)
      let wantedPairs = 0
      for (let pairs = 0; pairs < maxPairs && cursor.next(); pairs++) {
        const target = wanted.get(cursor.key)
        if (target === undefined) continue
        wantedPairs++
        const { value } = cursor
        const plain = cursor.isQuoted && value.includes('\\') ? replaceEscapes(value, escapes) : value
        draft.add(target.field, convert(plain, target.conversion))
      }
      if (wantedPairs < minWantedPairs) return false
      for (const [name, value] of given) draft.add(name, value)
      return true
    },
  }
}
