import { expect, test } from 'vitest'
import { severities } from '../schema/event/event.ts'
import { shortSeverity, toneColours, toneOf } from './severity.ts'

test('each severity has its own tone, colours and short name', () => {
  expect(severities.map((_, code) => toneOf(code).toUpperCase())).toEqual([...severities])
  // A short name begins like the whole one, so that both are found by what is read.
  const names = severities.map((name, code) => [name, shortSeverity(code)] as const)
  for (const [name, short] of names) expect(name.startsWith(short.toUpperCase())).toBe(true)
  expect(new Set(names.map(([, short]) => short)).size).toBe(severities.length)
})

/** A colour in Oklab, where equal distances look equally different (CSS Color 4). */
function oklab(hex: string): readonly number[] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

test.each(['light', 'dark'] as const)(
  'any two severities are told apart by colour on %s surfaces',
  scheme => {
    const known = Object.entries(toneColours).map(([tone, colour]) => [tone, oklab(colour[scheme])] as const)
    const alike = known.flatMap(([one, a], index) =>
      known
        .slice(index + 1)
        .filter(([, b]) => Math.hypot(...a.map((part, at) => part - (b[at] ?? 0))) < 0.09)
        .map(([other]) => `${one} and ${other}`),
    )
    expect(alike).toEqual([])
  },
)

test('a number that is no severity is drawn as Info, under its own name', () => {
  expect([toneOf(9), shortSeverity(9)]).toEqual(['info', '9'])
})
