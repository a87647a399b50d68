import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeBody } from './decode-body.ts'

const text = '{"events": []}'
const limit = 1_000
const bomb = gzipSync(' '.repeat(limit + 1))

test.each<[name: string, encoding: string, body: Uint8Array]>([
  ['none', '', Buffer.from(text)],
  ['one', 'gzip', gzipSync(text)],
  ['graypy and pygelf name two, and use one', 'gzip,deflate', deflateSync(text)],
  ['the first of two', 'gzip, deflate', gzipSync(text)],
  ['the last of two is on the outside', 'zstd, gzip', gzipSync(zstdCompressSync(text))],
  ['deflate without its header', 'gzip, deflate', deflateRawSync(text)],
  ['zlib', 'zlib', deflateSync(text)],
  ['identity beside another', 'identity, GZIP', gzipSync(text)],
  ['a character set', 'UTF-8', Buffer.from(text)],
])('codings of a body: %s', async (_, encoding, body) => {
  expect((await decodeBody(new Uint8Array(body), encoding, limit)).toString()).toBe(text)
})

test.each<[name: string, encoding: string, body: Uint8Array, status: number, message: string]>([
  [
    'a list that names nothing of the body',
    'gzip, zstd',
    Buffer.from(text),
    400,
    'The body is not zstd, or it is cut short.',
  ],
  [
    'an unknown one of a list',
    'gzip, br',
    gzipSync(text),
    415,
    'Content-Encoding must be identity, gzip, deflate, zstd or snappy, not br.',
  ],
  ['too many', 'gzip,gzip,gzip,gzip,gzip', gzipSync(text), 415, 'Content-Encoding must be'],
  [
    'a bomb in gzip',
    'gzip, gzip',
    gzipSync(bomb),
    413,
    'The body is larger than 1000 bytes once it is decoded.',
  ],
  [
    'a bomb of another coding',
    'gzip, deflate',
    deflateSync(' '.repeat(limit + 1)),
    413,
    'The body is larger',
  ],
])('refused: %s', async (_, encoding, body, status, message) => {
  const decoding = decodeBody(new Uint8Array(body), encoding, limit)
  await expect(decoding).rejects.toMatchObject({ status, message: expect.stringContaining(message) })
})
