const two32 = 2 ** 32

/**
 * SipHash-2-4 (Aumasson and Bernstein, 2012), as the engine's sipHash64Keyed: nobody who does not know the key can make collisions. In
 * halves of 32 bits, since BigInt would be slow.
 */
export class SipHash {
  /** Halves of k0 and k1, low ones first. */
  readonly #key: Int32Array
  /** Halves of v0 to v3, low ones first. */
  readonly #state = new Int32Array(8)
  /** Halves of the last hash, with sign. */
  low = 0
  high = 0

  constructor([first, second]: readonly [bigint, bigint]) {
    this.#key = new Int32Array(new BigUint64Array([first, second]).buffer)
  }

  /** Hashes the first `size` bytes into `low` and `high`. */
  hash(bytes: Uint8Array, size: number): void {
    const [k0 = 0, h0 = 0, k1 = 0, h1 = 0] = this.#key
    const state = this.#state
    state[0] = k0 ^ 0x70736575
    state[1] = h0 ^ 0x736f6d65
    state[2] = k1 ^ 0x6e646f6d
    state[3] = h1 ^ 0x646f7261
    state[4] = k0 ^ 0x6e657261
    state[5] = h0 ^ 0x6c796765
    state[6] = k1 ^ 0x79746573
    state[7] = h1 ^ 0x74656462
    const whole = size - (size % 8)
    for (let at = 0; at < whole; at += 8) this.#take(wordAt(bytes, at, size), wordAt(bytes, at + 4, size))
    this.#take(wordAt(bytes, whole, size), wordAt(bytes, whole + 4, size) | (size << 24))
    state[4] = (state[4] ?? 0) ^ 0xff
    for (let i = 0; i < 4; i++) round(state)
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    this.low = a ^ c ^ e ^ g
    this.high = b ^ d ^ f ^ h
  }

  #take(low: number, high: number): void {
    const state = this.#state
    state[6] = (state[6] ?? 0) ^ low
    state[7] = (state[7] ?? 0) ^ high
    round(state)
    round(state)
    state[0] = (state[0] ?? 0) ^ low
    state[1] = (state[1] ?? 0) ^ high
  }
}

/** Four bytes, the lowest first; 0 for those from `size` on. */
function wordAt(bytes: Uint8Array, at: number, size: number): number {
  let word = 0
  for (let i = Math.min(4, size - at) - 1; i >= 0; i--) word = (word << 8) | (bytes[at + i] ?? 0)
  return word
}

function round(state: Int32Array): void {
  mix(state, 0, 2, 13)
  turn(state, 0, 32)
  mix(state, 4, 6, 16)
  mix(state, 0, 6, 21)
  mix(state, 4, 2, 17)
  turn(state, 4, 32)
}

/** Adds the word at b to that at a; rotates b to the left and XORs a into it. */
function mix(state: Int32Array, a: number, b: number, bits: number): void {
  const low = ((state[a] ?? 0) >>> 0) + ((state[b] ?? 0) >>> 0)
  const carry = low >= two32 ? 1 : 0
  state[a] = low
  state[a + 1] = (state[a + 1] ?? 0) + (state[b + 1] ?? 0) + carry
  turn(state, b, bits)
  state[b] = (state[b] ?? 0) ^ (state[a] ?? 0)
  state[b + 1] = (state[b + 1] ?? 0) ^ (state[a + 1] ?? 0)
}

/** Rotates the word at a to the left by at most 32 bits. */
function turn(state: Int32Array, a: number, bits: number): void {
  const low = state[a] ?? 0
  const high = state[a + 1] ?? 0
  if (bits === 32) {
    state[a] = high
    state[a + 1] = low
    return
  }
  state[a] = (low << bits) | (high >>> (32 - bits))
  state[a + 1] = (high << bits) | (low >>> (32 - bits))
}
