import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fold, tokens } from '../../filter/words/tokens.ts'
import { openTestStore } from '../testing/test-store.ts'
import { text } from './literal.ts'
import { normalised, spacedWords } from './normalise.ts'
import { hasPhrase } from './phrase.ts'

/** Letters assigned after the engine's Unicode tables were made: it treats them as separators. */
const newerLetters = 10_000
/**
 * After the first two planes come ideographs and unassigned characters: `npm run test:deep` tries each, other
 * runs try one per step.
 */
const stepBehind = process.env.MILLRACE_CASES === undefined ? 37 : 1

test('the engine folds and splits every character as the filter room does', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-unicode-'))
  const store = await openTestStore()
  const file = path.join(folder, 'characters.jsonl')
  const lines: string[] = []
  for (let code = 1; code <= 0x10ffff; code += code < 0x20000 ? 1 : stepBehind) {
    if (code < 0xd800 || code > 0xdfff)
      lines.push(JSON.stringify({ code, sample: `A${String.fromCodePoint(code)}B` }))
  }
  writeFileSync(file, lines.join('\n'))
  let newer = 0
  for (const part of [0, 1, 2, 3]) {
    const rows = await store.client.select(
      `SELECT sample, lowerUTF8(sample), tokens(${normalised('sample')}, 'splitByNonAlpha'), splitByChar(' ', trim(${spacedWords('sample')}))
       FROM file(${text(file)}, 'JSONEachRow', 'code UInt32, sample String') WHERE code % 4 = ${part}`,
      { signal: new AbortController().signal, lane: 'long', timeout: 60 },
    )
    for (const [sample, lower, words, spaced] of rows) {
      const wanted = tokens(String(sample))
      if (lower !== fold(String(sample))) expect.fail(`${sample} folds to ${lower}`)
      if (String(words) !== String(spaced)) expect.fail(`${sample} splits two ways`)
      if (String(words) === String(wanted)) continue
      if (String(words) !== 'a,b' || wanted.length === 2)
        expect.fail(`${sample} splits into ${words}, wanted ${wanted}`)
      newer++
    }
  }
  expect(newer).toBeLessThan(newerLetters)
  await store.close()
})

test('neighbours of a letter do not change its case, wherever it stands in a word', async () => {
  const store = await openTestStore()
  const samples = [
    'ΟΔΟΣ ΟΔΟΣ',
    'οδος',
    'ΑΣ.ΒΓ',
    'ΣΑΣ',
    'Σ',
    '1Σ',
    "Α'Σ",
    'İΣ',
    'ΟΔΟΣ\u0301 登Σ录',
    'サーバーDOWN、ｻｰﾊﾞｰ500',
  ]
  for (const sample of samples) {
    const phrase = hasPhrase([tokens(sample).map(word => ({ text: word, wild: false }))])
    const columns = `${phrase}, tokens(${normalised('sample')}, 'splitByNonAlpha'), splitByChar(' ', trim(${spacedWords('sample')}))`
    const read = { signal: new AbortController().signal, lane: 'short', timeout: 60 } as const
    const rows = await store.client.select(
      `SELECT ${columns} FROM (SELECT ${text(sample)} AS sample, sample AS message)`,
      read,
    )
    expect({ sample, split: rows[0] }).toEqual({ sample, split: [1, tokens(sample), tokens(sample)] })
  }
  await store.close()
})
