// Readers of the values that a file of listeners may have: one for each type of value.

import path from 'node:path'
import { isObject } from '../../../schema/text/json-object.ts'
import { zoneOf } from '../../../time/zone.ts'
import { isNetwork } from '../networks.ts'

/** Reads the value of one member; undefined if it is not as `expected`. */
export interface ValueReader<T> {
  /** Completes the error message "expected …". */
  expected: string
  read(value: unknown): T | undefined
}

/** The kernel's sockaddr_un has 108 bytes, the last of which is zero. */
const maxSocketPathBytes = 107
const maxNetworks = 1_000
const maxTags = 64
const maxTextLength = 255

export function wholeNumber(min: number, max: number): ValueReader<number> {
  return {
    expected: `a whole number from ${min} to ${max}`,
    read: value =>
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
        ? value
        : undefined,
  }
}

export function oneOf<const T extends string>(...words: readonly T[]): ValueReader<T> {
  return { expected: `one of ${words.join(', ')}`, read: value => words.find(word => word === value) }
}

export const boolean: ValueReader<boolean> = {
  expected: 'true or false',
  read: value => (typeof value === 'boolean' ? value : undefined),
}

export const text: ValueReader<string> = {
  expected: `a text of 1 to ${maxTextLength} characters`,
  read: value =>
    typeof value === 'string' && value !== '' && value.length <= maxTextLength ? value : undefined,
}

export const listenerName: ValueReader<string> = {
  expected: 'a name of at most 40 letters a to z, digits, _ and -, that begins with a letter',
  read: value => (typeof value === 'string' && /^[a-z][a-z0-9_-]{0,39}$/.test(value) ? value : undefined),
}

export const zone: ValueReader<string> = {
  expected: 'a time zone such as UTC or Europe/Berlin',
  read(value) {
    if (typeof value !== 'string') return undefined
    try {
      zoneOf(value)
      return value
    } catch {
      return undefined
    }
  },
}

export const networks: ValueReader<readonly string[]> = {
  expected: `a list of 1 to ${maxNetworks} addresses and networks such as 192.0.2.7, 10.0.0.0/8, 2001:db8::/32`,
  read: value =>
    Array.isArray(value) && value.length > 0 && value.length <= maxNetworks && value.every(isNetwork)
      ? value
      : undefined,
}

export const socketPath: ValueReader<string> = {
  expected: `an absolute path of at most ${maxSocketPathBytes} bytes`,
  read: value =>
    typeof value === 'string' && path.isAbsolute(value) && Buffer.byteLength(value) <= maxSocketPathBytes
      ? value
      : undefined,
}

export const permissions: ValueReader<number> = {
  expected: 'permissions as a text in octal, such as "0660"',
  read: value =>
    typeof value === 'string' && /^0?[0-7]{3}$/.test(value) ? Number.parseInt(value, 8) : undefined,
}

export const userTags: ValueReader<Readonly<Record<string, string>>> = {
  expected: `at most ${maxTags} names with texts of 1 to ${maxTextLength} characters`,
  read(value) {
    if (!isObject(value)) return undefined
    const tags = Object.entries(value)
    const isSound = tags.every(([name, tag]) => text.read(name) !== undefined && text.read(tag) !== undefined)
    // Each value was just read as a text.
    return isSound && tags.length <= maxTags ? (value as Record<string, string>) : undefined
  },
}

/** The path of a file; a relative path is resolved from `folder`. */
export function filePath(folder: string): ValueReader<string> {
  return {
    expected: 'the path of a file',
    read: value => (typeof value === 'string' && value !== '' ? path.resolve(folder, value) : undefined),
  }
}
