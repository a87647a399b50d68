import { expect, test } from 'vitest'
import type { Predicate } from '../predicate/predicate.ts'
import { emptyEvent } from './empty-event.ts'
import { compileTemplateMatcher } from './template-matcher.ts'
import { templateVerdicts } from './verdicts.ts'

const word = (text: string): Predicate => ({ kind: 'phrase', tokens: [{ text, wild: false }] })

test('a verdict is the same no matter how much was asked before, of any number of predicates and templates', () => {
  const texts = ['link', 'eth0', 'down', 'denied']
  const template = (i: number) => `link eth\u0011 ${texts[i % 4]} ${'abc'[i % 3]}x${'pqrst'[i % 5]}`
  const down = word('down')
  const { verdictOf: verdictOfDown } = templateVerdicts(down)
  for (let i = 0; i < 200; i++) {
    const predicate = word(i % 3 === 0 ? (texts[i % 4] ?? '') : `word${i}`)
    const [{ verdictOf }, judge] = [templateVerdicts(predicate), compileTemplateMatcher(predicate)]
    for (let j = 0; j < 60; j++) expect(verdictOf(template(j))).toBe(judge(emptyEvent, template(j)))
  }
  for (let i = 0; i < 5_000; i++) verdictOfDown(`${template(i)} ${i.toString(36)}`)
  const judge = compileTemplateMatcher(down)
  for (let j = 0; j < 60; j++) expect(verdictOfDown(template(j))).toBe(judge(emptyEvent, template(j)))
})

test('predicates that are written alike share what was found out, until others were asked', () => {
  const first = templateVerdicts(word('shared'))
  expect(templateVerdicts(word('shared'))).toBe(first)
  for (let i = 0; i < 64; i++) templateVerdicts(word(`other${i}`))
  expect(templateVerdicts(word('shared'))).not.toBe(first)
  const wide = templateVerdicts(word('wide'))
  for (let i = 0; i < 9; i++) {
    const { verdictOf } = templateVerdicts(word(`many${i}`))
    for (let j = 0; j < 4_096; j++) verdictOf(`template ${'abcdefgh'.charAt(j % 8)}${j.toString(36)}`)
  }
  templateVerdicts(word('last'))
  expect(templateVerdicts(word('wide'))).not.toBe(wide)
  expect(templateVerdicts(word('last'))).toBe(templateVerdicts(word('last')))
})
