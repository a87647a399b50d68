import fc from 'fast-check'
import type { Condition, FilterPart } from '../../schema/filter/condition.ts'

/** Conditions, alone and in groups of up to four levels. */
export function anyPart(condition: fc.Arbitrary<Condition>): fc.Arbitrary<FilterPart> {
  return fc.letrec<{ part: FilterPart; parts: FilterPart[] }>(tie => ({
    part: fc.oneof(
      { maxDepth: 4 },
      { weight: 3, arbitrary: condition },
      { weight: 2, arbitrary: tie('parts').map(any => ({ any })) },
      { weight: 1, arbitrary: tie('parts').map(all => ({ all })) },
      { weight: 1, arbitrary: tie('part').map(not => ({ not })) },
    ),
    parts: fc.array(tie('part'), { minLength: 1, maxLength: 3 }),
  })).part
}
