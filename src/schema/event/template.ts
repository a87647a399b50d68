/**
 * The template of a message is its text with the varying parts replaced by placeholders, so that millions of
 * messages share a few hundred templates. The template alone decides most filters on words, once for all
 * messages that share it. '' means that a message has no template. A placeholder replaces a whole run, never
 * a part of it: `digits` a run of digits, which may have letters next to it, `hex` and `mixed` a run of ASCII
 * letters and digits without a non-ASCII letter next to it.
 */
export const placeholders = {
  /** One digit or more, also within a token, as in eth0. */
  digits: '\u0011',
  /** A run of 0-9, a-f and A-F, with or without digits. */
  hex: '\u0012',
  /** A run of ASCII letters and digits. */
  mixed: '\u0013',
} as const

/** Longer messages, in bytes, have no template. */
export const maxTemplatedBytes = 1_000
