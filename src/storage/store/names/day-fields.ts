import type { StoredNames } from '../../memory/stored-names.ts'
import { minuteSeconds, type StoredRepeats, wordSeconds } from '../../memory/stored-repeats.ts'
import { number } from '../../sql/literal.ts'
import type { NamedField } from '../../sql/named.ts'
import type { DayField } from './day-names.ts'

const namedFields: readonly NamedField[] = ['host', 'program', 'template']

/**
 * The fields that DayNames keeps for each day: minutes with repeats, then hosts, programs and templates.
 * Minutes with repeats are bits of words (memory/stored-repeats.ts): the text is the index of a word, the
 * number its bits.
 */
export function dayFields(names: StoredNames, repeats: StoredRepeats): DayField[] {
  const second = 'toUnixTimestamp(sec)'
  const minuteOfWord = `intDiv(${second} % ${number(wordSeconds)}, ${number(minuteSeconds)})`
  return [
    {
      name: 'repeat',
      text: `toString(intDiv(${second}, ${number(wordSeconds)}))`,
      number: `groupBitOr(bitShiftLeft(toUInt32(1), ${minuteOfWord}))`,
      combine: 'groupBitOr',
      where: 'repeat = 1',
      target: repeats,
    },
    ...namedFields.map(
      (field): DayField => ({
        name: field,
        text: field,
        number: 'count()',
        combine: 'sum',
        target: names.loadTarget(field),
      }),
    ),
  ]
}
