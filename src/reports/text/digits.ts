const zero = 0x30
/** Smaller integers are divided with 32-bit arithmetic, which is several times as fast. */
const maxSmall = 1_000_000_000

/** Writes an integer from 0 to 2^53 in digits, and returns the index after them. Requires room for 16. */
export function writeDigits(bytes: Uint8Array, at: number, value: number): number {
  if (value >= maxSmall) {
    const head = Math.floor(value / maxSmall)
    return writePadded(bytes, writeDigits(bytes, at, head), value - head * maxSmall, 9)
  }
  let length = 1
  for (let over = 10; over <= value; over *= 10) length++
  return writePadded(bytes, at, value, length)
}

/** Writes microseconds, 1 to 999,999, as decimals of a second without trailing zeros. */
export function writeFraction(bytes: Uint8Array, at: number, micros: number): number {
  let left = micros
  let length = 6
  for (; left % 10 === 0; left = (left / 10) | 0) length--
  return writePadded(bytes, at, left, length)
}

/** Writes an integer below 2^30 with `length` digits. */
function writePadded(bytes: Uint8Array, at: number, value: number, length: number): number {
  let left = value | 0
  for (let place = at + length - 1; place >= at; place--) {
    const tens = (left / 10) | 0
    bytes[place] = zero + left - 10 * tens
    left = tens
  }
  return at + length
}
