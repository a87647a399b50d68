import { byteAt, SPACE } from './bytes.ts'

const maxHostBytes = 255

/** 1 for ASCII bytes that a host cannot contain. */
const invalidInHosts = new Uint8Array(256)
for (let byte = 0; byte <= SPACE; byte++) invalidInHosts[byte] = 1
for (const character of '"\'(),;<=>[\\]`{|}\x7f') invalidInHosts[character.charCodeAt(0)] = 1

/** The position of the first byte that a host cannot contain, or `end`; -1 if the name is too long. */
export function hostEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && invalidInHosts[byteAt(bytes, at)] === 0) at++
  return at - start > maxHostBytes ? -1 : at
}
