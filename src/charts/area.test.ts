import { expect, test } from 'vitest'
import { areaPaths } from './area.ts'

const box = { width: 100, height: 50, top: 0, right: 0, bottom: 0, left: 0 }
const cases: [name: string, values: number[], line: string, area: string][] = [
  ['three values', [0, 10, 5], 'M0 50L50 0L100 25', 'M0 50L50 0L100 25L100 50L0 50Z'],
  ['one value, a level', [4], 'M0 0L100 0', 'M0 0L100 0L100 50L0 50Z'],
  ['silence, the base line', [0, 0], 'M0 50L100 50', 'M0 50L100 50L100 50L0 50Z'],
  ['nothing', [], '', ''],
]
for (const [name, values, line, area] of cases)
  test(`draws ${name}`, () => expect(areaPaths(values, box)).toEqual({ line, area }))
