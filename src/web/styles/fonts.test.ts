import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'

const require = createRequire(import.meta.url)
const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const faces = [...read('fonts.css').matchAll(/@font-face \{([^}]+)\}/g)].map(([, text = '']) => ({
  family: /font-family: "([^"]+)"/.exec(text)?.[1] ?? '',
  file: /url\("([^"]+)"\)/.exec(text)?.[1],
  ranges: /unicode-range:([^;]+);/.exec(text)?.[1]?.replaceAll(/\s/g, ''),
  percent: (name: string) => Number(new RegExp(`${name}: ([\\d.]+)%`).exec(text)?.[1]),
}))
const files = faces.flatMap(({ file, ...face }) => (file === undefined ? [] : [{ ...face, file }]))
const fallbacks = faces.filter(({ file }) => file === undefined)

function fontOf(file: string): Font {
  // A file of the packages is one font, not a collection.
  return create(readFileSync(require.resolve(file))) as Font
}

test('each typeface has the ranges of its files', () => {
  expect(files).toHaveLength(4)
  for (const { file, ranges } of files) {
    const [, name, part = ''] = /^@fontsource-variable\/([^/]+)\/files\/\1-(.+)-wght-normal/.exec(file) ?? []
    const known = JSON.parse(
      readFileSync(require.resolve(`@fontsource-variable/${name}/unicode.json`), 'utf8'),
    )
    expect([file, ranges]).toEqual([file, known[part]])
  }
})

test('a fallback has the height of its typeface, so that lines do not move when it arrives', () => {
  expect(fallbacks).toHaveLength(2)
  for (const { family, percent } of fallbacks) {
    const typeface = files.find(face => face.family === family.replace('Fallback', 'Variable'))
    const { ascent, descent, lineGap, unitsPerEm } = fontOf(typeface?.file ?? '')
    const share = (units: number) => ((units / unitsPerEm) * 10_000) / percent('size-adjust')
    expect(percent('ascent-override')).toBeCloseTo(share(ascent), 1)
    expect(percent('descent-override')).toBeCloseTo(share(-descent), 1)
    expect(percent('line-gap-override')).toBeCloseTo(share(lineGap), 1)
  }
})

test('the page preloads the files for basic Latin, and no others', () => {
  const preloaded = [...read('../index.html').matchAll(/node_modules\/([^"]+\.woff2)/g)].map(
    ([, file]) => file,
  )
  expect(preloaded).toEqual(files.map(({ file }) => file).filter(file => !file.includes('latin-ext')))
})

test('numbers of both typefaces can have one width', () => {
  const [sans = '', , mono = ''] = files.map(({ file }) => file)
  expect(fontOf(sans).availableFeatures).toContain('tnum')
  expect(new Set([...'0123456789lI'].map(c => fontOf(mono).layout(c).advanceWidth)).size).toBe(1)
})
