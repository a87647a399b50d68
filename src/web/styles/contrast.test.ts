import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Style sheets of the whole page: shared sheets lie here, the other sheets beside the components that they style. */
const folder = new URL('../', import.meta.url)
const sheets = globSync('**/*.css', { cwd: folder }).map(name => ({
  name,
  text: readFileSync(new URL(name, folder), 'utf8'),
}))
const tokens = new Map(
  [
    ...(sheets.find(({ name }) => name === 'styles/tokens.css')?.text ?? '').matchAll(
      /--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g,
    ),
  ].map(([, name = '', light = '', dark = '']) => [name, { light: rgb(light), dark: rgb(dark) }]),
)

type Scheme = 'light' | 'dark'
type Rgb = readonly number[]

const schemes = ['light', 'dark'] as const
/** WCAG 2.2, 1.4.3. */
const minContrast = 4.5

const tones = ['critical', 'error', 'warning', 'notice', 'success', 'debug']
const inks = ['ink', 'ink-soft', 'ink-faint', 'accent', 'accent-strong', ...tones]
const plain = ['ground', 'panel', 'sunken', 'hover']
const surfaces = [...plain, 'accent-soft', ...tones.map(name => `${name}-soft`)]

function rgb(hex: string): Rgb {
  return [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
}

function colour(token: string, scheme: Scheme): Rgb {
  const found = tokens.get(token)
  if (!found) throw new Error(`tokens.css has no colour --${token}`)
  return found[scheme]
}

/** A colour with this share over another colour. */
function mix(top: Rgb, percent: number, under: Rgb): Rgb {
  return top.map((part, at) => (part * percent + (under[at] ?? 0) * (100 - percent)) / 100)
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map(part =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function tooFaint(pairs: readonly { ink: string; on: string; surface: (scheme: Scheme) => Rgb }[]): string[] {
  return schemes.flatMap(scheme =>
    pairs
      .map(({ ink, on, surface }) => ({ ink, on, ratio: contrast(colour(ink, scheme), surface(scheme)) }))
      .filter(({ ratio }) => ratio < minContrast)
      .map(({ ink, on, ratio }) => `${scheme}: ${ink} on ${on} ${ratio.toFixed(2)}`),
  )
}

const on = (ink: string, token: string) => ({
  ink,
  on: token,
  surface: (scheme: Scheme) => colour(token, scheme),
})

test('contrast is computed as WCAG defines it', () => {
  expect(contrast(rgb('#000000'), rgb('#ffffff'))).toBeCloseTo(21)
  expect(contrast(rgb('#5b6e72'), rgb('#ffe9a8'))).toBeCloseTo(4.455, 2)
})

test('every colour of text is readable on every surface', () => {
  expect(tooFaint(surfaces.flatMap(surface => inks.map(ink => on(ink, surface))))).toEqual([])
})

test('text on a fill, and a mark, is readable', () => {
  const pairs = [
    on('on-accent', 'accent'),
    on('on-accent', 'accent-strong'),
    on('panel', 'error'),
    on('ground', 'ink'),
    on('ink', 'mark'),
  ]
  expect(tooFaint(pairs)).toEqual([])
})

test('text is readable on every tint that a style sheet mixes', () => {
  const tints = sheets.flatMap(({ text }) => [
    ...text.matchAll(/background: color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, transparent\)/g),
  ])
  expect(tints.length).toBeGreaterThan(2)
  const pairs = tints.flatMap(([, token = '', percent]) =>
    plain.flatMap(under =>
      ['ink', 'ink-soft'].map(ink => ({
        ink,
        on: `${percent}% ${token} over ${under}`,
        surface: (scheme: Scheme) => mix(colour(token, scheme), Number(percent), colour(under, scheme)),
      })),
    ),
  )
  expect(tooFaint(pairs)).toEqual([])
})

test('no text is faded: opacity takes what the tokens give', () => {
  const shapes = [
    ...['.open rect', '.level', '.grab', '.slice.dim', '.area', '.area.light', '.sparkline .area'],
    ...['.chip-severity[aria-pressed="false"] i', '.result-wait', '.skeleton div'],
  ]
  // Disabled elements are exempt from 1.4.3; a card is faded while it is dragged.
  const other = [
    ...['.calendar .rdp-nav button[aria-disabled="true"]', '.calendar .rdp-disabled .rdp-day_button'],
    ...['.button:disabled', '.menu-item:disabled', '.dash-lifted .widget'],
  ]
  const faded = sheets.flatMap(({ text }) =>
    [...text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{[^{}]*opacity: 0\.\d+/g)].map(
      ([, selector = '']) => selector.trim(),
    ),
  )
  expect(new Set(faded)).toEqual(new Set([...shapes, ...other]))
})
