// Converts values to PostgreSQL and back, so that they are as SQLite gives them.

import { types } from 'pg'

/**
 * PostgreSQL stores every character except NUL. So NUL is stored as two characters, which begin with U+0001,
 * and U+0001 itself as two others. The order of texts stays the same.
 */
const nul = '\u0001\u0001'
const escaped = '\u0001\u0002'

function encodeText(text: string): string {
  if (!/[\u0000\u0001]/.test(text)) return text
  return text.replace(/[\u0000\u0001]/g, character => (character === '\0' ? nul : escaped))
}

function decodeText(text: string): string {
  if (!text.includes('\u0001')) return text
  return text.replace(/\u0001[\u0001\u0002]/g, pair => (pair === nul ? '\0' : '\u0001'))
}

/** The value as it is sent. Throws for other types: such a value is a bug and must not be sent as text. */
export function bindable(value: unknown): unknown {
  if (typeof value === 'string') return encodeText(value)
  if (typeof value === 'number') return inRange(value)
  // No column takes a boolean, but kysely's own statements about tables do.
  if (typeof value === 'bigint' || typeof value === 'boolean' || value === null) return value
  if (Array.isArray(value)) return value.map(bindable)
  if (value instanceof Uint8Array) return value
  throw new TypeError(`a value of type ${typeof value} cannot be kept in the metadata`)
}

const largest = 2n ** 63n - 1n

/** Clamps a number to 64 bits. Comparisons stay right, since no column contains a larger number. */
function inRange(value: number): number | bigint {
  if (Math.abs(value) < 2 ** 63) return value
  return value > 0 ? largest : -largest
}

const { builtins } = types
const numbers: ReadonlySet<number> = new Set([
  builtins.INT2,
  builtins.INT4,
  builtins.INT8,
  builtins.FLOAT4,
  builtins.FLOAT8,
  builtins.NUMERIC,
])
const texts: ReadonlySet<number> = new Set([builtins.TEXT, builtins.VARCHAR])

/** Reads values as SQLite gives them: all numbers as numbers, since none is above 2^53. */
export const valueTypes = {
  getTypeParser(type: number): (text: string) => unknown {
    if (numbers.has(type)) return Number
    if (texts.has(type)) return decodeText
    return types.getTypeParser(type)
  },
}
