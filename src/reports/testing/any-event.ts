import fc from 'fast-check'
import { storedEvent } from './event-stream.ts'

const odd = fc.constantFrom(...'=+-@\t\r\n",\\\'%7é東😀＝\u0000\u007f'.split(/(?:)/u))
const anyText = fc.oneof(
  fc.string({ unit: odd, maxLength: 12 }),
  fc.string({ maxLength: 70 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)
const anyName = fc.oneof(anyText, fc.constantFrom('__proto__', 'Src.Port', 'a%2eb', '7', 'constructor'))
const anyMoment = fc.oneof(fc.integer({ min: 0, max: 4e15 }), fc.maxSafeInteger())
const anyMembers = fc.record({
  id: fc.maxSafeNat(),
  ts: anyMoment,
  last: anyMoment,
  counter: fc.nat(),
  host: anyText,
  program: anyText,
  mnemonic: anyText,
  message: anyText,
  severity: fc.nat(9),
  facility: fc.nat(30),
  type: fc.nat(4),
  status: fc.nat(4),
  tags: fc
    .uniqueArray(fc.tuple(anyName, anyText), { selector: ([name]) => name, maxLength: 4 })
    .map(Object.fromEntries),
})

/** Events with quotes, control characters, formulas, every script, and tag names that objects inherit. */
export const anyEvent = anyMembers.map(({ id, ...event }) => storedEvent(id, event))
