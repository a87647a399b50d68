import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GeoipFile } from './geoip-file.ts'
import { mmdb } from './testing/mmdb.ts'
import { melbourne, smallDatabase } from './testing/places.ts'

let folder: string
let file: string
let warned: string[]
const opened: GeoipFile[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'millrace-geoip-'))
  file = path.join(folder, 'city.mmdb')
  warned = []
})
afterEach(() => {
  for (const geoip of opened.splice(0)) geoip.close()
  rmSync(folder, { recursive: true })
})

async function open(): Promise<GeoipFile> {
  const geoip = await GeoipFile.open(file, message => warned.push(message))
  opened.push(geoip)
  return geoip
}

/** Replaces the file as update programs do. */
function replaceWith(bytes: Buffer): void {
  writeFileSync(`${file}.new`, bytes)
  renameSync(`${file}.new`, file)
}

describe('places', () => {
  const places: [text: string, place: object | undefined][] = [
    ['1.120.0.1', melbourne],
    ['1.120.255.255', melbourne],
    ['::ffff:1.120.0.1', melbourne],
    ['1.121.0.0', undefined],
    ['8.8.8.8', { country: 'United States', state: '', city: '' }],
    ['2a00:1450::1', { country: 'Ireland', state: 'Leinster', city: 'Dublin' }],
    ['2a00:1451::1', undefined],
    ['9.9.9.9', undefined],
    ['10.0.0.1', undefined],
    ['fw-1', undefined],
  ]
  test.each(places)('of %s', async (text, place) => {
    writeFileSync(file, smallDatabase())
    expect((await open()).placeOf(text)).toEqual(place)
  })

  test('of records of another form: none', async () => {
    writeFileSync(
      file,
      mmdb({ '1.0.0.0/8': { country: 'AU', city: { names: 'x' }, subdivisions: {} }, '2.0.0.0/8': [1] }),
    )
    const geoip = await open()
    expect([geoip.placeOf('1.1.1.1'), geoip.placeOf('2.1.1.1')]).toEqual([undefined, undefined])
  })
})

test('an address in a damaged part has no place, and the damage is reported once', async () => {
  const bytes = smallDatabase()
  // No type has the number 0 after the marker of an extended type.
  bytes.fill(0, bytes.indexOf('Melbourne') - 1, bytes.indexOf('Melbourne') + 1)
  writeFileSync(file, bytes)
  const geoip = await open()
  expect([geoip.placeOf('1.120.0.1'), geoip.placeOf('1.120.0.2')]).toEqual([undefined, undefined])
  expect(geoip.placeOf('8.8.8.8')?.country).toBe('United States')
  expect(warned).toEqual([expect.stringContaining(`the GeoIP file ${file} is damaged`)])
})

describe('a file that cannot be used is refused with the reason', () => {
  const small = smallDatabase()
  test.each<[reason: string, bytes: Buffer]>([
    ['is packed with gzip; unpack it first', gzipSync(small)],
    ['is no MaxMind DB, or not all of one', Buffer.from('GeoLite2')],
    ['is no MaxMind DB, or not all of one', Buffer.alloc(0)],
    ['is no MaxMind DB, or not all of one', small.subarray(0, small.length / 2)],
    ['is a damaged MaxMind DB', small.subarray(small.length / 2)],
    ['is a damaged MaxMind DB', Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1')],
    ['is a damaged MaxMind DB', mmdb({ '1.1.1.1/32': 'x' }).fill(0xff, 0, 300)],
  ])('%s', async (reason, bytes) => {
    writeFileSync(file, bytes)
    await expect(open()).rejects.toThrow(`The file of MILLRACE_GEOIP_FILE, ${file}, ${reason}`)
  })

  test('is not there', async () => {
    await expect(open()).rejects.toThrow(`The file of MILLRACE_GEOIP_FILE, ${file}, is not there`)
  })

  test('is not a file', async () => {
    mkdirSync(file)
    await expect(open()).rejects.toThrow(`The file of MILLRACE_GEOIP_FILE, ${file}, is not a file`)
  })
})

describe('while it runs', () => {
  test('a new file takes the place of the old one', async () => {
    writeFileSync(file, smallDatabase())
    const geoip = await open()
    await geoip.refresh()
    expect(geoip.placeOf('1.120.0.1')?.city).toBe('Melbourne')
    replaceWith(smallDatabase('Geelong'))
    await geoip.refresh()
    expect(geoip.placeOf('1.120.0.1')?.city).toBe('Geelong')
    expect(warned).toEqual([])
  })

  test('a broken one does not, and is reported once', async () => {
    writeFileSync(file, smallDatabase())
    const geoip = await open()
    replaceWith(Buffer.from('half a fi'))
    await geoip.refresh()
    await geoip.refresh()
    expect(geoip.placeOf('1.120.0.1')).toEqual(melbourne)
    expect(warned).toEqual([
      `the GeoIP file ${file} is no MaxMind DB, or not all of one; what was read before stays in use`,
    ])
    replaceWith(smallDatabase('Geelong'))
    await geoip.refresh()
    expect(geoip.placeOf('1.120.0.1')?.city).toBe('Geelong')
  })

  test('a missing one changes nothing', async () => {
    writeFileSync(file, smallDatabase())
    const geoip = await open()
    rmSync(file)
    await geoip.refresh()
    expect([geoip.placeOf('1.120.0.1'), warned]).toEqual([melbourne, []])
  })
})
