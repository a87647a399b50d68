import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mmdb } from '../../geoip/testing/mmdb.ts'
import { smallDatabase } from '../../geoip/testing/places.ts'
import { heldHeapBytes } from '../../testing/held-heap.ts'
import { event } from '../receivers/testing/read-with.ts'
import { type GeoTagSettings, GeoTags } from './geo-tags.ts'

let folder: string
let file: string
let asnFile: string
let tags: GeoTags | undefined
const warned: string[] = []
const all = ['country', 'state', 'city', 'asn', 'organization'] as const

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'places-'))
  file = path.join(folder, 'city.mmdb')
  asnFile = path.join(folder, 'asn.mmdb')
  writeFileSync(file, smallDatabase())
  writeFileSync(asnFile, asnDatabase())
})
afterEach(() => {
  tags?.close()
  rmSync(folder, { recursive: true })
})

function asnDatabase(): Buffer {
  return mmdb(
    {
      '1.120.0.0/16': { autonomous_system_number: 64_500, autonomous_system_organization: 'Example Carrier' },
      '9.9.9.0/24': { autonomous_system_number: 64_501 },
    },
    'Test-ASN',
  )
}

async function tagged(settings: Partial<GeoTagSettings>, members: Parameters<typeof event>[0]) {
  tags?.close()
  tags = await GeoTags.open({ fields: ['SrcIP'], details: all, ...settings }, text => warned.push(text))
  const one = event(members)
  tags.apply(one)
  return { ...one.tags }
}

const melbourne = { 'SrcIP Country': 'Australia', 'SrcIP State': 'Victoria', 'SrcIP City': 'Melbourne' }
const carrier = { 'SrcIP ASN': '64500', 'SrcIP Organization': 'Example Carrier' }

it.each<[name: string, source: string, added: object]>([
  ['a city', '1.120.0.1', { ...melbourne, ...carrier }],
  ['a country alone', '8.8.8.8', { 'SrcIP Country': 'United States' }],
  ['a network alone', '9.9.9.9', { 'SrcIP ASN': '64501' }],
  ['IPv6', '2a00:1450::1', { 'SrcIP Country': 'Ireland', 'SrcIP State': 'Leinster', 'SrcIP City': 'Dublin' }],
  ['a private address', '10.0.0.1', {}],
  ['nobody knows', '203.0.114.1', {}],
  ['no address', 'fw-1', {}],
  ['a text that is far too long', '1.120.0.1'.repeat(20), {}],
])('%s', async (_, SrcIP, added) => {
  expect(await tagged({ file, asnFile }, { tags: { SrcIP } })).toEqual({ SrcIP, ...added })
})

it('the host, several tags, and tags that are not there', async () => {
  const settings = { file, fields: ['host', 'Dst IP', 'SrcIP'], details: ['country'] as const }
  const added = await tagged(settings, { host: '1.120.0.1', tags: { 'Dst IP': '8.8.4.4' } })
  expect(added).toEqual({
    'host Country': 'Australia',
    'Dst IP': '8.8.4.4',
    'Dst IP Country': 'United States',
  })
})

it('a tag that is there stays, and shared tags are not written to', async () => {
  const sent = Object.freeze({ SrcIP: '1.120.0.1', 'SrcIP City': 'Here' })
  expect(await tagged({ file }, { tags: sent })).toEqual({ ...melbourne, ...sent })
})

it('an event has no more than 256 tags', async () => {
  const many = Object.fromEntries(Array.from({ length: 254 }, (_, i) => [`t${i}`, 'x']))
  expect(Object.keys(await tagged({ file }, { tags: { ...many, SrcIP: '1.120.0.1' } }))).toHaveLength(256)
})

it('a file that is replaced gives its own places, also for addresses that were asked for before', async () => {
  expect(await tagged({ file }, { tags: { SrcIP: '1.120.0.1' } })).toMatchObject(melbourne)
  writeFileSync(`${file}.new`, smallDatabase('Geelong'))
  renameSync(`${file}.new`, file)
  await tags?.refresh()
  const again = event({ tags: { SrcIP: '1.120.0.1' } })
  tags?.apply(again)
  expect(again.tags['SrcIP City']).toBe('Geelong')
})

it('a file that cannot be used is named with its setting', async () => {
  writeFileSync(asnFile, 'x')
  await expect(tagged({ file, asnFile }, {})).rejects.toThrow(
    `The file of MILLRACE_GEOIP_ASN_FILE, ${asnFile}, is no`,
  )
})

it('keeps addresses without the messages that they came from', async () => {
  const places = await GeoTags.open({ file, fields: ['SrcIP'], details: all }, text => warned.push(text))
  const held = heldHeapBytes(() => {
    for (let i = 0; i < 500; i++) {
      const address = `::ffff:1.120.${100 + (i >> 8)}.${i & 255}`
      const message = Buffer.from(`${address} ${'x'.repeat(65_000)}`).toString()
      const one = event({ tags: { SrcIP: message.slice(0, message.indexOf(' ')) } })
      places.apply(one)
      expect(one.tags['SrcIP City']).toBe('Melbourne')
    }
  })
  places.close()
  expect(held).toBeLessThan(8 * 2 ** 20)
})
