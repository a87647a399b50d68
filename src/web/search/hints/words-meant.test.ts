import { expect, test } from 'vitest'
import { pillText } from '../../../filter/typed/pill.ts'
import { wordsMeant } from './words-meant.ts'

const values = new Map([
  ['host', ['web-1', 'web-2']],
  ['program', ['sshd', 'nginx', 'CRON']],
])

const cases: [text: string, pills: string[] | undefined, left?: string][] = [
  ['sshd', ['program:eq:sshd'], ''],
  ['SSHD', ['program:eq:sshd'], ''],
  ['"cron"', ['program:eq:CRON'], ''],
  ['web-1 nginx', ['host:eq:web-1', 'program:eq:nginx'], ''],
  ['web-1 AND nginx', ['host:eq:web-1', 'program:eq:nginx'], ''],
  ['sshd "failed password"', ['program:eq:sshd'], '"failed password"'],
  ['warning', ['severity:eq:4'], ''],
  ['4', undefined],
  ['e', undefined],
  ['ssh', undefined],
  ['sshd | nginx', undefined],
  ['sshd -nginx', undefined],
  ['(sshd)', undefined],
  ['', undefined],
]
for (const [text, pills, left] of cases)
  test(`“${text}” is ${pills ? `meant as ${pills.join(' and ')}` : 'a text'}`, () => {
    const meant = wordsMeant(text, values)
    expect(meant?.pills.map(pillText)).toEqual(pills)
    expect(meant?.text).toBe(left)
  })
