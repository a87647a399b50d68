import fc from 'fast-check'
import { anyMessage } from '../../filter/testing/trees.ts'
import { anyTagText, anyText, tagNames } from './any-predicate.ts'
import type { Arrival } from './events.ts'

/** Events have no tag without a value. */
const tagValue = anyTagText.filter(text => text !== '')

const anyBurst = fc.record({
  fields: fc.record({
    host: anyText,
    program: anyText,
    mnemonic: anyText,
    message: fc.oneof(anyMessage, anyText),
    facility: fc.nat(23),
    severity: fc.nat(7),
    status: fc.nat(2),
    type: fc.nat(2),
    tags: fc.dictionary(fc.constantFrom(...tagNames), tagValue, { maxKeys: 3, noNullPrototype: true }),
  }),
  /** Seconds after the start. */
  second: fc.integer({ min: -100, max: 100 }),
  repeats: fc.array(fc.nat(59_999_999), { maxLength: 3 }),
})

/** Arrivals of any text within 100 s of a Unix second. */
export function anyTexts(start: number, bursts: number): fc.Arbitrary<Arrival[]> {
  return fc
    .array(anyBurst, { minLength: bursts, maxLength: bursts })
    .map(bursts =>
      bursts.flatMap(({ fields, second, repeats }) =>
        [0, ...repeats].map(later => ({ fields, at: (start + second) * 1_000_000 + later })),
      ),
    )
}
